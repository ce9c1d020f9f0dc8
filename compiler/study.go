package compiler

// This file compiles a rulebook for editors and similar programs: it also returns the results of the stages, even if there are
// errors.

import (
	"bytes"
	"context"
	"io/fs"
	"strings"
	"unicode"
	"unicode/utf8"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// Study is the result of such a compile. Results of stages that were not reached are nil.
type Study struct {
	Game    *def.GameDef // nil if the list has errors
	Book    *Book        // nil if no page could be read
	Tree    *tree.Rulebook
	Symbols *declare.Symbols
	Rules   *typed.Rulebook
	List    diag.List

	ctx context.Context
}

// Examine compiles the rulebook in folder dir of fsys. The error is that of ctx if the compile was cancelled.
func Examine(ctx context.Context, fsys fs.FS, dir string) (*Study, error) {
	return (*Cache)(nil).Examine(ctx, fsys, dir)
}

// Examine is like the function Examine, with the cache.
func (c *Cache) Examine(ctx context.Context, fsys fs.FS, dir string) (*Study, error) {
	s := &Study{ctx: ctx}
	if err := ctx.Err(); err != nil {
		return s, err
	}
	s.Game, s.Book, s.List = c.compile(fsys, dir, s)
	return s, ctx.Err()
}

// Uses returns the declarations and uses of names, without those of the language. There may be duplicates.
func (s *Study) Uses() []names.Use {
	if s.Book == nil {
		return nil
	}
	var all []names.Use
	for _, k := range s.Book.Clauses {
		all = append(all, names.Use{At: k.Pos, Thing: names.Thing{Sort: names.Clause, Name: k.ID}, Declares: true})
	}
	for _, h := range s.Book.Headings {
		if h.Number != "" {
			all = append(all, names.Use{At: h.Pos, Thing: names.Thing{Sort: names.Clause, Name: h.Number}, Declares: true})
		}
	}
	if s.Symbols != nil {
		all = append(all, s.Symbols.Uses...)
	}
	if s.Rules != nil {
		all = append(all, s.Rules.Uses...)
	}
	out, pages := make([]names.Use, 0, len(all)), map[string][][]byte{}
	for _, u := range all {
		if pages[u.At.File] == nil {
			pages[u.At.File] = bytes.Split(s.Book.Source(u.At.File), []byte("\n"))
		}
		if u.Written = spelled(u, pages[u.At.File]); u.Written || u.Declares && u.At.Line > 0 {
			out = append(out, u)
		}
	}
	return out
}

// spelled reports whether a name, with or without its $, is written at the position of a use.
func spelled(u names.Use, lines [][]byte) bool {
	if u.At.Line < 1 || u.At.Line > len(lines) {
		return false
	}
	line := lines[u.At.Line-1]
	for range u.At.Col - 1 {
		_, n := utf8.DecodeRune(line)
		line = line[n:]
	}
	name := []byte(strings.TrimPrefix(u.Thing.Name, "$"))
	rest, ok := bytes.CutPrefix(bytes.TrimPrefix(line, []byte("$")), name)
	r, _ := utf8.DecodeRune(rest)
	return ok && (len(rest) == 0 || r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r))
}

// begin makes a compile cancellable; declared and resolved store results of a stage. They do nothing on nil.
func (s *Study) begin(budget *diag.Budget) {
	if s != nil {
		budget.Until(s.ctx.Done())
	}
}

func (s *Study) cancelled() bool { return s != nil && s.ctx.Err() != nil }

func (s *Study) declared(book *tree.Rulebook, symbols *declare.Symbols) {
	if s != nil {
		s.Tree, s.Symbols = book, symbols
	}
}

func (s *Study) resolved(rules *typed.Rulebook) {
	if s != nil {
		s.Rules = rules
	}
}
