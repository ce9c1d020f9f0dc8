// This file converts nodes to engine answers.

package names

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine"
	"rulebound/engine/def"
)

// FitNode returns the answer n to d; to a pick, one member, option beside it, or stop. The answer may be illegal, so that
// the engine can name the rule; for a name that the game does not have, the error is a *Misfit.
func FitNode(g *engine.Game, d *engine.Decision, n *source.Node) (engine.Answer, error) {
	row := d.Kind.Row()
	if row.Picked && n.Value == "stop" {
		return engine.Answer{Stop: true}, nil
	}
	if i := OptionIndex(g.Def().Decisions[d.Index].Also, n.Value); row.Picked && i >= 0 {
		return engine.Answer{Kind: engine.Side, Option: int32(i)}, nil
	}
	switch row.Answer {
	case def.AnswerOption:
		return fitOption(g, d, n)
	case def.AnswerMember:
		v, err := FitMember(g, d, n)
		return engine.Answer{Member: v}, err
	case def.AnswerSet:
		return fitSubset(g, d, n)
	case def.AnswerCounts:
		return fitTake(g, d, n)
	case def.AnswerNumber:
		v, ok := n.Int()
		if !ok {
			return engine.Answer{}, NewMisfit(g, d, n, d.Name+" is a number, not "+n.String())
		}
		return engine.Answer{N: v}, nil
	case def.AnswerOrder:
		return fitOrder(g, d, n)
	}
	return engine.Answer{}, NewMisfit(g, d, n, "the decision "+d.Name+" cannot be answered by "+n.String())
}

func fitOption(g *engine.Game, d *engine.Decision, n *source.Node) (engine.Answer, error) {
	if n.Kind != source.Scalar {
		return engine.Answer{}, NewMisfit(g, d, n, d.Name+" is answered by the name of an option, not by "+n.Kind.String())
	}
	def := g.Def().Decisions[d.Index]
	if i := OptionIndex(def.Options, n.Value); i >= 0 {
		return engine.Answer{Option: int32(i)}, nil
	}
	if i := OptionIndex(def.Also, n.Value); i >= 0 {
		return engine.Answer{Kind: engine.Side, Option: int32(i)}, nil
	}
	return engine.Answer{}, NewMisfit(g, d, n, d.Name+" has no option "+n.Value+DidYouMean(n.Value, OptionNames(def.Options)))
}

// OptionIndex returns the index of an option, -1 if there is none. Every YAML spelling of a truth value matches yes and no.
func OptionIndex(options []def.MenuOption, text string) int {
	names := []string{text}
	for _, words := range [][]string{def.YesWords, def.NoWords} {
		if slices.Contains(words, text) {
			names = append(names, words...)
		}
	}
	for _, name := range names {
		if i := slices.IndexFunc(options, func(o def.MenuOption) bool { return o.Name == name }); i >= 0 {
			return i
		}
	}
	return -1
}

// FitMember returns the value that a node names: an offered member, else any value of the type.
func FitMember(g *engine.Game, d *engine.Decision, n *source.Node) (int64, error) {
	pairs := d.Kind.Row().Pairs
	switch {
	case pairs && n.Kind == source.Map && len(n.Pairs) == 1 && n.Pairs[0].Value.Kind == source.Scalar:
		return MemberNamed(g, d, def.SpellPair(n.Pairs[0].Key.Value, n.Pairs[0].Value.Value), n)
	case pairs && n.Value != "none":
		return 0, NewMisfit(g, d, n, d.Name+" is answered by {first: second}, not by "+n.Kind.String())
	case n.Kind != source.Scalar:
		return 0, NewMisfit(g, d, n, d.Name+" is answered by a name, not by "+n.Kind.String())
	}
	return MemberNamed(g, d, n.Value, n)
}

func MemberNamed(g *engine.Game, d *engine.Decision, name string, n *source.Node) (int64, error) {
	names := make([]string, len(d.Members))
	for i, m := range d.Members {
		names[i] = g.Format(m, d.Elem)
		if names[i] == name {
			return m, nil
		}
	}
	if v, ok := g.Def().Value(name, d.Elem); ok {
		return v, nil
	}
	return 0, NewMisfit(g, d, n, "the answer to "+d.Name+" is unknown: "+name+DidYouMean(name, names))
}

func fitSubset(g *engine.Game, d *engine.Decision, n *source.Node) (engine.Answer, error) {
	var chosen []int64
	items := n.List()
	if n.Kind == source.Scalar && n.Value == "none" {
		items = nil
	}
	for _, item := range items {
		v, err := FitMember(g, d, item)
		if err != nil {
			return engine.Answer{}, err
		}
		if v < 0 || v >= int64(def.WordBits*g.Def().Words(def.SetOf(d.Elem))) || slices.Contains(chosen, v) {
			return engine.Answer{}, NewMisfit(g, d, item, item.Value+" is not allowed here, or is given twice")
		}
		chosen = append(chosen, v)
	}
	return d.Choose(chosen...), nil
}

