package lsp

// rename.go renames a thing in the rulebook, the scenarios and the lists, if the new name is free and the rulebook
// keeps its meaning. Renaming a section also renames its clauses and subsections, and the folders named after them.

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
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
	"rulebound/conformance/scenario"
	"rulebound/editor/index"
)

// refuse returns the error of a rename that is impossible, with the reason.
func refuse(format string, args ...any) error {
	return jsonrpc2.NewError(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), fmt.Sprintf(format, args...))
}

var (
	wordForm   = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)
	clauseForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.-]*$`)
)

// renamed determines the things to rename: the one at a place, those that take their name from it (a decision from
// its binding), and, of a section, those in it.
func (x *renaming) renamed(doc *page, at diag.Pos) error {
	things := doc.things(x.Index, at)
	if len(things) == 0 {
		return refuse("there is no name here that the rulebook declares")
	}
	x.things = things[:1:1]
	if x.section() {
		for _, u := range x.All(names.Clause) {
			if name, old := u.Thing.Name, things[0].Name; strings.HasPrefix(name, old+".") || strings.HasPrefix(name, old+"-") {
				x.things = append(x.things, u.Thing)
			}
		}
	}
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

// renaming is a rename in progress.
type renaming struct {
	*index.Index
	things []names.Thing
}

// section reports whether the thing to rename is a section, whose name is its number.
func (x *renaming) section() bool {
	return x.things[0].Sort == names.Clause && x.Clause(x.things[0].Name) == nil
}

// to returns the new name of a thing, if name is the new name of the first.
func (x *renaming) to(t names.Thing, name string) string {
	if x.section() {
		return name + strings.TrimPrefix(t.Name, x.things[0].Name)
	}
	return name
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

// toRename returns a document with the index of its present text.
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
			edits[at.File] = append(edits[at.File], edit{x.Text(at.File), at, r.to(t, name)})
		}
		r.inProse(t, name, edits)
	}
	for _, w := range s.written(ctx, x, r.things...) {
		edits[w.file] = append(edits[w.file], edit{w.lines, w.at, r.to(w.thing, name)})
	}
	moved, err := s.folders(r, name, edits)
	if err != nil {
		return nil, err
	}
	if err := s.checked(ctx, x, edits); err != nil {
		return nil, err
	}
	out := s.workspace(edits)
	if len(moved) > 0 {
		s.moving(out, moved)
	}
	return out, ctx.Err()
}

// inProse adds the edits of prose that names a clause by its full id. It skips numbers without a point, which may mean anything.
func (x *renaming) inProse(t names.Thing, name string, edits map[string][]edit) {
	if t.Sort != names.Clause || !strings.Contains(t.Name, ".") {
		return
	}
	for _, file := range x.Files() {
		if library(file) {
			continue
		}
		lines := x.Text(file)
		fences := index.Fences(lines)
		for i, line := range lines {
			if len(line) > maxLine || slices.ContainsFunc(fences, func(f index.Fence) bool { return i+1 >= f.First && i+1 <= f.Last }) {
				continue
			}
			for _, at := range named(file, line, i+1, t.Name) {
				edits[file] = append(edits[file], edit{lines, at, x.to(t, name)})
			}
		}
	}
}

// folders returns the folders of scenarios and goldens named after a renamed section, with their new names, and adds
// the edits of scenarios that continue one in them.
func (s *Server) folders(x *renaming, name string, edits map[string][]edit) (moved [][2]string, err error) {
	if !x.section() {
		return nil, nil
	}
	s.mu.Lock()
	files, moves := s.files, s.moves
	s.mu.Unlock()
	again := map[string]string{} // folders of scenarios by their old names
	for _, dir := range []string{path.Join(corpus.ScenariosDir, x.ID), path.Join(corpus.GoldensDir, x.ID)} {
		entries, _ := fs.ReadDir(files, dir)
		for _, e := range entries {
			number, _, _ := strings.Cut(e.Name(), "-")
			for _, t := range x.things {
				if t.Name != number {
					continue
				}
				to := x.to(t, name) + strings.TrimPrefix(e.Name(), number)
				if _, err := fs.Stat(files, path.Join(dir, to)); err == nil {
					return nil, refuse("%s already exists; the folder %s cannot be renamed to it", path.Join(dir, to), e.Name())
				}
				moved = append(moved, [2]string{path.Join(dir, e.Name()), path.Join(dir, to)})
				again[e.Name()] = to
			}
		}
	}
	if len(moved) > 0 && !moves {
		return nil, refuse("%s has the name of the section, and this editor does not rename folders", moved[0][0])
	}
	if len(again) == 0 {
		return nil, nil
	}
	scenarios, _ := scenario.Files(files, path.Join(corpus.ScenariosDir, x.ID))
	for _, file := range scenarios {
		lines := index.Lines(read(files, file))
		for i, line := range lines {
			rest, ok := strings.CutPrefix(line, "after:")
			if !ok {
				continue
			}
			value := strings.TrimLeft(rest, " ")
			folder, _, _ := strings.Cut(value, "/")
			if to := again[folder]; to != "" {
				col := len([]rune(line)) - len([]rune(value)) + 1
				edits[file] = append(edits[file], edit{lines, diag.Pos{File: file, Line: i + 1, Col: col, EndCol: col + len([]rune(folder))}, to})
			}
		}
	}
	return moved, nil
}

// moving adds the renames of folders to edits.
func (s *Server) moving(w *protocol.WorkspaceEdit, moved [][2]string) {
	for _, u := range slices.Sorted(maps.Keys(w.Changes)) {
		e := &protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: u}}}
		s.mu.Lock()
		if d := s.document(u); d != nil {
			e.TextDocument.Version = new(d.version)
		}
		s.mu.Unlock()
		for _, t := range w.Changes[u] {
			e.Edits = append(e.Edits, &t)
		}
		w.DocumentChanges = append(w.DocumentChanges, e)
	}
	for _, m := range moved {
		w.DocumentChanges = append(w.DocumentChanges, &protocol.RenameFile{Kind: "rename", OldURI: s.uriOf(m[0]), NewURI: s.uriOf(m[1])})
	}
	w.Changes = nil
}

// free returns an error if a name cannot be the new one.
func (x *renaming) free(name string) error {
	form := wordForm
	if x.things[0].Sort == names.Clause {
		form = clauseForm
	}
	if !form.MatchString(name) {
		return refuse("%q is not a name: a letter, then letters, digits, - or _", name)
	}
	for _, t := range x.things {
		for _, other := range x.Named(x.to(t, name)) {
			clash := other.Sort == t.Sort && other.Of == t.Of
			if t.Sort == names.Bound {
				clash = other.Sort == names.Bound && other.At.File == t.At.File
			}
			if clash || (t.Sort == names.Shared) != (other.Sort == names.Shared) && t.Sort != names.Bound && other.Sort != names.Bound {
				at := ""
				if d := x.Declared(other); len(d) > 0 {
					at = ", at " + d[0].At.String()
				}
				return refuse("%s already exists: a %s%s", x.to(t, name), x.Kind(other), at)
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

// edit replaces a word by a text.
type edit struct {
	lines []string
	at    diag.Pos
	text  string
}

// checked compiles the rulebook with the edits, and returns an error if its meaning would change.
func (s *Server) checked(ctx context.Context, x *index.Index, edits map[string][]edit) error {
	files := s.snapshot()
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

// applied returns a text with edits applied.
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

// workspace converts edits for a client.
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
