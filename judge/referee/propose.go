package referee

// This file proposes answers to a decision, the most promising first: those that the difference to the position
// suggests, then those that the hints name, then the rest. A price measures how unlikely an answer is.

import (
	"cmp"
	"math/bits"
	"slices"

	"rulebound/engine"
	"rulebound/engine/def"
)

// Prices of answers.
const (
	fits    = 0  // both the difference and the hints suggest it
	likely  = 3  // one of the two
	neutral = 4  // neither for nor against it
	odd     = 8  // nothing suggests it
	against = 20 // the hints name another
)

// fewNumbers is how many numbers are as likely as the least and the greatest.
const fewNumbers = 4

// proposal is an answer with its price.
type proposal struct {
	answer engine.Answer
	price  int
}

// proposer proposes answers within one step.
type proposer struct {
	*target
	step   *Step
	hinted []bool // zones that the step names
	hints  bool   // it names some
	prefer map[string]string
	seat   int
	most   int // maximum number of proposals for a decision
	cut    bool
}

func (t *target) proposer(step *Step, most int) *proposer {
	p := &proposer{target: t, step: step, most: most, seat: -2, hinted: make([]bool, len(t.def.Zones))}
	for _, id := range step.Spaces {
		if z, ok := t.def.Value(id, def.TZone); ok && z >= 0 {
			p.hinted[z], p.hints = true, true
		}
	}
	p.prefer = t.layout.Kinds[step.Kind].Prefers
	if seat, ok := t.def.Value(step.Seat, def.TSeat); ok {
		p.seat = int(seat)
	}
	return p
}

// propose lists answers to the pending decision of s, cheapest first. measure must have been called for s. focus has
// the zones of the running bodies.
func (p *proposer) propose(s *engine.State, focus focus) []proposal {
	d := s.Decision()
	if d == nil || d.Fault != nil {
		return nil
	}
	var list []proposal
	switch d.Kind.Row().Answer {
	case def.AnswerMember:
		list = p.members(d, focus)
	case def.AnswerSet:
		list = p.subsets(d)
	case def.AnswerCounts:
		list = p.takes(d, focus)
	case def.AnswerNumber:
		list = p.numbers(d)
	case def.AnswerOption:
		list = p.options(d, d.Options, engine.Reply, nil)
	case def.AnswerOrder:
		list = p.orders(s, d, focus)
	}
	first := len(list)
	list = p.options(d, d.Also, engine.Side, list)
	for i := range list[first:] {
		list[first+i].price += p.late
	}
	slices.SortStableFunc(list, func(a, b proposal) int { return cmp.Compare(a.price, b.price) })
	for i := len(list) - 1; i >= 0; i-- {
		list[i].price += bits.Len(uint(i)) - list[0].price
	}
	return list
}

// wanted reports what the hints say of an answer by its name: 1 wanted, -1 not wanted, 0 nothing.
func (p *proposer) wanted(d *engine.Decision, name string) int {
	if w, ok := p.prefer[d.Name]; ok {
		if (w == name) == (d.Seat == p.seat) {
			return 1
		}
		return -1
	}
	for _, w := range p.layout.Wants {
		if w.Decision != d.Name && w.Decision != name {
			continue
		}
		has := p.step.Words[w.Hint] != ""
		switch {
		case w.Decision == name && has, w.Answer == name && has, w.Decision == d.Name && w.Answer != name && !has:
			return 1
		}
		return -1
	}
	for _, hint := range sortedKeys(p.layout.Hints) {
		if p.layout.Hints[hint] == d.Name && p.step.Words[hint] == name {
			return 1
		}
	}
	return 0
}

// options proposes the options of a menu, or side options.
func (p *proposer) options(d *engine.Decision, from []engine.Option, kind engine.AnswerKind, list []proposal) []proposal {
	first, some := len(list), false
	for _, o := range from {
		price := neutral
		switch p.wanted(d, o.Name) {
		case 1:
			price, some = fits, kind == engine.Reply
		case -1:
			price = against
		default:
			if kind == engine.Reply && o.Index == d.Decline {
				price = fits
			}
		}
		list = append(list, proposal{engine.Answer{Kind: kind, Option: o.Index}, price})
	}
	for i := range list[first:] {
		if x := &list[first+i]; some && x.price == neutral {
			x.price = against
		}
	}
	return list
}

