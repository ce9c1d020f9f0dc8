package compiler_test

// This file damages rulebooks by words and lines; pages mutated by bytes are rarely readable.

import (
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/compiler/bounded"
	"rulebound/compiler/diag"
	"rulebound/engine/def"
)

var (
	fenced = regexp.MustCompile("(?s)```yaml\n.*?```")
	aWord  = regexp.MustCompile(`\$?[A-Za-z][\w-]*|\d+|[^\w\s]`)
)

// damage deletes, duplicates or replaces a word or a line of the data of a page.
func damage(r *rand.Rand, page string, words []string) string {
	blocks := fenced.FindAllStringIndex(page, -1)
	if len(blocks) == 0 {
		return page
	}
	at := blocks[r.IntN(len(blocks))]
	from, to := at[0]+len("```yaml\n"), at[1]-len("```")
	block := page[from:to]
	found := aWord.FindAllStringIndex(block, -1)
	if r.IntN(3) == 0 || len(found) == 0 {
		lines := strings.Split(block, "\n")
		i, j := r.IntN(len(lines)), r.IntN(len(lines))
		switch r.IntN(3) {
		case 0:
			lines = slices.Delete(lines, i, i+1)
		case 1:
			lines[i], lines[j] = lines[j], lines[i]
		default:
			lines = slices.Insert(lines, i, lines[j])
		}
		return page[:from] + strings.Join(lines, "\n") + page[to:]
	}
	w := found[r.IntN(len(found))]
	with := words[r.IntN(len(words))]
	switch r.IntN(4) {
	case 0:
		with = ""
	case 1:
		with = block[w[0]:w[1]] + " " + with
	}
	return page[:from] + block[:w[0]] + with + block[w[1]:] + page[to:]
}

// FuzzDamaged checks that a rulebook with damaged words and lines is rejected with an error, or is a game that the engine loads
// and starts.
func FuzzDamaged(f *testing.F) {
	games := []string{"kalah", "hasami-shogi", "texas-holdem", "nine-mens-morris", "backgammon", "night-market", "tidelands"}
	pages, words := make([]fstest.MapFS, len(games)), make([][]string, len(games))
	for i, game := range games {
		folder := os.DirFS("../data/games/" + game)
		names, err := fs.Glob(folder, "*.md")
		if err != nil {
			f.Fatal(err)
		}
		pages[i] = fstest.MapFS{}
		for _, name := range names {
			text, err := fs.ReadFile(folder, name)
			if err != nil {
				f.Fatal(err)
			}
			pages[i][game+"/"+name] = &fstest.MapFile{Data: text}
			words[i] = append(words[i], aWord.FindAllString(string(text), -1)...)
		}
		for seed := range uint64(30) {
			f.Add(uint(i), seed)
		}
	}
	compile := func(game uint, seed uint64) (*def.GameDef, *compiler.Book, diag.List) {
		i := int(game % uint(len(games)))
		r, damaged := rand.New(rand.NewPCG(seed, 0)), maps.Clone(pages[i])
		names := slices.Sorted(maps.Keys(damaged))
		for range 1 + r.IntN(3) {
			name := names[r.IntN(len(names))]
			damaged[name] = &fstest.MapFile{Data: []byte(damage(r, string(damaged[name].Data), words[i]))}
		}
		return compiler.Compile(damaged, games[i])
	}
	f.Fuzz(func(t *testing.T, game uint, seed uint64) {
		bounded.Run(t, func() {
			begins(t, "", func(string) (*def.GameDef, *compiler.Book, diag.List) { return compile(game, seed) })
		})
	})
}
