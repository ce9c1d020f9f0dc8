package read

// This file reads statements. The word of a statement is its first key that is a keyword of the table or the id of a procedure.

import (
	"cmp"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
)

// body reads statements: a list or a single one.
func (r *reader) body(v *tree.Value) {
	if r.shallow {
		return
	}
	for _, n := range v.Node.List() {
		if s := r.statement(n); s != nil {
			v.Own().Body = append(v.Body, s)
		} else {
			v.Unsure = true
		}
	}
}

// statement reads a statement. It reports an unknown statement and returns nil.
func (r *reader) statement(n *source.Node) *tree.Stmt {
	if n.Kind == source.Scalar { // the name of a procedure alone
		n = &source.Node{Kind: source.Map, Pos: n.Pos, Rules: n.Rules,
			Pairs: []source.Pair{{Key: n, Value: &source.Node{Kind: source.Null, Pos: n.Pos}}}}
	}
	if n.Kind == source.Lost {
		return nil
	}
	if n.Kind != source.Map {
		r.errorf(n.Pos, "wrong-type", "a statement is a mapping such as {gain: {track: 1}} or the name of a procedure")
		return nil
	}
	s := &tree.Stmt{Entry: tree.Entry{Node: n}}
	if s.If = n.Get("if"); s.If == nil {
		s.If = n.Get("when")
	}
	r.alike(n, guardRows)
	p := r.find(n)
	switch {
	case r.withoutColon(n):
		return nil
	case p == nil && s.If == nil:
		first := firstKey(n)
		if len(n.Pairs) == 1 {
			r.errorf(n.Pairs[0].Key.Pos, "unknown-statement", "no statement or procedure is named %s%s", first, r.meantStatement(first))
		} else {
			r.errorf(n.Pos, "unknown-statement", "no statement or procedure begins this mapping%s", r.meantStatement(first))
		}
		return nil
	case p == nil:
		return r.branch(s)
	}
	s.Word = p.Key.Value
	row := statementRows[s.Word]
	if row == nil { // a call
		s.Arg = tree.NewValue(p.Key, p.Value)
		r.further(s, nil, nil)
		return s
	}
	r.argument(s, row, p)
	if s.Arg == nil {
		s.Arg = tree.NewValue(p.Key, p.Value)
		s.Arg.Unsure, s.Unsure = true, true
	}
	var off []string
	if p.Value.Kind == source.Map {
		off = row.beside
	}
	r.further(s, row.keys, off)
	r.needs(s, row)
	return s
}

// argument reads the value of the keyword.
func (r *reader) argument(s *tree.Stmt, row *statementRow, p *source.Pair) {
	if len(row.arg) == 1 && row.arg[0].Word == "binding" && (p.Value.Kind != source.Scalar || !isBinding(p.Value.Value)) {
		r.errorf(p.Key.Pos, "bad-binding", "%s binds its answer: write %s: $name", s.Word, s.Word)
		return
	}
	if len(row.arg) == 1 && row.arg[0].Pairs != nil && p.Value.Kind != source.Map {
		if row.arg[0].Keys == "binding" {
			r.errorf(p.Value.Pos, "wrong-type", "%s takes one binding: %s: {$x: set}", s.Word, s.Word)
		} else {
			r.errorf(p.Value.Pos, "wrong-type", "%s takes a mapping; write %s: {what: value}", s.Word, s.Word)
		}
		return
	}
	s.Arg = r.value(at{key: s.Word}, row.arg, p.Key, p.Value)
}

// instead maps statements or entries with a wrong key to advice.
var instead = map[string]string{
	"roll by": "; chance has no seat", "draw by": "; chance has no seat; one: lets a seat choose", "shuffle by": "; chance has no seat",
	"roll secret": "; to: names the seats that see the outcome", "draw secret": "; to: names the seats that see the outcome",
	"askUntil by": "; the seats of of: are asked", "askUntil in": "; of: is the order of the seats", "askUntil from": "; of: is the order of the seats",
	"amount from": "; min: and max: are the bounds", "amount to": "; min: and max: are the bounds",
	"card from": "; a card leaves the pile in which it lies", "over winner": "; result: has a number for each seat, the greater the better",
	"card count":       "; each: {n: 1..3} makes three cards, with {n} in the id",
	"variable default": begins, "variable start": begins, "variable value": begins, "track default": begins, "track start": begins, "track value": begins,
}

