package referee

// This file measures the distance between a state and a position.

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"rulebound/engine"
	"rulebound/engine/def"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// Weights of differences. A misplaced piece counts twice, where it is and where it is missing.
const (
	weighPiece  = 10
	weighStatus = 6
	weighMarker = 12
	weighTrack  = 5 // a track differs
	weighStep   = 2 // each step of the difference, up to maxSteps
	maxSteps    = 60
	weighBeyond = 7 // a piece more or less than at the beginning of the step, away from what is wanted
	weighDone   = 5 // a piece with a mark where there are too many: it is finished
	weighHop    = 8 // a step that a piece must be moved beyond the first
	weighEffect = 20
	laterCounts = 4  // divisor for what a later part can correct
	weighFlow   = 20 // the sequence of play differs
)

// target is the position to reach.
type target struct {
	*match
	bias
	p      *Position
	counts []int16 // wanted, by zone and plain class
	need   []int16 // filled by measure: wanted minus present
	typed  []int16 // the same by zone and type
	dirty  []bool  // zones where something differs
	off    []int64 // by how much tracks differ, and their wanted values
	goals  []int64
	unpaid bool // a track is above what is wanted: something must still be paid
	watch  []cellWatch
	apart  []int64 // filled by measure: present minus wanted, of watch
	effect []effectWatch
	began  []int16  // typed at the beginning of the step, nil: not known yet
	tracks []int64  // differences of watch at the beginning
	stages []stage  // of a step with parts
	opens  int      // the stage in which it begins
	stage  *stage   // the stage for measure, nil: all differences count
	here   *changes // limits dirty, nil: all differences
	stack  []int32
	haul   transportation
	hauls  map[uint64]int // results of haul, by a hash of a type's differences
}

type cellWatch struct {
	cell   int32
	want   int64
	marker bool
	zone   int32
}

type effectWatch struct {
	stamp int32
	on    bool
}

func (m *match) target(n int) *target {
	t := &target{match: m, p: m.at[n], counts: m.at[n].counts}
	t.need = make([]int16, len(t.counts))
	t.hauls = map[uint64]int{}
	t.dirty = make([]bool, len(m.def.Zones))
	t.typed = make([]int16, len(m.def.Zones)*len(m.def.Types))
	for i := range m.def.Vars {
		v := &m.def.Vars[i]
		for k := range v.Len {
			if c := v.Base + k; t.p.known[c] {
				w := cellWatch{cell: c, want: t.p.cells[c], marker: v.Owner() == def.KZone, zone: -1}
				if w.marker {
					w.zone = int32(m.def.OwnerAt(v, int64(k)))
				}
				t.watch = append(t.watch, w)
			}
		}
	}
	for _, key := range sortedKeys(m.layout.Position) {
		if item := m.layout.Position[key]; item.Effects {
			on := ids(t.p.lists[key])
			for _, l := range m.def.Lasting {
				if !slices.Contains(item.But, l.ID) {
					t.effect = append(t.effect, effectWatch{l.Stamp, slices.Contains(on, l.ID)})
				}
			}
		}
	}
	t.apart = make([]int64, len(t.watch))
	return t
}

// measure returns the distance of the board of s, and fills need, typed and dirty.
func (t *target) measure(s *engine.State) int {
	copy(t.need, t.counts)
	clear(t.typed)
	clear(t.dirty)
	t.unpaid, t.off, t.goals = false, t.off[:0], t.goals[:0]
	h, soon := 0, 0
	for z := range t.def.Zones {
		t.measureZone(s, z, &h, &soon)
	}
	if t.stages == nil && t.began != nil {
		h += weighHop * t.carry()
	}
	if t.loose {
		h -= t.replaced()
	}
	for k := range t.watch {
		h += t.measureCell(s, k)
	}
	for _, e := range t.effect {
		if e.on != (s.Cell(e.stamp) > 0) {
			h += weighEffect
		}
	}
	return h + soon/laterCounts
}

