// Package index serves editors of rulebooks: it finds what a name means, where it is declared and used, describes it,
// and proposes completions. It is made from the result of a compile; newer text is examined word by word.
package index

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"rulebound/compiler"
	"rulebound/compiler/diag"
	"rulebound/compiler/names"
)

// Index holds the names of a rulebook. It is immutable. The names are sorted on first use, since most compiles while
// typing need none of them.
type Index struct {
	*compiler.Study
	ID string // of the game

	lines  map[string][]string
	once   sync.Once
	files  map[string][]names.Use // by file, sorted by place, without duplicates
	of     map[names.Thing][]names.Use
	byName map[string][]names.Thing // without $; only declared things
}

// New makes the index of a game.
func New(id string, s *compiler.Study) *Index {
	x := &Index{Study: s, ID: id, lines: map[string][]string{}}
	if s.Book != nil {
		for _, f := range s.Book.Files {
			x.lines[f.Name] = Lines(f.Data)
		}
	}
	return x
}

// uses returns the index with its names sorted.
func (x *Index) uses() *Index {
	x.once.Do(func() {
		x.files, x.of, x.byName = map[string][]names.Use{}, map[names.Thing][]names.Use{}, map[string][]names.Thing{}
		for _, u := range x.Study.Uses() {
			u.Thing = x.same(u.Thing)
			u.At.EndCol = u.At.Col + x.width(u)
			x.files[u.At.File] = append(x.files[u.At.File], u)
		}
		for _, file := range x.Files() {
			x.files[file] = merged(x.files[file])
			for _, u := range x.files[file] {
				if u.Declares && !slices.ContainsFunc(x.of[u.Thing], func(o names.Use) bool { return o.Declares }) {
					name := strings.TrimPrefix(u.Thing.Name, "$")
					x.byName[name] = append(x.byName[name], u.Thing)
				}
				x.of[u.Thing] = append(x.of[u.Thing], u)
			}
		}
	})
	return x
}

// merged sorts the uses of a file and merges those of one thing at one place.
func merged(uses []names.Use) []names.Use {
	slices.SortStableFunc(uses, func(a, b names.Use) int { return compare(a.At, b.At) })
	out := uses[:0]
	for _, u := range uses {
		first := len(out)
		for first > 0 && compare(out[first-1].At, u.At) == 0 {
			first--
		}
		i := slices.IndexFunc(out[first:], func(o names.Use) bool { return o.Thing == u.Thing && o.At == u.At })
		if i < 0 {
			out = append(out, u)
			continue
		}
		old := &out[first+i]
		old.Declares = old.Declares || u.Declares
		if old.Type.Kind == 0 {
			old.Type = u.Type
		}
	}
	return out
}

// same returns the canonical thing for t: an enumeration declared by a marker, an option or a grid has the id of that.
func (x *Index) same(t names.Thing) names.Thing {
	if t.Sort == names.Type && x.Symbols != nil && x.Symbols.Names[t.Name] != nil {
		return names.Thing{Name: t.Name}
	}
	return t
}

// width returns the length of a use in characters, 0 if its name is not written there.
func (x *Index) width(u names.Use) int {
	if !u.Written {
		return 0
	}
	n := utf8.RuneCountInString(strings.TrimPrefix(u.Thing.Name, "$"))
	if lines := x.lines[u.At.File]; u.At.Line >= 1 && u.At.Line <= len(lines) {
		col := 0
		for _, r := range lines[u.At.Line-1] {
			if col++; col == u.At.Col && r == '$' {
				n++
			}
			if col >= u.At.Col {
				break
			}
		}
	}
	return n
}

// Files lists the files of the rulebook that name things, including libraries.
func (x *Index) Files() []string {
	var out []string
	if x.Book != nil {
		for _, f := range x.Book.Files {
			out = append(out, f.Name)
		}
	}
	return out
}

// Line returns the characters of the compiled line at a place, nil if there is none.
func (x *Index) Line(at diag.Pos) []rune {
	if lines := x.lines[at.File]; at.Line >= 1 && at.Line <= len(lines) {
		return []rune(lines[at.Line-1])
	}
	return nil
}

// Text returns the compiled lines of a file.
func (x *Index) Text(file string) []string { return x.lines[file] }

// compare orders places of one file.
func compare(a, b diag.Pos) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}

// At returns the uses of names at a place or just before it, the last one first.
func (x *Index) At(at diag.Pos) []names.Use {
	uses := x.uses().files[at.File]
	i, _ := slices.BinarySearchFunc(uses, diag.Pos{Line: at.Line}, func(u names.Use, p diag.Pos) int { return compare(u.At, p) })
	var out []names.Use
	for ; i < len(uses) && uses[i].At.Line == at.Line && uses[i].At.Col <= at.Col; i++ {
		if u := uses[i]; u.Written && at.Col <= u.At.EndCol {
			out = append(out, u)
		}
	}
	slices.SortStableFunc(out, func(a, b names.Use) int {
		return cmp.Or(cmp.Compare(b.At.Col, a.At.Col), cmp.Compare(b.Thing.Sort, a.Thing.Sort)) // a binding precedes the decision that it answers
	})
	return out
}

// In returns the uses of names in a file, sorted.
func (x *Index) In(file string) []names.Use { return x.uses().files[file] }

// Of returns the places that name a thing, including declarations.
func (x *Index) Of(t names.Thing) []names.Use { return x.uses().of[t] }

// Declared returns the declarations of a thing.
func (x *Index) Declared(t names.Thing) []names.Use {
	var out []names.Use
	for _, u := range x.uses().of[t] {
		if u.Declares {
			out = append(out, u)
		}
	}
	return out
}

// Named returns the declared things with a name, with or without its $: ids first, bindings last.
func (x *Index) Named(name string) []names.Thing {
	things := slices.Clone(x.uses().byName[strings.TrimPrefix(name, "$")])
	if strings.HasPrefix(name, "$") {
		things = slices.DeleteFunc(things, func(t names.Thing) bool { return t.Sort != names.Bound })
	}
	slices.SortStableFunc(things, func(a, b names.Thing) int { return cmp.Compare(a.Sort, b.Sort) })
	return things
}

// All returns the names of a sort, in the order of their declarations.
func (x *Index) All(sort names.Sort) []names.Use {
	var out []names.Use
	seen := map[names.Thing]bool{}
	for _, file := range x.Files() {
		for _, u := range x.uses().files[file] {
			if u.Declares && u.Thing.Sort == sort && !seen[u.Thing] {
				seen[u.Thing] = true
				out = append(out, u)
			}
		}
	}
	return out
}

// Lines splits a text into lines.
func Lines(text []byte) []string {
	lines := strings.Split(string(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimSuffix(lines[i], "\r")
	}
	return lines
}

// IsWord reports whether a character can be part of a name.
func IsWord(r rune) bool {
	return r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}