// begins is the advice on initial values.
const begins = "; the value at the beginning is initial:"

// further reads the keys beside the keyword. off are keys that belong into its mapping instead.
func (r *reader) further(s *tree.Stmt, keys []keyRow, off []string) {
	for _, p := range s.Node.Pairs {
		name := p.Key.Value
		switch name {
		case s.Word, "if", "when":
			continue
		case "rule":
			r.key(&s.Entry, rowOf(guardRows, name), s.Word, p)
			continue
		}
		k := rowOf(keys, name)
		before := r.faults
		if k == nil || slices.Contains(off, name) {
			r.errorf(p.Key.Pos, "unknown-key", "%s has no key %q%s", s.Word, name, cmp.Or(instead[s.Word+" "+name], diag.DidYouMeanKey(name, besides(keys, off))))
		} else {
			r.key(&s.Entry, k, s.Word, p)
		}
		if r.faults > before && !(k != nil && k.Form == "statements") {
			s.Unsure = true
		}
	}
}

// besides returns the keys that can be beside a keyword.
func besides(keys []keyRow, off []string) []string {
	names := []string{"if", "rule"}
	for _, k := range keys {
		if !slices.Contains(off, k.Name) {
			names = append(names, k.Name)
		}
	}
	return names
}

// needs reports the keys that a statement lacks: required ones, required ones of its mapping if its argument is not a mapping,
// and those that must accompany another key.
func (r *reader) needs(s *tree.Stmt, row *statementRow) {
	if s.Word == "position" {
		r.found.Positions = append(r.found.Positions, s)
	}
	if s.Word == "together" {
		r.answered(s.Node)
	}
	r.missing(&s.Entry, row.keys, s.Word, s.Node)
	if s.Arg.Node.Kind != source.Map {
		for _, shape := range row.arg {
			b := blockRows[shape.Word]
			if b == nil {
				continue
			}
			for _, k := range b.keys {
				if k.Must && rowOf(row.keys, k.Name) != nil && s.Node.Get(k.Name).Given() == nil {
					r.errorf(s.Node.Pos, "missing-key", "%s needs %s: %s", s.Word, k.Name, k.Doc)
				}
			}
		}
	}
	for _, pair := range grammar.Together {
		a, b := s.Node.Get(pair[0]).Given(), s.Node.Get(pair[1]).Given()
		if rowOf(row.keys, pair[0]) != nil && (a == nil) != (b == nil) {
			r.errorf(s.Node.Pos, "missing-key", "%s and %s go together", pair[0], pair[1])
		}
	}
}

// answered collects the variables that a simultaneous decision sets, at any depth.
func (r *reader) answered(n *source.Node) {
	for _, p := range n.Pairs {
		if p.Key.Value == "set" {
			for _, q := range p.Value.Pairs {
				name, _, _ := strings.Cut(q.Key.Value, "[")
				r.found.Answered[name[strings.LastIndexByte(name, '.')+1:]] = true
			}
		}
		r.answered(p.Value)
	}
	for _, item := range n.Items {
		r.answered(item)
	}
}

// branch reads a statement without a keyword: a condition with its branches.
func (r *reader) branch(s *tree.Stmt) *tree.Stmt {
	for _, p := range s.Node.Pairs {
		k := rowOf(branchRows, p.Key.Value)
		if k == nil {
			r.errorf(p.Key.Pos, "unknown-statement", "no statement or procedure is named %s%s", p.Key.Value, r.meantStatement(p.Key.Value))
			return nil
		}
		if k.Form != "statements" {
			if k.Name == "rule" {
				r.key(&s.Entry, k, "if", p)
			}
			continue
		}
		v := tree.NewValue(p.Key, p.Value)
		r.body(v)
		s.Vals = append(s.Vals, v)
		s.Unsure = s.Unsure || v.Unsure
	}
	return s
}