// fitTake reads {class: n}, {zone: {class: n}}, or a number if only one kind of piece is there.
func fitTake(g *engine.Game, d *engine.Decision, n *source.Node) (engine.Answer, error) {
	counts := make([]int32, len(d.Entries))
	if v, ok := n.Int(); ok {
		if v == 0 {
			return engine.Answer{Counts: counts}, nil
		}
		if len(d.Entries) != 1 {
			return engine.Answer{}, NewMisfit(g, d, n, "the number alone does not say which pieces "+d.Name+" takes")
		}
		if v < 0 || v > maxCount {
			return engine.Answer{}, NewMisfit(g, d, n, fmt.Sprintf("the count is a whole number, 0 to %d", maxCount))
		}
		counts[0] = int32(v)
		return engine.Answer{Counts: counts}, nil
	}
	if n.Kind != source.Map && n.Value != "none" {
		return engine.Answer{}, NewMisfit(g, d, n, d.Name+" is answered by {class: number} or {zone: {class: number}}, not by "+n.Kind.String())
	}
	for _, p := range n.Pairs {
		zone, classes := "", []source.Pair{p}
		if p.Value.Kind == source.Map {
			zone, classes = p.Key.Value, p.Value.Pairs
		}
		for _, q := range classes {
			i, err := entryNamed(g, d, zone, q)
			if err != nil {
				return engine.Answer{}, err
			}
			v, ok := q.Value.Int()
			if !ok || v < 0 || v > maxCount {
				return engine.Answer{}, NewMisfit(g, d, q.Value, fmt.Sprintf("the count of %s is a whole number, 0 to %d", q.Key.Value, maxCount))
			}
			counts[i] = int32(v)
		}
	}
	return engine.Answer{Counts: counts}, nil
}

// maxCount is the highest count that an answer can state. The game checks whether there are so many pieces.
const maxCount = math.MaxInt32

// entryNamed finds the entry for a class in a zone ("" for any). The name may be a piece type, with or without some
// of the statuses and marks of the class, if that is unambiguous.
func entryNamed(g *engine.Game, d *engine.Decision, zone string, p source.Pair) (int, error) {
	game := g.Def()
	if z, ok := game.Value(p.Key.Value, def.TZone); ok && zone == "" && z >= 0 {
		return entryIn(g, d, p)
	}
	var exact, partly, zones []int
	for i, e := range d.Entries {
		class := game.Classes[e.Class]
		here := zone == "" || game.Zones[e.Zone].ID == zone
		switch {
		case class.ID == p.Key.Value && here:
			exact = append(exact, i)
		case here && namesPart(p.Key.Value, class.ID):
			partly = append(partly, i)
		}
		if here {
			zones = append(zones, i)
		}
	}
	at := Word(p.Key.Value, p.Key.Pos)
	switch {
	case len(exact) == 1:
		return exact[0], nil
	case len(exact) == 0 && len(partly) == 1:
		return partly[0], nil
	case len(exact)+len(partly) > 1 && zone == "" && len(exact) != 1:
		return 0, NewMisfit(g, d, at, p.Key.Value+" is in more than one zone or of more than one class: say which")
	case len(exact)+len(partly) > 1:
		return 0, NewMisfit(g, d, at, p.Key.Value+" is of more than one class: say which")
	case len(zones) == 0:
		return 0, NewMisfit(g, d, at, "nothing can be taken from "+zone)
	}
	return 0, NewMisfit(g, d, at, "no "+p.Key.Value+" can be taken")
}

// namesPart reports whether a name is that of a class without some of its statuses and marks: the type, then any of the other parts.
func namesPart(name, class string) bool {
	parts, all := strings.Split(name, "."), strings.Split(class, ".")
	for _, part := range parts[1:] {
		if !slices.Contains(all[1:], part) {
			return false
		}
	}
	return parts[0] == all[0]
}

// entryIn finds the entry for the only kind of piece in a zone.
func entryIn(g *engine.Game, d *engine.Decision, p source.Pair) (int, error) {
	at, name := -1, p.Key.Value
	for i, e := range d.Entries {
		switch {
		case g.Def().Zones[e.Zone].ID != name:
		case at >= 0:
			return 0, NewMisfit(g, d, Word(name, p.Key.Pos), "more than one kind of piece can be taken from "+name+": say which, "+name+": {class: number}")
		default:
			at = i
		}
	}
	if at < 0 {
		return 0, NewMisfit(g, d, Word(name, p.Key.Pos), "nothing can be taken from "+name)
	}
	return at, nil
}

func fitOrder(g *engine.Game, d *engine.Decision, n *source.Node) (engine.Answer, error) {
	if n.Kind != source.List {
		m := NewMisfit(g, d, n, "the outcome of "+d.Name+" is the list of its cards, top first")
		if _, ok := g.Def().Value(n.Value, def.TCard); ok && n.Kind == source.Scalar {
			m.Hint = "outcomes are a list themselves: " + d.Name + ": [[" + n.Value + ", …]]"
		}
		return engine.Answer{}, m
	}
	var order []int64
	for _, item := range n.Items {
		v, ok := g.Def().Value(item.Value, def.TCard)
		if !ok {
			return engine.Answer{}, NewMisfit(g, d, item, "there is no card "+item.String())
		}
		if slices.Contains(order, v) {
			return engine.Answer{}, NewMisfit(g, d, item, item.Value+" stands twice in the order of "+d.Name)
		}
		order = append(order, v)
	}
	for _, v := range d.Members { // the others follow in their present order
		if !slices.Contains(order, v) {
			order = append(order, v)
		}
	}
	return engine.Answer{Order: order}, nil
}

// Word returns a scalar node.
func Word(text string, pos diag.Pos) *source.Node {
	n := &source.Node{Kind: source.Scalar, Tag: source.TagString, Value: text, Pos: pos}
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		n.Tag = source.TagInt
	}
	return n
}

// PairText spells a node as decisions spell their candidates: {first: second} as a pair, any other node by its value.
func PairText(n *source.Node) string {
	if n.Kind == source.Map && len(n.Pairs) == 1 {
		return n.Pairs[0].Key.Value + " → " + n.Pairs[0].Value.Value
	}
	if n.Kind == source.List {
		return n.String()
	}
	return n.Value
}
