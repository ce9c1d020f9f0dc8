// This file reads expectations.

package scenario

import (
	"rulebound/compiler/source"
	"rulebound/conformance/scenario/names"
)

// claims counts the claims of an expectation.
func (e *Expect) claims() int {
	n := len(e.Legal) + len(e.Refused) + len(e.State) + len(e.Sees) + len(e.Watched) + len(e.Offered) + len(e.NotOffered) + len(e.NotAsked) + len(e.Decided) + len(e.Noted)
	if e.Asked != nil {
		n++
	}
	if e.Result != nil {
		n++
	}
	return n
}

// expect reads an expectation.
func (l *loader) expect(n *source.Node) *Expect {
	e := &Expect{Pos: n.Pos}
	if !l.keys(n, "expect") {
		return e
	}
	for _, p := range n.Pairs {
		l.claims(p, p.Key.Value)
	}
	e.At = l.at(n.Get("at"), n.Pairs)
	e.Rules = l.texts(n.Get("rules"), "rules")
	if a := n.Get("asked"); a != nil && a.Kind != source.Null {
		e.Asked = l.asked(a)
	}
	for _, item := range n.Get("legal").List() {
		e.Legal = append(e.Legal, l.legal(item))
	}
	for _, item := range n.Get("refused").List() {
		if r := l.refused(item); r != nil {
			e.Refused = append(e.Refused, *r)
		}
	}
	e.State = l.pairs(n.Get("state"), "state")
	l.values(e.State)
	for _, p := range l.pairs(n.Get("sees"), "sees") {
		l.claims(p, "sees "+p.Key.Value)
		sight := Sight{Seat: p.Key.Value, Values: l.pairs(p.Value, "what "+p.Key.Value+" sees"), Pos: p.Key.Pos}
		l.values(sight.Values)
		e.Sees = append(e.Sees, sight)
	}
	e.Watched = l.pairs(n.Get("watched"), "watched")
	for _, p := range e.Watched {
		if p.Value.Kind != source.List {
			l.fail(p.Value.Pos, "the course of "+p.Key.Value+" is the list of its values, the first one before the move", "")
		}
	}
	e.Offered = l.offers(n.Get("offered"), "offered")
	e.NotOffered = l.offers(n.Get("notOffered"), "notOffered")
	e.NotAsked = l.notAsked(n.Get("notAsked"))
	e.Decided = l.pairs(n.Get("decided"), "decided")
	for _, p := range e.Decided {
		l.text(p.Value, "the seat that decides "+p.Key.Value)
	}
	e.Noted = l.pairs(n.Get("noted"), "noted")
	for _, p := range e.Noted {
		for _, item := range p.Value.List() {
			l.text(item, "a note of "+p.Key.Value)
		}
	}
	if r := n.Get("result"); r != nil {
		l.pairs(r, "result")
		e.Result = r
	}
	if e.claims() == 0 && !l.errs.HasErrors() {
		l.fail(n.Pos, "this expectation claims nothing", "")
	}
	return e
}

// values checks the shapes of values by name.
func (l *loader) values(pairs []source.Pair) {
	for _, p := range pairs {
		if p.Value.Kind == source.Map {
			l.fail(p.Value.Pos, "the value of "+p.Key.Value+" is a single value or a list", "")
		}
	}
}

// claims reports an error if a key of an expectation is empty: an empty claim is always true.
func (l *loader) claims(p source.Pair, what string) {
	if n := p.Value; n.Kind == source.Null || n.Kind != source.Scalar && len(n.Items)+len(n.Pairs) == 0 || n.Kind == source.Scalar && n.Value == "" {
		l.fail(n.Pos, what+" claims nothing", "give the condition, or remove it")
	}
}

