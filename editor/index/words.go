package index

// words.go documents the words of the language.

import (
	"fmt"
	"slices"
	"strings"

	"rulebound/compiler/grammar"
	"rulebound/compiler/resolve/formulas"
)

// forms documents the forms that are not blocks.
var forms = map[string]string{
	"word": "an identifier", "text": "a single value", "int": "a number", "bool": "`true` or `false`", "empty": "nothing",
	"formula": "a formula, a name or a list of them", "value": "a value: a number, a name, or a formula that begins with `=`",
	"constant": "a value, or a formula of a set or a condition", "type": "a type", "rules": "a clause or a list of clauses",
	"statements": "a list of statements, or one", "conditions": "a condition or a list of conditions", "menuEntry": "an option: `{where, do}` or statements",
	"arguments": "arguments by name, or the single one", "binding": "a name that begins with `$`", "any": "anything", "answer": "an answer, a list of answers, or names with answers",
}

// KeyDoc documents a key in Markdown.
func (t *Table) KeyDoc(k *grammar.Key) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**", k.Name)
	if k.Must {
		b.WriteString(" (required)")
	}
	fmt.Fprintf(&b, ": %s\n\ntakes %s", k.Doc, t.shapes(k.Form.Shapes()))
	if s := t.statement(k.Name); s != nil && s.Doc == k.Doc {
		for _, other := range s.Keys {
			fmt.Fprintf(&b, "\n- `%s`%s: %s", other.Name, must(other), other.Doc)
		}
		return b.String()
	}
	for _, s := range flat(k.Form.Shapes()) {
		if block := t.block(s.Word); block != nil && s.Word != "type" && s.Word != "conditions" {
			for _, other := range block.Keys {
				fmt.Fprintf(&b, "\n- `%s`%s: %s", other.Name, must(other), other.Doc)
			}
		}
	}
	return b.String()
}

func must(k grammar.Key) string {
	if k.Must {
		return " (required)"
	}
	return ""
}

// flat lists shapes including those inside lists and mappings.
func flat(shapes []grammar.Shape) []grammar.Shape {
	var out []grammar.Shape
	for _, s := range shapes {
		out = append(out, s)
		out = append(out, flat(s.List)...)
		out = append(out, flat(s.Pairs)...)
	}
	return out
}

func (t *Table) shapes(shapes []grammar.Shape) string {
	var out []string
	for _, s := range shapes {
		text := ""
		switch {
		case s.List != nil:
			text = "a list: " + t.shapes(s.List)
		case s.Pairs != nil:
			text = "names, each with " + t.shapes(s.Pairs)
		case s.Fixed != nil:
			text = "`" + strings.Join(s.Fixed, "`, `") + "`"
		default:
			text = forms[s.Word]
			if block := t.block(s.Word); block != nil && text == "" {
				text = "the keys of " + strings.TrimSpace(block.Label())
			}
			if text == "" {
				text = s.Word
			}
		}
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return strings.Join(out, ", or ")
}

// FunctionDoc documents a built-in function of formulas, "" if unknown.
func (x *Index) FunctionDoc(name string) string {
	switch {
	case slices.Contains(grammar.Comprehensions, name):
		return "**" + name + "**" + strings.TrimPrefix(grammar.Usage(name), name) + ": a word of formulas that runs over the members of a set, an order or a pile; `where` may be left out"
	case !slices.Contains(grammar.Functions, name):
		return ""
	}
	args, optional, result, fixed := formulas.Operands(name)
	if !fixed {
		return fmt.Sprintf("**%s**(…): a function of the language (docs/reference.md, section 3)", name)
	}
	var list []string
	for i, a := range args {
		text := x.TypeName(a)
		if i >= len(args)-optional {
			text += " (may be left out)"
		}
		list = append(list, text)
	}
	return fmt.Sprintf("**%s**(%s): %s – a function of the language", name, strings.Join(list, ", "), x.TypeName(result))
}
