package lsp

// fixes.go offers quick fixes for diagnostics that suggest one: remedies maps their texts to edits.

import (
	"cmp"
	"context"
	"regexp"
	"slices"

	"go.lsp.dev/protocol"

	"rulebound/compiler/diag"
	"rulebound/editor/index"
)

// fix is a quick fix.
type fix struct {
	title string
	edits map[string][]edit
}

// CodeAction implements protocol.Server.
func (s *Server) CodeAction(ctx context.Context, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	if len(p.Context.Only) > 0 && !slices.Contains(p.Context.Only, protocol.CodeActionKindQuickFix) {
		return nil, nil
	}
	doc, x := s.indexed(ctx, p.TextDocument.URI, (*game).now)
	if x == nil {
		return nil, ctx.Err()
	}
	list := x.List
	if kind, _ := kindOf(doc.name); kind != rulebook {
		list = doc.game.beside(x, s.snapshot(), doc.name, doc.text)
	}
	var out []protocol.CommandOrCodeAction
	for _, d := range list {
		at := rangeOf(doc.lines, d.Subject)
		if d.Subject.File != doc.name || at.Start.Line > p.Range.End.Line || at.End.Line < p.Range.Start.Line {
			continue
		}
		for _, f := range fixesOf(x, doc, d) {
			out = append(out, &protocol.CodeAction{Title: f.title, Kind: new(protocol.CodeActionKindQuickFix), IsPreferred: new(true), Edit: s.workspace(f.edits),
				Diagnostics: []protocol.Diagnostic{s.diagnostic(d, doc.lines, x.Text)}})
		}
	}
	return out, nil
}

// fixesOf returns the quick fixes for a fault of a page.
func fixesOf(x *index.Index, doc *page, d diag.Diagnostic) []fix {
	if d.Subject.Line < 1 || d.Subject.Line > len(doc.lines) || len(doc.lines[d.Subject.Line-1]) > maxLine {
		return nil
	}
	f := &fault{x, doc, d, d.Subject, []rune(doc.lines[d.Subject.Line-1])}
	f.at.Col = min(max(f.at.Col, 1), len(f.line)+1)
	text := d.Summary + "\n" + d.Detail
	var out []fix
	for _, r := range remedies {
		if m := r.says.FindStringSubmatch(text); m != nil {
			if e, title, ok := r.mend(f, m); ok {
				e.at.File = cmp.Or(e.at.File, doc.name)
				out = append(out, fix{title, map[string][]edit{e.at.File: {e}}})
				if !r.more {
					break
				}
			}
		}
	}
	return out
}

// remedy maps a text of a diagnostic to an edit.
type remedy struct {
	says *regexp.Regexp
	mend func(f *fault, m []string) (e edit, title string, ok bool)
	more bool // other remedies may also apply
}

// pattern compiles a regular expression for the summary and, on the following lines, the detail of a diagnostic.
func pattern(text string) *regexp.Regexp { return regexp.MustCompile(`(?m)` + text) }

