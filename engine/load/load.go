// Package load proves that a GameDef can be run before the engine compiles it: sizes, numbers and the order of its rules. The engine checks
// code and expressions with the same Checker as it compiles them.
package load

import (
	"fmt"
	"slices"
	"sort"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// Limits of the engine, in addition to those of package def.
const (
	MaxCells    = def.MaxCells
	MaxSlots    = def.MaxSlots // of a frame, the stack and the scratch
	MaxPieces   = def.MaxPieces
	MaxOperands = 256 // of an instruction
)

// Checker rejects malformed parts of a GameDef. Its methods end the check with a panic of type *Error.
type Checker struct {
	Def  *def.GameDef
	Node int32     // enclosing place in the rulebook
	Part any       // pointer to the part of Def under check, nil if it is not a part by itself
	Expr *def.Expr // the expression under check within the part
}

// Error describes a malformed part of a game, with its known places in the rulebook and in the JSON text.
type Error struct{ Err error }

// Fail ends loading with an error.
func (k *Checker) Fail(format string, args ...any) {
	panic(&Error{fmt.Errorf("%s%s", k.Place(), fmt.Sprintf(format, args...))})
}

// Place spells the place of the check in the rulebook and in the JSON text, as far as known, each followed by a colon.
func (k *Checker) Place() string {
	where := ""
	if k.Node > 0 && int(k.Node) < len(k.Def.Nodes) {
		n := k.Def.Nodes[k.Node]
		where = fmt.Sprintf("%s:%d: ", n.File, n.Line)
	}
	place := k.Def.Place(k.Expr)
	if place == "" {
		place = k.Def.Place(k.Part)
	}
	if place != "" {
		where += place + ": "
	}
	return where
}

// Index checks 0 <= i < n.
func (k *Checker) Index(what string, i int64, n int) {
	if i < 0 || i >= int64(n) {
		k.Fail("%s %d is out of range (there are %d)", what, i, n)
	}
}

// OrNone checks -1 <= i < n.
func (k *Checker) OrNone(what string, i int64, n int) {
	if i != def.None {
		k.Index(what, i, n)
	}
}

func (k *Checker) AtMost(what string, n, most int) {
	if n > most {
		k.Fail("%d %s; at most %d are possible", n, what, most)
	}
}

// members checks that all members of a set are below n.
func (k *Checker) members(what string, set int64, t def.Type, n int) {
	if k.Def.Wide(t) {
		if set < 0 || set > 0 && set >= int64(len(k.Def.Sets)) {
			k.Fail("%s: there is no set %d", what, set)
		}
	}
	words := slices.Clone(k.Def.Bits(set, t))
	if value.Clip(words, n); !value.EqualSets(words, k.Def.Bits(set, t)) {
		k.Fail("%s: set %#x has members out of range (there are %d)", what, k.Def.Bits(set, t), n)
	}
}

// wideSets checks that wide sets have canonical form, so that equal sets have equal words.
func (k *Checker) wideSets() {
	for i, words := range k.Def.Sets {
		k.Part = &k.Def.Sets[i]
		if (len(words) == 0) != (i == 0) || len(words) > 0 && words[len(words)-1] == 0 {
			k.Fail("set %d is not as sets are written: the first has no words, and no other ends with a word of 0", i)
		}
	}
}

func (k *Checker) NodeRef(n int32) int32 {
	k.Index("node", int64(n), max(len(k.Def.Nodes), 1))
	return n
}

// Validate checks everything but code and expressions.
func (k *Checker) Validate() {
	gd := k.Def
	for _, c := range []struct {
		what    string
		part    any
		n, most int
	}{
		{"zones", &gd.Zones, len(gd.Zones), def.MaxZones}, {"piece classes", &gd.Classes, len(gd.Classes), def.MaxClasses},
		{"seats", &gd.Seats, len(gd.Seats), def.MaxSeats}, {"cards", &gd.Cards, len(gd.Cards), def.MaxCards},
		{"piles", &gd.Piles, len(gd.Piles), def.MaxPiles}, {"marks", &gd.Marks, len(gd.Marks), def.MaxMarks},
		{"cells", &gd.Cells, int(gd.Cells), MaxCells}, {"bound slots", &gd.Scratch, int(gd.Scratch), MaxSlots},
		{"numbers in a set", &gd.Numbers, int(gd.Numbers) + 1, def.MaxNumbers},
		{"stack slots", &gd.Stack, int(gd.Stack), MaxSlots},
	} {
		k.Part = c.part
		if c.n < 0 {
			k.Fail("negative number of %s", c.what)
		}
		k.AtMost(c.what, c.n, c.most)
	}
	k.Part = &gd.Initial
	if len(gd.Initial) != int(gd.Cells) {
		k.Fail("%d initial values for %d cells", len(gd.Initial), gd.Cells)
	}
	k.Part = &gd.Adjacent
	if len(gd.Adjacent) != len(gd.Zones) {
		k.Fail("adjacency of %d zones, there are %d", len(gd.Adjacent), len(gd.Zones))
	}
	k.wideSets()
	for i, a := range gd.Adjacent {
		k.Part = &gd.Adjacent[i]
		k.members("adjacency", a, def.ZoneSet, len(gd.Zones))
	}
	for i, p := range gd.Piles {
		k.Part = &gd.Piles[i]
		k.OrNone("owner of a pile", int64(p.Owner), len(gd.Seats))
	}
	k.Part = &gd.Cards
	if len(gd.Cards) > 0 && len(gd.Piles) == 0 {
		k.Fail("cards without a pile")
	}
	for i, l := range gd.Lookups {
		k.Part = &gd.Lookups[i]
		k.AtMost("values of a lookup", len(l.Values), MaxCells)
		k.entries(&l)
	}
	for i, o := range gd.Options {
		k.Part = &gd.Options[i]
		k.Index("default of option "+o.ID, int64(o.Default), len(o.Values))
	}
	for i, p := range gd.Pairs {
		k.Part = &gd.Pairs[i]
		for _, half := range []def.Type{p.First, p.Second} {
			what := fmt.Sprintf("pair %d", i)
			if k.ValueType(what, half); half.Kind == def.KPair {
				k.Fail("%s is made of a pair", what)
			}
		}
	}
	k.Part = nil
	k.validateFormulas()
	k.validateCode()
	k.validatePieces()
	k.validateVars()
	k.validateRules()
	k.validateBookkeeping()
	k.validateSetups()
	k.Part = nil
}

// Options returns the values of the options, by index. opts gives some values by option id; the others have their default.
func (k *Checker) Options(opts map[string]string) []int64 {
	var values []int64
	known := map[string]int{}
	for i, o := range k.Def.Options {
		known[o.ID] = i
		values = append(values, int64(o.Default))
	}
	ids := make([]string, 0, len(opts))
	for id := range opts {
		ids = append(ids, id)
	}
	sort.Strings(ids)
	for _, id := range ids {
		i, ok := known[id]
		if !ok {
			k.Fail("unknown option %q", id)
		}
		at := -1
		for j, v := range k.Def.Options[i].Values {
			if v == opts[id] {
				at = j
			}
		}
		if at < 0 {
			k.Fail("option %s has no value %q", id, opts[id])
		}
		values[i] = int64(at)
	}
	return values
}

// Acyclic proves that no function, derived value or hook point depends on itself, so that evaluation terminates.
func (k *Checker) Acyclic() {
	type rule struct {
		kind string
		i    int64
	}
	state := map[rule]int8{}
	var visit func(kind string, i int64)
	var walk func(e *def.Expr, depth int)
	walk = func(e *def.Expr, depth int) {
		if e == nil {
			return
		}
		outer := k.Expr
		k.Expr = e
		if depth > def.MaxNesting {
			k.Fail("an expression is nested more than %d deep", def.MaxNesting)
		}
		switch e.Op {
		case def.OpCall:
			visit("function", e.I)
		case def.OpDerived:
			visit("derived value", e.I)
		case def.OpHookNumber, def.OpHookAllow, def.OpHookPool:
			visit("point", e.I)
		case def.OpPossible:
			if k.Index("procedure", e.I, len(k.Def.Procs)); k.Def.Procs[e.I].Possible >= 0 {
				visit("function", int64(k.Def.Procs[e.I].Possible))
			}
		}
		for _, a := range e.Args {
			walk(a, depth+1)
		}
		k.Expr = outer
	}
	visit = func(kind string, i int64) {
		n := len(k.Def.Points)
		switch kind {
		case "function":
			n = len(k.Def.Functions)
		case "derived value":
			n = len(k.Def.Derived)
		}
		k.Index(kind, i, n)
		key := rule{kind, i}
		switch state[key] {
		case 1:
			k.Fail("%s %d needs itself", kind, i)
		case 2:
			return
		}
		state[key] = 1
		if len(state) > MaxCells {
			k.Fail("too many rules")
		}
		switch kind {
		case "function":
			walk(k.Def.Functions[i].Body, 0)
		case "derived value":
			walk(k.Def.Derived[i].Value, 0)
		case "point":
			for _, a := range k.Def.Points[i].Attach {
				at := k.Def.Attachments[a]
				for _, e := range []*def.Expr{at.When, at.Value, at.Add, at.Remove} {
					walk(e, 0)
				}
			}
		}
		state[key] = 2
	}
	for i := range k.Def.Functions {
		visit("function", int64(i))
	}
	for i := range k.Def.Derived {
		visit("derived value", int64(i))
	}
	for i := range k.Def.Points {
		visit("point", int64(i))
	}
}