// measureZone adds the weight of the pieces in a zone.
func (t *target) measureZone(s *engine.State, z int, h, soon *int) {
	classes, types := len(t.def.Classes), len(t.def.Types)
	row, sums := t.need[z*classes:][:classes], t.typed[z*types:][:types]
	marked := false
	for c := range classes {
		if n := s.Count(int32(z), int32(c)); n != 0 {
			row[t.plain[c]] -= int16(n)
			marked = marked || t.plain[c] != int32(c)
		}
	}
	if marked {
		for c := range classes {
			if p := t.plain[c]; p != int32(c) && row[p] < 0 {
				*h += weighDone * int(min(s.Count(int32(z), int32(c)), int64(-row[p])))
			}
		}
	}
	for c, n := range row {
		if n == 0 {
			continue
		}
		k := int(t.def.Classes[c].Type)
		sums[k] += n
		if !t.turned(c) {
			t.count(weighStatus*int(abs(n)), t.stage != nil && t.stage.later.turns(z, k, c), h, soon)
			t.soil(z, t.here == nil || t.here.turns(z, k, c))
		}
	}
	for k, n := range sums {
		if n == 0 {
			continue
		}
		weight := weighPiece - weighStatus
		if t.turned(int(t.def.Types[k].First)) {
			weight = weighPiece
			t.soil(z, t.here == nil || t.here.moves(z, k, n))
		}
		t.count(weight*int(abs(n)), t.stage != nil && t.stage.later.moves(z, k, n), h, soon)
		if t.stages == nil && t.began != nil && !t.loose {
			*h += weighBeyond * int(beyond(n, t.began[z*types+k]))
		}
	}
}

// measureCell returns the weight of a track or marker.
func (t *target) measureCell(s *engine.State, k int) int {
	w, past := &t.watch[k], int64(0)
	d := s.Cell(w.cell) - w.want
	t.apart[k] = d
	if d == 0 || t.fixed(w.cell, d) {
		return 0
	}
	if t.tracks != nil {
		past = beyond(d, t.tracks[k])
	}
	if w.marker {
		t.soil(int(w.zone), t.mends(w.cell, d))
		if t.stages == nil {
			return weighMarker*int(abs(d)) + weighStep*int(min(past, maxSteps))
		}
		return weighMarker * int(abs(d)+past)
	}
	t.unpaid = t.unpaid || d > 0 && t.mends(w.cell, d)
	t.off, t.goals = append(t.off, d), append(t.goals, w.want)
	h := weighTrack + weighStep*int(min(abs(d), maxSteps))
	if t.stages == nil {
		h += weighStep * int(min(past, maxSteps))
	}
	return h
}

// count adds a weight to h, or to soon if a later part can correct the difference.
func (t *target) count(weight int, later bool, h, soon *int) {
	if later {
		h = soon
	}
	*h += weight
}

// soil marks a zone as different, if the rest of the step can correct it.
func (t *target) soil(zone int, mends bool) {
	if mends {
		t.dirty[zone] = true
	}
}

// mends reports whether the rest of the step can move a cell towards its wanted value.
func (t *target) mends(cell int32, d int64) bool {
	return t.here == nil || d < 0 && t.here.up[cell] || d > 0 && t.here.down[cell]
}

// turned reports whether a part sets the status of a class without a decision.
func (t *target) turned(class int) bool {
	return t.stage != nil && t.stage.fixed.statuses>>uint(class)&1 == 1
}

// fixed reports whether a part corrects a cell without a decision.
func (t *target) fixed(cell int32, d int64) bool {
	return t.stage != nil && (d < 0 && t.stage.fixed.up[cell] || d > 0 && t.stage.fixed.down[cell])
}