// find returns the keyword of a statement, or nil. `do` is the keyword only if there is no other, and a keyword that is also a
// key of another one (`while` of `repeat`) only if that other one is absent.
func (r *reader) find(n *source.Node) *source.Pair {
	for i := range n.Pairs {
		k := n.Pairs[i].Key.Value
		if k == "do" && !isBlock(n) {
			continue
		}
		if statementRows[k] != nil && !isKeyBeside(n, k) || r.procs[k] {
			return &n.Pairs[i]
		}
	}
	return nil
}

// isKeyBeside reports whether n has another keyword of which word is a key.
func isKeyBeside(n *source.Node, word string) bool {
	return slices.ContainsFunc(n.Pairs, func(p source.Pair) bool {
		row := statementRows[p.Key.Value]
		return row != nil && rowOf(row.keys, word) != nil
	})
}

// isBlock reports whether `do` and guards are the only keys of n.
func isBlock(n *source.Node) bool {
	for _, p := range n.Pairs {
		if p.Key.Value != "do" && rowOf(guardRows, p.Key.Value) == nil {
			return false
		}
	}
	return true
}

// firstKey returns the first key of a mapping that is not a guard.
func firstKey(n *source.Node) string {
	for _, p := range n.Pairs {
		if rowOf(guardRows, p.Key.Value) == nil {
			return p.Key.Value
		}
	}
	return ""
}

// elsewhere maps words of other notations to ours.
var elsewhere = map[string]string{
	"elif": "else: {if: …, then: …}", "elsif": "else: {if: …, then: …}", "elseif": "else: {if: …, then: …}", "else-if": "else: {if: …, then: …}", "else if": "else: {if: …, then: …}",
	"foreach": "for: {$x: set}", "loop": "repeat:, while: or for:", "choose": "one:, subset:, pick: or take:", "select": "one:, subset:, pick: or take:",
	"assign": "set: {what: value}", "add": "gain: {what: n}", "sub": "lose: {what: n}", "print": "note:", "log": "note:", "end-game": "over:", "break": "stop:",
	"random": "roll: $n", "rand": "roll: $n", "dice": "roll: $n", "die": "roll: $n", "throw": "roll: $n", "exit": "stop: or return:",
}

// withoutColon reports an error and returns true if a keyword lacks its colon, or the space after the colon. In `gain {honey:
// 1}`, YAML reads the key `gain {honey`.
func (r *reader) withoutColon(n *source.Node) bool {
	for _, q := range n.Pairs {
		at := strings.IndexAny(q.Key.Value, " :{")
		if at < 0 {
			continue
		}
		word, rest := q.Key.Value[:at], strings.Trim(q.Key.Value[at:], " :{")
		if rest != "" && (slices.Contains(keywords, word) || slices.Contains(r.procNames, word)) {
			if q.Value.Given() == nil { // `repeat 6:` with the rest below it
				r.errorf(q.Key.Pos, "unknown-statement", "%s needs a colon and a space behind it; write %s: %s", word, word, rest)
			} else {
				r.errorf(q.Key.Pos, "unknown-statement", "%s needs a colon and a space behind it; write %s: {%s: …}", word, word, rest)
			}
			return true
		}
	}
	return false
}

// meantStatement returns a suggestion for an unknown keyword.
func (r *reader) meantStatement(word string) string {
	if own := elsewhere[strings.ToLower(word)]; own != "" {
		return "; write " + own
	}
	if name, _, ok := strings.Cut(word, "("); ok && slices.Contains(r.procNames, name) {
		return "; a procedure is called by its name as a key, " + name + ": {parameter: value}"
	}
	if strings.HasPrefix(word, "$") {
		return "; let: makes a binding, and set: {" + word + ": value} changes it"
	}
	return diag.DidYouMean(word, r.verbs())
}

// verbs returns all words with which a statement can begin, for spelling suggestions.
func (r *reader) verbs() []string { return append(slices.Clone(r.procNames), keywords...) }