func (l *loader) asked(n *source.Node) *Asked {
	a := &Asked{Pos: n.Pos}
	if n.Kind == source.Scalar {
		a.Seat = n.Value
		return a
	}
	if !l.keys(n, "asked") {
		return a
	}
	a.Seat = l.text(n.Get("seat"), "seat")
	a.Decision = l.text(n.Get("decision"), "decision")
	over := n.Get("over")
	a.Over = l.text(over, "over") == "true"
	switch {
	case len(n.Pairs) == 0: // already reported
	case a.Over && a.Seat+a.Decision != "":
		l.fail(n.Pos, "no decision is pending when the game is over", "asked: {over: true}")
	case !a.Over && a.Seat+a.Decision == "":
		l.fail(n.Pos, "asked claims nothing", "say who is asked, asked: {seat: red, decision: act}, or asked: {over: true}")
	case !a.Over && over != nil:
		l.fail(over.Pos, "over: false claims nothing", "a pending decision implies that the game is not over: remove it")
	}
	return a
}

func (l *loader) legal(n *source.Node) Legal {
	g := Legal{Pos: n.Pos}
	if !l.keys(n, "legal") {
		return g
	}
	g.Seat = l.text(n.Get("seat"), "seat")
	if g.Seat == "" {
		l.fail(n.Pos, "legal needs the seat whose moves these are", "legal: {seat: red, options: [rest]}")
	}
	if after := n.Get("after"); after != nil {
		if after.Kind == source.Scalar {
			after = &source.Node{Kind: source.Map, Pos: after.Pos, Pairs: []source.Pair{{Key: names.Word(g.Seat, after.Pos), Value: after}}}
		}
		g.After = l.line(after)
	}
	g.Decision = l.text(n.Get("decision"), "decision")
	options := n.Get("options")
	if options == nil {
		l.fail(n.Pos, "legal needs the options that are open to the seat", "legal: {seat: red, options: [rest]}")
	}
	g.Options = l.texts(options, "options")
	return g
}

func (l *loader) refused(n *source.Node) *Refused {
	if n.Kind != source.Map {
		l.fail(n.Pos, "a refused move is a mapping, not "+n.Kind.String(), "{red: settle, because: 2.3.4-b}")
		return nil
	}
	r := &Refused{Pos: n.Pos}
	rest := *n
	rest.Pairs = nil
	for _, p := range n.Pairs {
		if p.Key.Value == "because" {
			r.Because = l.text(p.Value, "because")
			continue
		}
		rest.Pairs = append(rest.Pairs, p)
	}
	if r.Because == "" {
		l.fail(n.Pos, "a refused move says because of which clause", "because: 2.3.4-b")
	}
	if r.Line = l.line(&rest); r.Line == nil {
		return nil
	}
	return r
}

func (l *loader) offers(n *source.Node, what string) []source.Pair {
	pairs := l.pairs(n, what)
	for _, p := range pairs {
		l.claims(p, what+" "+p.Key.Value)
		for _, item := range p.Value.List() {
			if item.Kind == source.Map && len(item.Pairs) == 0 {
				l.fail(item.Pos, what+" "+p.Key.Value+" claims nothing", "name the members that must not be offered, {member: clause}")
			}
			if item.Kind == source.Map && what == "notOffered" {
				for _, q := range item.Pairs {
					l.text(q.Value, "the rule that excludes "+q.Key.Value)
				}
				continue
			}
			l.text(item, "an entry of "+what)
		}
	}
	return pairs
}

// notAsked reads the decisions that must not be asked: a name, or "name n" for the n-th time.
func (l *loader) notAsked(n *source.Node) []Asking {
	var out []Asking
	for _, item := range n.List() {
		name, nth, ok := counted(l.text(item, "an entry of notAsked"))
		if !ok {
			l.fail(item.Pos, "notAsked names a decision, and behind it the number of the asking, 1 or more, not "+item.Value, `notAsked: [target, "spaces 3"]`)
			continue
		}
		out = append(out, Asking{Decision: name, Nth: nth, Pos: item.Pos})
	}
	return out
}
