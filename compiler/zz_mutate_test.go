package compiler_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/players"
)

func TestMutate(t *testing.T) {
	base, _ := os.ReadFile("testdata/broken/base.md")
	texts := []string{string(base)}
	pages, _ := filepath.Glob("testdata/broken/*.md")
	_ = pages
	ref, _ := os.ReadFile("../docs/language.md")
	_ = ref
	token := regexp.MustCompile(`[A-Za-z$=][A-Za-z0-9$_.-]*|[0-9]+|\[[^\[\]]*\]|\{[^{}]*\}|"[^"]*"`)
	seen := map[string]bool{}
	r := rand.New(rand.NewPCG(1, 2))
	odd := []string{"[]", "{}", "", "null", "[[]]", "{a: {}}", "-1", "none", "=1", "[1, 2]", "99999999999", "$it", "true", "x", "home", "elm", "ant", "{if: true}", "[{}]"}
	good, bad, many := 0, 0, 0
	defer func() { t.Log(good, bad, many) }()
	for i := 0; i < 6000; i++ {
		text := texts[r.IntN(len(texts))]
		what := ""
		for k := r.IntN(2) + 1; k > 0; k-- {
			spans := token.FindAllStringIndex(text, -1)
			a := spans[r.IntN(len(spans))]
			b := spans[r.IntN(len(spans))]
			with := text[b[0]:b[1]]
			switch r.IntN(3) {
			case 0:
				with = odd[r.IntN(len(odd))]
			case 1:
				if r.IntN(2) == 0 {
					// whole line
					ls := strings.Split(text, "\n")
					n := r.IntN(len(ls))
					text = strings.Join(append(append([]string{}, ls[:n]...), ls[n+1:]...), "\n")
					what += fmt.Sprintf("; drop %q", ls[n])
					continue
				}
			}
			what += fmt.Sprintf("; %q -> %q in %q", text[a[0]:a[1]], with, lineAt(text, a[0]))
			text = text[:a[0]] + with + text[a[1]:]
		}
		func() {
			defer func() {
				if e := recover(); e != nil {
					st := string(debug.Stack())
					i := strings.Index(st, "panic(")
					ls := strings.Split(st[i:], "\n")
					key := ls[2]
					for _, l := range ls {
						if strings.Contains(l, "/compiler/") || strings.Contains(l, "/engine/") {
							key = strings.TrimSpace(l)
							break
						}
					}
					key = strings.Split(key, " +")[0]
					if !seen[key] {
						seen[key] = true
						t.Errorf("%v at %s\n   %s", e, key, what)
					}
				}
			}()
			def, _, list := compileText(text)
			if def == nil {
				bad++
				if len(list) > 3 {
					many++
					if many < 25 {
						t.Logf("MANY %d: %s\n%v", len(list), what, list)
					}
				}
				return
			}
			good++
			g, err := engine.Load(def, nil)
			if err != nil {
				key := regexp.MustCompile("[0-9]+").ReplaceAllString(err.Error(), "N")
				if !seen[key] {
					seen[key] = true
					t.Errorf("LOAD %v\n   %s", err, what)
				}
				return
			}
			st, err := g.New(engine.Setup{Seed: 1})
			p := players.NewMinimal(7)
			if err == nil {
				_, err = players.Play(st, []players.Player{p}, 40)
			}
			if err != nil {
				key := regexp.MustCompile("[0-9]+").ReplaceAllString(err.Error(), "N")
				if !seen[key] {
					seen[key] = true
					t.Logf("FAULT %v\n   %s", err, what)
				}
			}
		}()
	}
}

func lineAt(s string, i int) string {
	a := strings.LastIndexByte(s[:i], '\n') + 1
	b := strings.IndexByte(s[i:], '\n')
	if b < 0 {
		return s[a:]
	}
	return s[a : i+b]
}
