package lsp_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"
)

// The large rulebook with other line ends: answers about a place are about that place, and diagnostics have the right place.
func TestPositionsInTheLargeRulebook(t *testing.T) {
	c, text := large(t)
	const call = "in-the-open($space, "
	i := strings.Index(text, call)
	if i < 0 {
		t.Fatalf("%s has no %s any more: the test is stale", largePage, call)
	}
	line := uint32(strings.Count(text[:i], "\n"))
	for name, edited := range map[string]string{
		"as it is":         text,
		"CRLF":             strings.ReplaceAll(text, "\n", "\r\n"),
		"CR LF and a mark": "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n"),
	} {
		found := c.edit(largePage, edited)
		if len(found) > 0 {
			t.Errorf("%s: %v", name, messages(found))
		}
		lines := strings.Split(edited, "\n")
		at := protocol.TextDocumentPositionParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.uri(largePage)},
			Position: protocol.Position{Line: line, Character: units(lines[line], strings.Index(lines[line], call)) + 3}}
		h, err := c.Hover(c.ctx, &protocol.HoverParams{TextDocumentPositionParams: at})
		if err != nil || h == nil || !strings.Contains(h.Contents.(*protocol.MarkupContent).Value, "**function** `in-the-open`") {
			t.Errorf("%s: hover says %v, %v", name, h, err)
		}
		d, err := c.Definition(c.ctx, &protocol.DefinitionParams{TextDocumentPositionParams: at})
		if l, ok := d.(protocol.LocationSlice); err != nil || !ok || len(l) != 1 || !strings.HasSuffix(string(l[0].URI), largePage) {
			t.Errorf("%s: the definition is %v, %v", name, d, err)
		}
		r, err := c.Completion(c.ctx, &protocol.CompletionParams{TextDocumentPositionParams: at})
		c.must(err)
		if got := strings.Join(labels(r.(*protocol.CompletionList).Items), " "); !strings.Contains(" "+got+" ", " in-the-open ") {
			t.Errorf("%s: in-the-open is not among %s", name, got)
		}
		broken := strings.Replace(edited, call, "in-the-opem($space, ", 1)
		found = c.edit(largePage, broken)
		if len(found) == 0 || found[0].Range.Start != (protocol.Position{Line: line, Character: at.Position.Character - 3}) {
			t.Errorf("%s: the fault is at %+v, not in column %d of line %d", name, found, at.Position.Character-3, line)
		}
		edits, err := c.Rename(c.ctx, &protocol.RenameParams{TextDocumentPositionParams: at, NewName: "open-here"})
		if err == nil || !strings.Contains(err.Error(), "the rulebook does not compile") {
			t.Errorf("%s: a name of a rulebook with a fault is changed: %v", name, edits)
		}
	}
}

