package compiler

// What the tests of this package's outside need from its inside.

import (
	"io/fs"
	"maps"
	"slices"
	"strings"

	"rulebound/compiler/grammar"
)

// Asked compiles a rulebook and tells f which keys the compiler asked of each mapping, named as in messages, and of each
// statement, named by its keyword after "- ". Keys that the rulebook itself declares, as properties or data of entries that
// are open for them, are left out.
func Asked(fsys fs.FS, dir string, f func(what string, keys []string)) {
	compile(library, fsys, dir, func(c *compiler, what string, keys []string) {
		if strings.HasPrefix(what, "row of ") {
			return
		}
		if !slices.ContainsFunc(grammar.Blocks, func(b grammar.Block) bool { return b.What == what && b.Open != "" }) {
			f(what, keys)
			return
		}
		declared := map[string]bool{}
		for _, props := range c.props {
			for name := range props {
				declared[name] = true
			}
		}
		for _, id := range c.setupIDs {
			head, _, _ := strings.Cut(c.setupOf[id].at, ".")
			declared[head] = true
		}
		f(what, slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return declared[k] }))
	})
}

// Keywords lists the keywords of statements.
func Keywords() []string { return slices.Sorted(maps.Keys(keyword)) }