// remedies are tried in order; the first one that applies is offered.
var remedies = []remedy{
	{says: pattern(`(?i)did you mean \(?([^?\s)]+)\)?\?`), mend: func(f *fault, m []string) (edit, string, bool) { return f.instead(m[1]) }},
	{says: pattern(`^(\S+) lists (\S+) as adjacent, but not the other way round`), mend: (*fault).borders},
	// quotes
	{says: pattern(`in quotes`), mend: func(f *fault, _ []string) (edit, string, bool) { return f.quoted() }},
	{says: pattern(`Use single quotes around`), mend: func(f *fault, _ []string) (edit, string, bool) { return f.requoted() }},
	// operators
	{says: pattern(`^! is not an operator\nWrite not`), mend: func(f *fault, _ []string) (edit, string, bool) { return f.text("!", "not ") }},
	{says: pattern(`^YAML tags are not part of the language\nIn a formula write not`), mend: func(f *fault, _ []string) (edit, string, bool) { return f.text("!", "not ") }},
	{says: pattern(`^\^ is not an operator`), mend: func(f *fault, _ []string) (edit, string, bool) { return f.text("^", "**") }},
	{says: pattern(`^(\S+) is not an operator\nWrite ([^\s.;]+)`), mend: func(f *fault, m []string) (edit, string, bool) { return f.text(m[1], m[2]) }},
	{says: pattern(`^= does not compare\nWrite ==`), mend: func(f *fault, _ []string) (edit, string, bool) { return f.text("=", "==") }},
	{says: pattern(`write (\S+ - \S+) to subtract`), mend: func(f *fault, m []string) (edit, string, bool) { return f.instead(m[1]) }},
	// bindings, formulas, names
	{says: pattern(`a binding begins with \$, write (\$\S+)`), mend: func(f *fault, m []string) (edit, string, bool) { return f.instead(m[1]) }},
	{says: pattern(`^the name that is bound needs a dollar sign`), mend: func(f *fault, _ []string) (edit, string, bool) { return f.text("", "$") }},
	{says: pattern(`^the name of an argument has no dollar sign`), mend: func(f *fault, _ []string) (edit, string, bool) { return f.text("$", "") }},
	{says: pattern(`^a formula without its =`), mend: func(f *fault, _ []string) (edit, string, bool) { return f.text("", "=") }},
	{says: pattern(`for no value write none|Write none`), mend: func(f *fault, _ []string) (edit, string, bool) { return f.instead("none") }},
	{says: pattern(`^pieces in a box have no status; write (\S+)`), mend: func(f *fault, m []string) (edit, string, bool) { return f.whole(m[1]) }},
	{says: pattern(`comes last: write per: (\[.*\])`), mend: func(f *fault, m []string) (edit, string, bool) { return f.keyed("per", m[1]) }},
	// characters to remove
	{says: pattern(`^an invisible character \(.*\nTake it out`), mend: func(f *fault, _ []string) (edit, string, bool) { return f.without(1) }},
	{says: pattern(`^a typographic quote`), mend: func(f *fault, _ []string) (edit, string, bool) { return f.straight() }},
	{says: pattern(`Replace it with an ordinary space`), mend: func(f *fault, _ []string) (edit, string, bool) { return f.spaced() }},
	// marks of the page
	{says: pattern("^a fence marked \"(.*)\" is not read"), mend: func(f *fault, m []string) (edit, string, bool) { return f.anywhere("```"+m[1], "```yaml") }},
	{says: pattern("Close it with a line that holds only ```"), mend: func(f *fault, _ []string) (edit, string, bool) { return f.closes() }},
	{says: pattern(`^the bold mark of clause (\S+) is not closed`), mend: func(f *fault, m []string) (edit, string, bool) { return f.anywhere("**"+m[1], "**"+m[1]+"**") }},
	{says: pattern(`Write \(not modelled: reason\)`), mend: func(f *fault, _ []string) (edit, string, bool) {
		return f.anywhere("(not modelled)", "(not modelled: reason)")
	}},
	{says: pattern(`^this bracket is not closed\nClose it with (.)\.`), mend: func(f *fault, m []string) (edit, string, bool) { return f.ends(m[1]) }},
	{says: pattern(`^this quote is not closed`), mend: func(f *fault, _ []string) (edit, string, bool) { return f.ends(string(f.under())) }},
	// superfluous entries and keys
	{says: pattern(`twice; remove the second$|already adjacent; remove the second$`), mend: func(f *fault, _ []string) (edit, string, bool) { return f.unlisted() }},
	{says: pattern(`runs over; leave it out$|member of a list; remove it$|in every position; leave it out$`), mend: func(f *fault, _ []string) (edit, string, bool) { return f.unlisted() }},
	{says: pattern(`(?:leave (?:out )?|remove )(internal|first|needs|by|do|at|min|each)(?: out| and (?:at|max))?$`), mend: func(f *fault, m []string) (edit, string, bool) { return f.unkeyed(m[1]) }},
	// missing keys
	{says: pattern(`write (order): (fixed)`), mend: func(f *fault, m []string) (edit, string, bool) { return f.keyed(m[1], m[2]) }},
	{says: pattern(`write (per): (seat)(?:, or visible: hidden)?$`), mend: func(f *fault, m []string) (edit, string, bool) { return f.keyed(m[1], m[2]) }},
	{says: pattern(`visible: hidden$`), mend: func(f *fault, _ []string) (edit, string, bool) { return f.keyed("visible", "hidden") }},
	{says: pattern(`write per: seat and type: seat$`), mend: func(f *fault, _ []string) (edit, string, bool) {
		return f.wants([2]string{"per", "seat"}, [2]string{"type", "seat"})
	}},
	{says: pattern(`a stance needs per: seat, and no scope: action$`), mend: func(f *fault, _ []string) (edit, string, bool) {
		return f.wants([2]string{"per", "seat"}, [2]string{"scope"})
	}},
	{says: pattern(`write per: card and type: seats, without scope: and visible:$`), mend: func(f *fault, _ []string) (edit, string, bool) {
		return f.wants([2]string{"per", "card"}, [2]string{"type", "seats"}, [2]string{"scope"}, [2]string{"visible"})
	}},
	{says: pattern(`needs (all): (true)$`), mend: func(f *fault, m []string) (edit, string, bool) { return f.keyed(m[1], m[2]) }},
	{says: pattern(`needs (max|player|id|value):`), mend: func(f *fault, m []string) (edit, string, bool) { return f.missing(m[1]) }},
	{says: pattern(`(?:needs (?:an? )?|^)([A-Za-z]+)(?:: | is missing|$)`), mend: (*fault).lacking},
}