// units are the UTF-16 units of the first bytes of a line.
func units(line string, bytes int) uint32 {
	n := uint32(0)
	for _, r := range line[:bytes] {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

// A place behind a character of two UTF-16 units, in a rulebook and in a scenario.
func TestPositionsAfterACharacterOfTwoUTF16Units(t *testing.T) {
	c := connect(t, toyRepository(t))
	page := strings.Replace(toy, "title: Ann, likes: red", "title: '𝄞𝄞', likes: ret", 1)
	found := c.edit(toyPage, page)
	if len(found) != 1 || found[0].Range.Start.Character != uint32(len("seats: [{id: ann, title: 'xxxx', likes: ")) || found[0].Range.End.Character-found[0].Range.Start.Character != 3 {
		t.Errorf("the fault is at %+v", found)
	}
	c.edit(toyPage, toy)
	found = c.edit(toyStory, "version: 1\ntitle: '𝄞'\ngame: toy\nrules: ['1.1-a']\nsetup: {scenario: '𝄞', deck: []}\nmoves: []\nexpect: {state: {'𝄞': 1, golt: 1}}\n")
	for _, d := range found {
		if d.Range.End.Character < d.Range.Start.Character || d.Range.Start.Character > 60 {
			t.Errorf("the fault is at %+v", d)
		}
	}
	if len(found) == 0 {
		t.Error("a scenario of another set-up has no fault")
	}
}

// A request that is cancelled while it waits for a compile is answered at once, and the server goes on.
func TestCancelledRequests(t *testing.T) {
	c, text := large(t)
	doc := protocol.TextDocumentIdentifier{URI: c.uri(largePage)}
	for range 5 {
		c.versions[doc.URI]++
		c.must(c.DidChange(c.ctx, &protocol.DidChangeTextDocumentParams{
			TextDocument:   protocol.VersionedTextDocumentIdentifier{TextDocumentIdentifier: doc, Version: c.versions[doc.URI]},
			ContentChanges: []protocol.TextDocumentContentChangeEvent{&protocol.TextDocumentContentChangeWholeDocument{Text: text + "\n"}}}))
		ctx, cancel := context.WithCancel(c.ctx)
		answered := make(chan error, 1)
		go func() {
			_, err := c.Rename(ctx, &protocol.RenameParams{TextDocumentPositionParams: protocol.TextDocumentPositionParams{TextDocument: doc}, NewName: "x"})
			answered <- err
		}()
		cancel()
		select {
		case err := <-answered:
			if err == nil {
				t.Error("a cancelled rename succeeded")
			}
		case <-time.After(patience):
			t.Fatal("a cancelled request is not answered")
		}
	}
	c.everything(largePage, protocol.Position{Line: 40, Character: 4})
	if found := c.diagnostics(largePage, c.versions[doc.URI]); len(found) > 0 {
		t.Errorf("afterwards: %v", messages(found))
	}
}

// Files that are deleted, renamed or written on the disk while no editor has them open are noticed, if the client says so, as it is asked to.
func TestChangesOnDiskAreNoticed(t *testing.T) {
	const more = "data/games/toy/20-more.md"
	root := repository(t, map[string]string{toyPage: toy, more: "# 2 More\n\n```yaml\nsets: {both: 'left | right'}\n```\n"})
	c := connect(t, root)
	_, err := c.Initialize(c.ctx, &protocol.InitializeParams{Capabilities: protocol.ClientCapabilities{Workspace: &protocol.WorkspaceClientCapabilities{
		DidChangeWatchedFiles: &protocol.DidChangeWatchedFilesClientCapabilities{DynamicRegistration: new(true)}}}})
	c.must(err)
	c.must(c.Initialized(c.ctx, &protocol.InitializedParams{}))
	c.mu.Lock()
	for len(c.watched) == 0 {
		c.news.Wait()
	}
	if !strings.Contains(c.watched[0], "workspace/didChangeWatchedFiles") || !strings.Contains(c.watched[0], "**/data/games/*/*.md") {
		t.Errorf("it watches %q", c.watched)
	}
	c.mu.Unlock()
	page := strings.Replace(toy, "adjacent: right}", "adjacent: right}\n- {id: far, adjacent: [], title: 'x'}", 1) + "\n```yaml\nfunctions: [{id: here, value: both}]\ninvariants: [{id: some, require: size(here()) > 1, message: x}]\n```\n"
	if found := c.edit(toyPage, page); len(found) > 0 {
		t.Fatal(messages(found))
	}
	changed := func(kind protocol.FileChangeType, names ...string) []protocol.Diagnostic {
		t.Helper()
		c.mu.Lock()
		before := len(c.told[c.uri(toyPage)])
		c.mu.Unlock()
		var events []protocol.FileEvent
		for _, name := range names {
			events = append(events, protocol.FileEvent{URI: c.uri(name), Type: kind})
		}
		c.must(c.DidChangeWatchedFiles(c.ctx, &protocol.DidChangeWatchedFilesParams{Changes: events}))
		c.mu.Lock()
		defer c.mu.Unlock()
		for len(c.told[c.uri(toyPage)]) == before {
			c.news.Wait()
		}
		return c.told[c.uri(toyPage)][before].Diagnostics
	}
	old, moved := filepath.Join(root, more), filepath.Join(root, "data/games/toy/30-more.md")
	c.must(os.Remove(old))
	if found := changed(protocol.FileChangeTypeDeleted, more); len(found) != 1 || !strings.Contains(messages(found)[0], "both") {
		t.Errorf("a page is gone: %v", messages(found))
	}
	c.must(os.WriteFile(moved, []byte("# 3 More\n\n```yaml\nsets: {both: 'left | right'}\n```\n"), 0o644))
	if found := changed(protocol.FileChangeTypeCreated, "data/games/toy/30-more.md"); len(found) != 0 {
		t.Errorf("a page of another name: %v", messages(found))
	}
	c.must(os.Rename(filepath.Join(root, "data/games/toy"), filepath.Join(root, "data/games/tay")))
	c.everything(toyPage, protocol.Position{Line: 20, Character: 7}) // whose file is gone
}