// begin records the board of s as the beginning of the step. In a step with parts pieces and tracks change more than
// once, so there only markers beyond the difference weigh more.
func (t *target) begin(s *engine.State) int {
	t.began, t.tracks = nil, nil
	h := t.measure(s)
	t.began = slices.Clone(t.typed)
	for _, w := range t.watch {
		t.tracks = append(t.tracks, s.Cell(w.cell)-w.want)
	}
	return h
}

// beyond returns by how much a difference exceeds an earlier one, in its direction or past zero.
func beyond[N int16 | int64](now, before N) N {
	if now < 0 {
		now, before = -now, -before
	}
	return now - min(now, max(before, 0))
}

func abs[N int16 | int64 | int](n N) N {
	if n < 0 {
		return -n
	}
	return n
}

// mismatches spells what differs at the end of a step. If the game is over too soon, or not over, it reports only that,
// since the rest is a consequence.
func (t *target) mismatches(s *engine.State) []string {
	flow := t.flow(s)
	if s.Over() != t.p.over {
		return flow[:1]
	}
	return append(t.differences(s), flow...)
}

// flow lists the differences in the sequence of play.
func (t *target) flow(s *engine.State) []string {
	var out []string
	if s.Over() != t.p.over {
		out = append(out, fmt.Sprintf("over is %t, not %t", s.Over(), t.p.over))
	}
	for _, key := range sortedKeys(t.layout.Position) {
		item, want := t.layout.Position[key], ids(t.p.lists[key])
		switch {
		case s.Over() && item.Top: // no card is played any more
		case item.Pile != "":
			out = append(out, t.pileDiffers(s, key, item, want)...)
		case item.Effects:
			if have := t.inForce(s, item); !slices.Equal(have, want) {
				out = append(out, fmt.Sprintf("%s are %v, not %v", key, have, want))
			} else if item.Field != "" {
				out = append(out, t.durationsDiffer(s, key, item)...)
			}
		case item.Asked:
			if have := t.waits(s); !slices.Equal(have, t.p.lists[key].spell()) {
				out = append(out, fmt.Sprintf("%s is %v, not %v", key, have, t.p.lists[key].spell()))
			}
		case s.Over():
		case item.Seats != "":
			out = append(out, t.seatsDiffer(s, key, item, want)...)
		case item.Set != "":
			out = append(out, t.setDiffers(s, key, item)...)
		}
	}
	return out
}

func (t *target) pileDiffers(s *engine.State, key string, item Item, want []string) []string {
	have := t.pile(s, item)
	if item.Loose {
		have, want = slices.Sorted(slices.Values(have)), slices.Sorted(slices.Values(want))
	}
	if slices.Equal(have, want) {
		return nil
	}
	return []string{fmt.Sprintf("%s is %v, not %v", key, have, want)}
}

// pile lists the cards of a pile, or its top card.
func (r *reader) pile(s *engine.State, item Item) []string {
	pile, _ := r.def.Value(item.Pile, def.TPile)
	out := []string{}
	for _, c := range s.Cards(int32(pile)) {
		out = append(out, r.def.Spell(c, def.TCard))
	}
	if item.Top && len(out) > 1 {
		out = out[:1]
	}
	return out
}

// inForce lists the lasting effects in force in the order of their activation.
func (r *reader) inForce(s *engine.State, item Item) []string {
	type stamped struct {
		id    string
		stamp int64
	}
	var list []stamped
	for _, l := range r.def.Lasting {
		if st := s.Cell(l.Stamp); st > 0 && !slices.Contains(item.But, l.ID) {
			list = append(list, stamped{l.ID, st})
		}
	}
	slices.SortStableFunc(list, func(a, b stamped) int { return int(a.stamp - b.stamp) })
	out := []string{}
	for _, x := range list {
		out = append(out, x.id)
	}
	return out
}

