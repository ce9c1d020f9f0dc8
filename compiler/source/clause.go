// This file reads clauses: list items that begin with a rule id in bold, for example "- **3.2.2-c** (definition) *Title.* text".
// Rule coverage is reported by clause.

package source

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"rulebound/compiler/diag"
)

const (
	numberForm = `[0-9]{1,3}(?:\.[0-9]{1,3})*`
	wordForm   = `[A-Za-z]+-[0-9]+[a-z]?`
	partForm   = `(?:-[a-z0-9]+)*`
)

var (
	sectionNumber = regexp.MustCompile(`^(` + numberForm + `|` + wordForm + `)(?:[.:]?\s+(.*)|[.:]?)$`)
	clauseID      = regexp.MustCompile(`^(?:[0-9]{1,3}(?:(?:\.[0-9]{1,3})+` + partForm + `|(?:-[a-z0-9]+)+)|` + wordForm + partForm + `|[a-z]+(?:-[a-z0-9]+)+)$`)
	// almostID matches bold text that can only be an invalid clause id.
	almostID   = regexp.MustCompile(`^[0-9]+\.[0-9]\S*$`)
	titleStart = regexp.MustCompile(`^(?:\*([^*]+)\*|_([^_]+)_)\s*`)
	emphasis   = regexp.MustCompile(`\*\*?([^*\s](?:[^*]*[^*\s])?)\*\*?`)
	linked     = regexp.MustCompile(`\[([^\]]*)\]\([^)\s]*\)`)
)

// clause reads the clause with which item begins, nil if there is none.
func (p *pageReader) clause(item *ast.ListItem) *Clause {
	first := item.FirstChild()
	if first == nil || first.Type() != ast.TypeBlock || first.Lines() == nil || first.Lines().Len() == 0 {
		return nil
	}
	switch first.(type) {
	case *ast.Paragraph, *ast.TextBlock:
	default:
		return nil
	}
	start := first.Lines().At(0).Start
	text := onOneLine(string(first.Lines().Value(p.data)))
	if !strings.HasPrefix(text, "**") {
		return nil
	}
	id, rest, _ := strings.Cut(text[2:], "*")
	rest, closed := strings.CutPrefix(rest, "*")
	if !closed {
		word, _, _ := strings.Cut(strings.TrimLeft(text, "*"), " ")
		if clauseID.MatchString(word) {
			p.diags.Errorf(p.pos(start, 2+len(word)), "clause-unclosed", "the bold mark of clause %s is not closed", word).
				Detailf("Write - **%s** and then the text.", word)
		}
		return nil
	}
	pos := p.pos(start+2, utf8.RuneCountInString(id))
	if !clauseID.MatchString(id) {
		if almostID.MatchString(id) {
			p.diags.Errorf(pos, "clause-id", "%q is not a clause id", id).
				Detailf("An id is a rule number, then a hyphen and a letter where the rule has several clauses: 3.2.2 or 3.2.2-c.")
		}
		return nil
	}
	c := Clause{ID: id, Section: p.section(), Kind: KindRule, Pos: pos}
	rest = p.clauseKind(&c, strings.TrimSpace(rest))
	if t := titleStart.FindStringSubmatch(rest); t != nil {
		c.Title = strings.TrimSuffix(strings.TrimSpace(t[1]+t[2]), ".")
		rest = rest[len(t[0]):]
		if c.Kind == KindRule {
			rest = p.clauseKind(&c, rest)
		}
	}
	c.Text = plain(rest)
	p.clauses = append(p.clauses, c)
	return &c
}

// clauseKind removes the kind in parentheses from the beginning of a clause's text. Other parentheses are prose, unless they are
// a misspelt kind.
func (p *pageReader) clauseKind(c *Clause, text string) string {
	if !strings.HasPrefix(text, "(") {
		return text
	}
	end := closing(text)
	if end < 0 {
		return text
	}
	word, reason, hasReason := strings.Cut(text[1:end], ":")
	word, reason = strings.TrimSpace(word), strings.TrimSpace(reason)
	kinds := map[string]string{"rule": KindRule, "definition": KindDefinition, "table": KindTable, "example": KindExample, "not modelled": KindNotModelled}
	kind, known := kinds[word]
	switch {
	case !known:
		if near := diag.Near(word, []string{"rule", "definition", "table", "example", "not modelled"}); near != "" {
			p.diags.Errorf(c.Pos, "clause-kind", "(%s) is not a kind of clause", word).
				Detailf("Did you mean (%s)? The kinds are rule, definition, table, example and not modelled: reason.", near)
		}
		return text
	case kind == KindNotModelled && reason == "":
		p.diags.Errorf(c.Pos, "clause-reason", "clause %s is not modelled, but no reason is given", c.ID).
			Detailf("Write (not modelled: reason).")
	case kind != KindNotModelled && hasReason:
		return text
	}
	c.Kind, c.Reason = kind, plain(reason)
	return strings.TrimSpace(text[end+1:])
}

// closing returns the index of the parenthesis that closes the first character of text, or -1.
func closing(text string) int {
	depth := 0
	for i, r := range text {
		switch r {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// plain removes inline Markdown marks from prose.
func plain(text string) string {
	if strings.Contains(text, "](") {
		text = linked.ReplaceAllString(text, "$1")
	}
	if strings.Contains(text, "*") {
		text = emphasis.ReplaceAllString(text, "$1")
	}
	return onOneLine(strings.ReplaceAll(text, "`", ""))
}

func onOneLine(text string) string {
	var out strings.Builder
	for word := range strings.FieldsSeq(text) {
		if out.Len() == 0 {
			out.Grow(len(text))
		} else {
			out.WriteByte(' ')
		}
		out.WriteString(word)
	}
	return out.String()
}
