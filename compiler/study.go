package compiler

// study.go compiles a rulebook for programs that look at it as its author does, such as an editor: with the values of the stages, also where
// it has errors.

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

// Study is what a compile found out about a rulebook. Stages that were not reached have left nil.
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

// Examine is the function Examine.
func (c *Cache) Examine(ctx context.Context, fsys fs.FS, dir string) (*Study, error) {
	s := &Study{ctx: ctx}
	if err := ctx.Err(); err != nil {
		return s, err
	}
	s.Game, s.Book, s.List = c.compile(fsys, dir, s)
	return s, ctx.Err()
}

// Uses lists where names are declared, and where they are written; those of the language are left out. Some are listed several times.
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

// spelled reports whether a name, with or without its $, is written at the place of a use.
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

// begin lets a compile be cancelled; declared and resolved keep what a stage gave. They do nothing for nil.
func (s *Study) begin(budget *diag.Budget) {
	if s != nil {
		budget.Until(s.ctx.Done())
	}
}

// cancelled reports whether the compile was cancelled.
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