// until returns the duration of a lasting effect in force, and whether it is the declared one.
func (r *reader) until(s *engine.State, id string) (string, bool) {
	at := slices.IndexFunc(r.def.Lasting, func(l def.LastingDef) bool { return l.ID == id })
	l := &r.def.Lasting[at]
	if until := s.Cell(l.Until); until != int64(l.Duration) {
		return r.def.Durations[until], false
	}
	return r.declared(l), true
}

// declared returns the declared duration of an effect.
func (r *reader) declared(l *def.LastingDef) string {
	if int(l.Duration) < len(r.def.Durations) {
		return r.def.Durations[l.Duration]
	}
	return ""
}

func (t *target) durationsDiffer(s *engine.State, key string, item Item) []string {
	var out []string
	for _, e := range t.p.lists[key] {
		have, own := t.until(s, e.id)
		if want := e.fields[item.Field]; have != want && (want != "" || !own) {
			out = append(out, fmt.Sprintf("%s: %s is in force to the end of %s, not of %s", key, e.id, have, cmp.Or(want, "what it is declared with")))
		}
	}
	return out
}

func (t *target) seatsDiffer(s *engine.State, key string, item Item, want []string) []string {
	var also []string
	for _, k := range item.Also {
		also = append(also, ids(t.p.lists[k])...)
	}
	var out []string
	for _, seat := range t.def.Seats {
		v, typ, err := s.Value(seat.ID + "." + item.Seats)
		if err != nil || slices.Contains(also, seat.ID) {
			continue
		}
		have, value := t.def.Spell(v, typ), item.Out
		if slices.Contains(want, seat.ID) {
			value = item.value(t.p.lists[key], seat.ID)
		}
		if slices.Contains(item.Same, have) {
			have = item.Out
		}
		if have != value {
			out = append(out, fmt.Sprintf("%s: %s is %s", key, seat.ID, t.def.Spell(v, typ)))
		}
	}
	return out
}

func (t *target) setDiffers(s *engine.State, key string, item Item) []string {
	list := t.p.lists[key]
	want := engine.Setup{Cells: map[string]int64{}, Values: map[string]string{}}
	t.arrangeSet(&want, item, list)
	var out []string
	for _, name := range sortedKeys(want.Cells) {
		if v, typ, _ := s.Value(name); v != want.Cells[name] {
			out = append(out, fmt.Sprintf("%s is %s, not %s", key, t.def.Spell(v, typ), t.def.Spell(want.Cells[name], typ)))
		}
	}
	for _, name := range sortedKeys(want.Values) {
		if v, typ, _ := s.Value(name); t.def.Spell(v, typ) != want.Values[name] {
			out = append(out, fmt.Sprintf("%s: %s is %s, not %s", key, name, t.def.Spell(v, typ), want.Values[name]))
		}
	}
	return out
}

// differences spells what differs on the board.
func (t *target) differences(s *engine.State) []string {
	t.enter(none)
	t.measure(s)
	return t.stuck(s, nil)
}

// stuck spells what differs on the board and open cannot change. measure must have been called.
func (t *target) stuck(s *engine.State, open *changes) []string {
	var out []string
	classes, types := len(t.def.Classes), len(t.def.Types)
	for i, n := range t.need {
		z, c := i/classes, i%classes
		k := int(t.def.Classes[c].Type)
		if sum := t.typed[z*types+k]; n != 0 && (open == nil || !open.turns(z, k, c) || sum != 0 && !open.moves(z, k, sum)) {
			out = append(out, fmt.Sprintf("%s.%s is %d, not %d", t.def.Zones[i/classes].ID, t.def.Classes[i%classes].ID, t.counts[i]-n, t.counts[i]))
		}
	}
	for _, w := range t.watch {
		if v := s.Cell(w.cell); v != w.want && (open == nil || v < w.want && !open.up[w.cell] || v > w.want && !open.down[w.cell]) {
			name, _, _ := t.game.CellName(int64(w.cell))
			out = append(out, fmt.Sprintf("%s is %d, not %d", name, v, w.want))
		}
	}
	return out
}
