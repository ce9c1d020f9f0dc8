package wide

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/conformance/corpus"
	"rulebound/engine/def"
)

// fillers is a page of unused things, which make sets of zones, filters and sets of procedures wide.
func fillers() string {
	var b strings.Builder
	b.WriteString("# Fillers\n\n```yaml\n")
	for _, list := range []struct {
		key, entry string
		n          int
	}{{"boxes", "{id: filler-box-#}", 300}, {"pieces", "{id: filler-#, count: 1, home: filler-box-#}", 100}, {"procedures", "{id: filler-act-#, tags: filler, do: []}", 70}} {
		b.WriteString(entries(list.key, list.n, list.entry))
	}
	return b.String() + "```\n"
}

var scenario = regexp.MustCompile("^" + corpus.ScenariosDir + "/.*/.*/")

// padded is the repository with fillers in each of its games; with -short it has every thirtieth scenario, unless that
// begins where another one ends.
func padded(t *testing.T) fs.FS {
	t.Helper()
	root, out, scenarios := os.DirFS("../.."), fstest.MapFS{}, 0
	for _, dir := range []string{corpus.GamesDir, corpus.ScenariosDir} {
		err := fs.WalkDir(root, dir, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && path.Dir(name) == corpus.GamesDir:
				out[name+"/99-fillers.md"] = &fstest.MapFile{Data: []byte(fillers())}
			case !d.IsDir():
				data, err := fs.ReadFile(root, name)
				if scenario.MatchString(name) {
					if scenarios++; testing.Short() && (scenarios%30 > 0 || bytes.Contains(data, []byte("\nafter:"))) {
						return err
					}
				}
				out[name] = &fstest.MapFile{Data: data}
				return err
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// With fillers every scenario of the repository has the trace of its golden.
func TestScenariosPlayTheSameWithWideSets(t *testing.T) {
	all, err := corpus.Open(padded(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range all.Games {
		for _, of := range []def.Kind{def.KZone, def.KClass, def.KProc} {
			if typ := (def.Type{Kind: def.KSet, Elem: of}); !g.Def.Wide(typ) {
				t.Errorf("%s: sets of kind %d are one word: this shows nothing", g.ID, of)
			}
		}
	}
	cases := all.Cases()
	if len(cases) < 50 {
		t.Fatalf("%d scenarios", len(cases))
	}
	plays := corpus.PlayEach(cases, func(int, int) {})
	failed := 0
	for _, p := range plays {
		want, err := os.ReadFile(fmt.Sprintf("../../%s/%s.golden", corpus.GoldensDir, p.Case.Name()))
		if err == nil && p.Problem() == nil && bytes.Equal(p.Trace(), want) {
			continue
		}
		if failed++; failed < 5 {
			t.Errorf("%s: %v, %v, or another trace", p.Case.Name(), err, p.Problem())
		}
	}
	if failed > 0 {
		t.Errorf("%d of %d scenarios play otherwise", failed, len(plays))
	}
}