// members proposes single members, or stop.
func (p *proposer) members(d *engine.Decision, focus focus) []proposal {
	var list []proposal
	named, some := d.Elem.Kind != def.KZone && d.Elem.Kind != def.KPiece && d.Elem.Kind != def.KPair && d.Elem.Kind != def.KSeat, false
	best := odd
	for i, v := range d.Members {
		price := p.member(d, v, focus)
		if p.unpaid && len(d.Costs) > 0 && d.Costs[i] > 0 && d.Elem.Kind == def.KZone && v >= 0 && (!p.hints || p.hinted[v]) {
			price = min(price, likely)
		}
		if named {
			switch p.wanted(d, p.def.Spell(v, d.Elem)) {
			case 1:
				price, some = fits, true
			case -1:
				price = against
			}
		}
		best = min(best, price)
		list = append(list, proposal{engine.Answer{Member: v}, price})
	}
	if named && some {
		for i := range list {
			if list[i].price == neutral {
				list[i].price = against
			}
		}
	}
	if d.Stop {
		price := fits
		if best <= likely {
			price = neutral
		}
		list = append(list, proposal{engine.Answer{Stop: true}, price})
	}
	return list
}

// member prices a member by what differs.
func (p *proposer) member(d *engine.Decision, v int64, focus focus) int {
	switch d.Elem.Kind {
	case def.KZone:
		return p.place(v, focus)
	case def.KPiece:
		return p.piece(v, focus)
	case def.KPair:
		first, second := def.Halves(v)
		pair := p.def.Pairs[d.Elem.Of]
		price := 0
		for _, half := range []struct {
			v int64
			t def.Type
		}{{first, pair.First}, {second, pair.Second}} {
			switch half.t.Kind {
			case def.KZone:
				price += p.zone(half.v)
			case def.KPiece:
				price += p.piece(half.v, focus)
			default:
				price += neutral
			}
		}
		return price / 2
	}
	if d.Seat == engine.Chance {
		return likely
	}
	return neutral
}

func (p *proposer) zone(z int64) int {
	if z < 0 {
		return neutral
	}
	dirty, hinted := p.dirty[z], p.hinted[z]
	switch {
	case dirty && (hinted || !p.hints):
		return fits
	case dirty:
		return likely
	case hinted:
		return neutral
	}
	return odd + 4
}

func (p *proposer) piece(v int64, focus focus) int {
	z, c := v>>8, v&0xff
	if z < 0 || int(z) >= len(p.def.Zones) {
		return neutral
	}
	switch {
	case p.need[int(z)*len(p.def.Classes)+int(p.plain[c])] < 0:
		return fits
	case p.typed[int(z)*len(p.def.Types)+int(p.def.Classes[c].Type)] < 0, p.lacking(focus, int32(z), int32(c)) > 0:
		return likely
	}
	return odd
}

// place prices a zone within a body: it is wanted for its excess of pieces that the body's zone lacks.
func (p *proposer) place(z int64, focus focus) int {
	at := focus.but(int32(z))
	if at < 0 || z < 0 {
		return p.zone(z)
	}
	types := len(p.def.Types)
	lacks := false
	for t := range types {
		if p.typed[int(at)*types+t] > 0 {
			if lacks = true; p.typed[int(z)*types+t] < 0 {
				return fits
			}
		}
	}
	if lacks {
		return max(p.zone(z), neutral+1)
	}
	return p.zone(z)
}

// lacking returns how many pieces of a class's type the body's zone lacks, for a piece in a zone.
func (p *proposer) lacking(focus focus, zone, class int32) int {
	if at := focus.but(zone); at >= 0 {
		return p.short(at, class)
	}
	return 0
}

// short returns how many pieces of a class's type a zone lacks.
func (p *proposer) short(zone, class int32) int {
	return int(p.typed[int(zone)*len(p.def.Types)+int(p.def.Classes[class].Type)])
}

// numbers proposes numbers; for rolls, the dice of the log.
func (p *proposer) numbers(d *engine.Decision) []proposal {
	var list []proposal
	named := p.amounts()
	add := func(n int64) {
		price := neutral
		if slices.Contains(named, n) {
			price = fits
		}
		switch {
		case d.Seat == engine.Chance && len(p.step.Dice) > 0:
			price = odd
			if slices.Contains(p.step.Dice, n) {
				price = fits
			}
		case d.Seat == engine.Chance:
		case n == int64(d.Max), n == int64(d.Min), d.Max-d.Min < fewNumbers:
			price = min(price, fits+1)
		}
		list = append(list, proposal{engine.Answer{N: n}, price})
	}
	if len(d.Members) > 0 {
		for _, n := range d.Members {
			add(n)
		}
		return list
	}
	for n := d.Min; n <= d.Max; n++ {
		add(int64(n))
	}
	return list
}

// subsets proposes sets of members in the order of their prices.
func (p *proposer) subsets(d *engine.Decision) []proposal {
	c := &combination{min: d.Min, max: d.Max}
	for _, v := range d.Members {
		price := p.member(d, v, focus{})
		in, out := choice{1, price}, choice{0, fits}
		if price <= likely {
			out.price = neutral
		}
		c.add(in, out)
	}
	var list []proposal
	c.each(p.most, func(counts []int, price int) {
		var chosen []int64
		for i, n := range counts {
			if n > 0 {
				chosen = append(chosen, d.Members[i])
			}
		}
		list = append(list, proposal{p.subset(d, chosen), price})
	})
	p.cut = p.cut || c.cut
	if d.Obliged || len(list) == 0 {
		list = append(list, proposal{p.subset(d, slices.Clone(d.LeastSet())), odd})
	}
	return list
}

