package lsp

// rename.go gives a thing another name in the rulebook, the scenarios and the lists, if nothing else has that name and the rulebook means the
// same afterwards.

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"rulebound/compiler"
	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/conformance/corpus"
	"rulebound/editor/index"
)

// refuse is the answer to a rename that cannot be: it says why.
func refuse(format string, args ...any) error {
	return jsonrpc2.NewError(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), fmt.Sprintf(format, args...))
}

var (
	wordForm   = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)
	clauseForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.-]*$`)
)

// renamed are the things that get the new name: the one at a place, and what has its name from it, as a decision has from its binding.
func (x *renaming) renamed(doc *page, at diag.Pos) error {
	things := doc.things(x.Index, at)
	if len(things) == 0 {
		return refuse("there is no name here that the rulebook declares")
	}
	x.things = things[:1]
	for _, u := range x.Of(things[0]) {
		for _, same := range x.At(u.At) {
			if same.At == u.At && !slices.Contains(x.things, same.Thing) && strings.TrimPrefix(same.Thing.Name, "$") == strings.TrimPrefix(things[0].Name, "$") {
				x.things = append(x.things, same.Thing)
			}
		}
	}
	if len(x.Declared(things[0])) == 0 {
		return refuse("%s is a word of the language or of a library", things[0].Name)
	}
	for _, t := range x.things {
		for _, u := range x.Of(t) {
			switch {
			case library(u.At.File):
				return refuse("%s is named by a library, at %s", t.Name, u.At)
			case !u.Written:
				return refuse("%s comes of a pattern, at %s; rename that", t.Name, u.At)
			}
		}
	}
	return nil
}

// renaming is a rename under way.
type renaming struct {
	*index.Index
	things []names.Thing
}

// PrepareRename implements protocol.Server.
func (s *Server) PrepareRename(ctx context.Context, p *protocol.PrepareRenameParams) (protocol.PrepareRenameResult, error) {
	doc, x, err := s.toRename(ctx, p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	at := pos(doc.name, doc.lines, p.Position)
	r := &renaming{Index: x}
	if err := r.renamed(doc, at); err != nil {
		return nil, err
	}
	word, from, to := doc.word(at)
	if strings.HasPrefix(word, "$") {
		from++
	}
	return &protocol.Range{Start: position(doc.lines, at.Line, from), End: position(doc.lines, at.Line, to)}, nil
}

// toRename is a document with the index of its text as it is now.
func (s *Server) toRename(ctx context.Context, u uri.URI) (*page, *index.Index, error) {
	doc := s.page(u)
	if doc == nil || doc.game == nil {
		return nil, nil, refuse("this file belongs to no game")
	}
	x := doc.game.now(ctx)
	if x == nil {
		return nil, nil, refuse("the rulebook was not compiled")
	}
	if x.Game == nil {
		return nil, nil, refuse("the rulebook does not compile; mend it first, so that every use of the name is known")
	}
	return doc, x, nil
}

// Rename implements protocol.Server.
func (s *Server) Rename(ctx context.Context, p *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	doc, x, err := s.toRename(ctx, p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	r := &renaming{Index: x}
	if err := r.renamed(doc, pos(doc.name, doc.lines, p.Position)); err != nil {
		return nil, err
	}
	name := strings.TrimPrefix(p.NewName, "$")
	if err := r.free(name); err != nil {
		return nil, err
	}
	edits := map[string][]edit{}
	for _, t := range r.things {
		for _, u := range x.Of(t) {
			at := u.At
			if line := x.Line(at); line[at.Col-1] == '$' {
				at.Col++
			}
			edits[at.File] = append(edits[at.File], edit{x.Text(at.File), at, name})
		}
		for _, w := range s.written(ctx, x, t) {
			edits[w.file] = append(edits[w.file], edit{w.lines, w.at, name})
		}
	}
	if err := s.checked(ctx, x, edits); err != nil {
		return nil, err
	}
	return s.workspace(edits), ctx.Err()
}

// free reports why a name cannot be the new one, nil if it can.
func (x *renaming) free(name string) error {
	form := wordForm
	if x.things[0].Sort == names.Clause {
		form = clauseForm
	}
	if !form.MatchString(name) {
		return refuse("%q is no name: a letter, then letters, digits, - or _", name)
	}
	for _, other := range x.Named(name) {
		for _, t := range x.things {
			clash := other.Sort == t.Sort && other.Of == t.Of
			if t.Sort == names.Bound {
				clash = other.Sort == names.Bound && other.At.File == t.At.File
			}
			if clash || (t.Sort == names.Shared) != (other.Sort == names.Shared) && t.Sort != names.Bound && other.Sort != names.Bound {
				at := ""
				if d := x.Declared(other); len(d) > 0 {
					at = ", at " + d[0].At.String()
				}
				return refuse("%s is there already: a %s%s", name, x.Kind(other), at)
			}
		}
	}
	old := strings.TrimPrefix(x.things[0].Name, "$")
	if x.things[0].Sort == names.Bound && len(x.things) == 1 {
		return nil
	}
	for _, other := range x.Named(old) {
		if other.Sort != names.Bound && other.Sort != names.Tag && !slices.Contains(x.things, other) {
			return refuse("%s is also a %s; scenarios name both by the same word, so rename it by hand", old, x.Kind(other))
		}
	}
	return nil
}

// edit is other text in the place of a word.
type edit struct {
	lines []string
	at    diag.Pos
	text  string
}

// checked compiles the rulebook as it will be, and reports what would be wrong with it.
func (s *Server) checked(ctx context.Context, x *index.Index, edits map[string][]edit) error {
	s.mu.Lock()
	files := s.files
	s.mu.Unlock()
	for file, list := range edits {
		if kind, _ := kindOf(file); kind == rulebook {
			files = files.With(file, applied(list))
		}
	}
	study, err := compiler.Examine(ctx, files, path.Join(corpus.GamesDir, x.ID))
	if err != nil {
		return err
	}
	if study.List.HasErrors() {
		return refuse("the rulebook would not compile: %v", study.List[0])
	}
	return nil
}

// applied is a text after some edits of it.
func applied(list []edit) []byte {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b edit) int { return b.at.Line<<16 + b.at.Col - a.at.Line<<16 - a.at.Col })
	list = slices.CompactFunc(list, func(a, b edit) bool { return a.at == b.at })
	lines := slices.Clone(list[0].lines)
	for _, e := range list {
		r := []rune(lines[e.at.Line-1])
		lines[e.at.Line-1] = string(r[:e.at.Col-1]) + e.text + string(r[e.at.EndCol-1:])
	}
	return []byte(strings.Join(lines, "\n"))
}

// workspace are edits as a client gets them.
func (s *Server) workspace(edits map[string][]edit) *protocol.WorkspaceEdit {
	out := &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{}}
	for file, list := range edits {
		for _, e := range list {
			t := protocol.TextEdit{Range: protocol.Range{Start: position(e.lines, e.at.Line, e.at.Col), End: position(e.lines, e.at.Line, e.at.EndCol)}, NewText: e.text}
			if u := s.uriOf(file); !slices.Contains(out.Changes[u], t) {
				out.Changes[u] = append(out.Changes[u], t)
			}
		}
	}
	return out
}
