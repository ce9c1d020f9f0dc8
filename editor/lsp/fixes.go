package lsp

// fixes.go mends what a diagnostic says how to mend: a name that was meant, a key that is missing, the other side of a border, quotes.

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/editor/index"
)

var (
	meant    = regexp.MustCompile(`(?i)did you mean \(?([^?\s)]+)\)?\?`)
	lacking  = regexp.MustCompile(`(?:needs (?:an? )?|^)([A-Za-z]+)(?:: | is missing|$)`)
	oneSided = regexp.MustCompile(`^(\S+) lists (\S+) as adjacent, but not the other way round`)
)

// fix is a way to mend a fault.
type fix struct {
	title string
	edits map[string][]edit
}

// CodeAction implements protocol.Server.
func (s *Server) CodeAction(ctx context.Context, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	doc := s.page(p.TextDocument.URI)
	if doc == nil || doc.game == nil || len(p.Context.Only) > 0 && !slices.Contains(p.Context.Only, protocol.CodeActionKindQuickFix) {
		return nil, nil
	}
	x := doc.game.now(ctx)
	if x == nil {
		return nil, ctx.Err()
	}
	list := x.List
	if kind, _ := kindOf(doc.name); kind != rulebook {
		s.mu.Lock()
		files := s.files
		s.mu.Unlock()
		list = doc.game.beside(x, files, doc.name, doc.text)
	}
	var out []protocol.CommandOrCodeAction
	for _, d := range list {
		at := rangeOf(doc.lines, d.Subject)
		if d.Subject.File != doc.name || at.Start.Line > p.Range.End.Line || at.End.Line < p.Range.Start.Line {
			continue
		}
		for _, f := range fixesOf(x, doc, d) {
			out = append(out, &protocol.CodeAction{Title: f.title, Kind: ptr(protocol.CodeActionKindQuickFix), IsPreferred: ptr(true), Edit: s.workspace(f.edits),
				Diagnostics: []protocol.Diagnostic{s.diagnostic(d, doc.lines, x.Text)}})
		}
	}
	return out, nil
}

// fixesOf are the ways to mend a fault of a page.
func fixesOf(x *index.Index, doc *page, d diag.Diagnostic) []fix {
	at := d.Subject
	if at.Line < 1 || at.Line > len(doc.lines) {
		return nil
	}
	line := []rune(doc.lines[at.Line-1])
	in := func(title string, at diag.Pos, text string) []fix {
		return []fix{{title, map[string][]edit{doc.name: {{doc.lines, at, text}}}}}
	}
	text := d.Summary + "\n" + d.Detail
	if m := meant.FindStringSubmatch(text); m != nil {
		if at.EndCol <= at.Col {
			_, _, at.EndCol = index.Word(string(line), at.Col)
		}
		if at.EndCol > at.Col {
			return in("Write "+m[1], at, m[1])
		}
	}
	if m := oneSided.FindStringSubmatch(d.Summary); m != nil {
		if e, ok := border(x, m[2], m[1]); ok {
			return []fix{{"Let " + m[2] + " border on " + m[1], map[string][]edit{e.at.File: {e}}}}
		}
	}
	if strings.HasPrefix(d.Code, "missing-") {
		if m := lacking.FindStringSubmatch(d.Summary); m != nil {
			if e, ok := keyed(doc.lines, at, m[1]); ok {
				return in("Add "+m[1]+":", e.at, e.text)
			}
		}
	}
	if d.Code == "unquoted-colon" || strings.Contains(d.Detail, "in quotes") {
		if from, to, ok := scalar(line, at.Col); ok {
			value := string(line[from-1 : to-1])
			quote := "'"
			if strings.Contains(value, "'") {
				quote = `"`
				value = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value)
			}
			return in("Put the value in quotes", diag.Pos{File: doc.name, Line: at.Line, Col: from, EndCol: to}, quote+value+quote)
		}
	}
	return nil
}

// border is the edit by which a space says that it borders on another one.
func border(x *index.Index, space, other string) (edit, bool) {
	for _, u := range x.Declared(names.Thing{Name: space}) {
		lines := x.Text(u.At.File)
		for i := u.At.Line; i <= len(lines) && i < u.At.Line+12; i++ {
			if i > u.At.Line && strings.HasPrefix(strings.TrimSpace(lines[i-1]), "- ") {
				break
			}
			begin := strings.Index(lines[i-1], "adjacent:")
			if begin < 0 {
				continue
			}
			value := begin + len("adjacent:")
			rest := lines[i-1][value:]
			at := diag.Pos{File: u.At.File, Line: i}
			if open := strings.Index(rest, "["); open >= 0 && strings.TrimSpace(rest[:open]) == "" {
				if closing := strings.Index(rest, "]"); closing > open {
					at.Col = len([]rune(lines[i-1][:value+closing])) + 1
					at.EndCol = at.Col
					return edit{lines, at, ", " + other}, true
				}
				return edit{}, false
			}
			word := strings.TrimLeft(rest, " ")
			end := strings.IndexAny(word+",", ",}")
			at.Col = len([]rune(lines[i-1][:len(lines[i-1])-len(word)])) + 1
			at.EndCol = at.Col + len([]rune(word[:end]))
			return edit{lines, at, "[" + strings.TrimSpace(word[:end]) + ", " + other + "]"}, true
		}
		if e, ok := keyed(lines, u.At, "adjacent"); ok {
			e.text = strings.Replace(e.text, "adjacent: ", "adjacent: "+other, 1)
			e.at.File = u.At.File
			return e, true
		}
	}
	return edit{}, false
}

// keyed is the edit that adds a key to the mapping at a place: after its first entry.
func keyed(lines []string, at diag.Pos, key string) (edit, bool) {
	line := []rune(lines[at.Line-1])
	col := min(max(at.Col, 1), len(line)+1)
	for i := min(col, len(line)) - 1; i >= 0 && line[i] != '}'; i-- {
		if line[i] == '{' {
			pos := diag.Pos{File: at.File, Line: at.Line, Col: i + 2, EndCol: i + 2}
			rest := strings.TrimSpace(string(line[i+1:]))
			if strings.HasPrefix(rest, "}") {
				return edit{lines, pos, key + ": "}, true
			}
			return edit{lines, pos, key + ": , "}, true
		}
	}
	indent := 0
	for indent < len(line) && (line[indent] == ' ' || line[indent] == '-') {
		indent++
	}
	end := diag.Pos{File: at.File, Line: at.Line, Col: len(line) + 1, EndCol: len(line) + 1}
	return edit{lines, end, "\n" + strings.Repeat(" ", indent) + key + ": "}, true
}

// scalar is where the plain value begins and ends that a column of a line is in.
func scalar(line []rune, col int) (from, to int, ok bool) {
	text := string(line)
	i := strings.Index(text, ": ")
	if i < 0 {
		return 0, 0, false
	}
	from = len([]rune(text[:i])) + 3
	for from <= len(line) && line[from-1] == ' ' {
		from++
	}
	to = len([]rune(strings.TrimRight(text, " "))) + 1
	return from, to, from <= col && from < to && line[from-1] != '{' && line[from-1] != '[' && line[from-1] != '\'' && line[from-1] != '"'
}