// subset returns the answer that chooses some members.
func (p *proposer) subset(d *engine.Decision, chosen []int64) engine.Answer {
	if p.def.Wide(def.SetOf(d.Elem)) {
		return engine.Answer{Chosen: chosen}
	}
	set := int64(0)
	for _, v := range chosen {
		set |= 1 << uint(v)
	}
	return engine.Answer{Set: set}
}

// takes proposes numbers of pieces in the order of their prices.
func (p *proposer) takes(d *engine.Decision, focus focus) []proposal {
	classes := len(p.def.Classes)
	every := &combination{min: d.Min, max: d.Max}
	coming := &combination{min: d.Min, max: d.Max, groups: make([]group, len(p.def.Types))}
	wanted := 0
	for i, e := range d.Entries {
		typ := p.def.Classes[e.Class].Type
		leaves := max(0, -int(p.need[int(e.Zone)*classes+int(p.plain[e.Class])]))
		gone := max(0, -p.short(e.Zone, e.Class))
		lacks := p.lacking(focus, e.Zone, e.Class)
		var all, some []choice
		most := 1 << 30
		if p.passing(int(e.Zone), int(typ)) {
			most = 1
		}
		for n := 0; n <= min(int(e.Available), d.Max); n++ {
			price := away(n, leaves)
			if gone != leaves {
				price = min(price, 1+away(n, gone))
			}
			all = append(all, choice{n, min(price, most)})
			more := 0
			if n != 0 && n != max(leaves, gone) {
				more = 1
			}
			some = append(some, choice{n, more + 6*max(0, n-max(leaves, gone))})
		}
		every.add(all...)
		if lacks <= 0 {
			some = some[:1]
		}
		coming.add(some...)
		g := &coming.groups[typ]
		g.members = append(g.members, i)
		if g.want = max(0, lacks); lacks > 0 {
			wanted = max(wanted, lacks)
		}
	}
	var list []proposal
	give := func(extra int) func([]int, int) {
		return func(counts []int, price int) {
			a := make([]int32, len(counts))
			for i, n := range counts {
				a[i] = int32(n)
			}
			list = append(list, proposal{engine.Answer{Counts: a}, price + extra})
		}
	}
	if wanted > 0 {
		coming.each(p.most, give(0))
	}
	before := len(list)
	every.each(p.most, give(min(before, 1)*likely))
	for i := len(list) - 1; i >= before; i-- { // earlier proposals
		if slices.ContainsFunc(list[:before], func(x proposal) bool { return slices.Equal(x.answer.Counts, list[i].answer.Counts) }) {
			list = slices.Delete(list, i, i+1)
		}
	}
	p.cut = p.cut || every.cut
	least := d.Least(nil)
	if !slices.ContainsFunc(list, func(x proposal) bool { return slices.Equal(x.answer.Counts, least) }) {
		list = append(list, proposal{engine.Answer{Counts: least}, odd})
	}
	return list
}

// passing reports whether a later part can correct the number of pieces of a type in a zone in either direction.
func (p *proposer) passing(zone, typ int) bool {
	return p.stage != nil && p.stage.later.moves(zone, typ, 1) && p.stage.later.moves(zone, typ, -1)
}

// away prices taking n pieces where k should go.
func away(n, k int) int {
	if n < k {
		return 2 * (k - n)
	}
	return 6 * (n - k)
}

// excluded lists what the hints and the difference suggest but the decision does not offer.
func (p *proposer) excluded(d *engine.Decision) []int64 {
	var out []int64
	gd := &p.def.Decisions[d.Index]
	switch {
	case d.Kind.Row().Options:
		for i, o := range gd.Options {
			if p.wanted(d, o.Name) > 0 && !slices.ContainsFunc(d.Options, func(x engine.Option) bool { return x.Name == o.Name }) {
				out = append(out, int64(i))
			}
		}
	case d.Elem.Kind == def.KZone:
		for z := range p.def.Zones {
			if v := int64(z); p.zone(v) <= likely && p.hinted[z] && !slices.Contains(d.Members, v) {
				out = append(out, v)
			}
		}
	case d.Elem.Kind == def.KProc || d.Elem.Kind == def.KEnum:
		for _, hint := range sortedKeys(p.layout.Hints) {
			id := p.step.Words[hint]
			if p.layout.Hints[hint] != d.Name || id == "" {
				continue
			}
			if v, ok := p.def.Value(id, d.Elem); ok && !slices.Contains(d.Members, v) {
				out = append(out, v)
			}
		}
	}
	return out
}
