package engine

// This file compares games with wide sets with the same games with one-word sets. Fillers that no rule names make the difference.

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"rulebound/engine/def"
	"rulebound/engine/fold"
	"rulebound/engine/value"
)

// widener creates the twin of a game with more zones and classes, which are empty and not connected.
type widener struct {
	gd    *def.GameDef
	cells map[int64]int64 // the new cells of variables of zones
	done  map[*def.Expr]*def.Expr
}

func widened(t testing.TB, narrow *def.GameDef, zones, classes int) *widener {
	t.Helper()
	text, err := json.Marshal(narrow)
	if err != nil {
		t.Fatal(err)
	}
	w := &widener{gd: &def.GameDef{}, cells: map[int64]int64{}, done: map[*def.Expr]*def.Expr{}}
	gd := w.gd
	if err := json.Unmarshal(text, gd); err != nil {
		t.Fatal(err)
	}
	for i := len(gd.Zones); i < zones; i++ {
		gd.Zones, gd.Adjacent = append(gd.Zones, def.ZoneDef{Named: def.Named{ID: fmt.Sprint("zone", i)}, Plain: true}), append(gd.Adjacent, 0)
	}
	for i := range gd.Adjacent {
		w.set(&gd.Adjacent[i], def.ZoneSet)
	}
	for i := range gd.Types {
		w.set(&gd.Types[i].Classes, def.FilterSet)
	}
	w.classes(classes)
	for i := range gd.Vars {
		if v := &gd.Vars[i]; v.Owner() == def.KZone {
			w.set(&v.On, def.ZoneSet)
			v.Base, v.Len = w.moved(v.Base, v.Len), int32(zones)
		}
	}
	for i := range gd.Derived {
		if d := &gd.Derived[i]; d.Held >= 0 && d.Per == def.KZone {
			w.set(&d.Over, def.ZoneSet)
			d.Base, d.Len = w.moved(d.Base, d.Len), int32(zones)
		}
	}
	for i := range gd.Stacking {
		w.set(&gd.Stacking[i].Zones, def.ZoneSet)
		w.set(&gd.Stacking[i].Filter, def.FilterSet)
	}
	for i := range gd.Setups {
		for j := range gd.Setups[i].Cells {
			if to, ok := w.cells[int64(gd.Setups[i].Cells[j].Cell)]; ok {
				gd.Setups[i].Cells[j].Cell = int32(to)
			}
		}
	}
	w.expressions()
	return w
}

// classes adds piece types without pieces up to a number of classes.
func (w *widener) classes(n int) {
	gd := w.gd
	for i := len(gd.Classes); i < n; i++ {
		id := fmt.Sprint("filler", i)
		gd.Classes = append(gd.Classes, def.ClassDef{ID: id, Type: int32(len(gd.Types))})
		gd.Types = append(gd.Types, def.PieceType{Named: def.Named{ID: id}, Seat: -1, Home: int32(len(gd.Zones) - 1), First: int32(i), Classes: int64(i)})
	}
	for i := range gd.Types {
		if t := &gd.Types[i]; t.Count == 0 {
			t.Classes = gd.MakeSet(def.FilterSet, t.Classes)
		} else { // created before the width of filters was known
			t.Classes = gd.MakeSet(def.FilterSet, w.members(t.Classes)...)
		}
	}
}

func (w *widener) members(set int64) []int64 { return value.AppendMembers(nil, set) }

// set converts a one-word set to the necessary width. Filters are converted once all classes exist.
func (w *widener) set(v *int64, t def.Type) {
	if t == def.FilterSet && !w.gd.Wide(def.FilterSet) {
		return
	}
	*v = w.gd.MakeSet(t, w.members(*v)...)
}

// moved returns new cells for a variable of zones, with space for all zones.
func (w *widener) moved(base, n int32) int32 {
	gd := w.gd
	to := gd.Cells
	for i := range n {
		w.cells[int64(base+i)] = int64(to + i)
	}
	gd.Initial = append(gd.Initial, gd.Initial[base:base+n]...)
	gd.Initial = append(gd.Initial, make([]int64, len(gd.Zones)-int(n))...)
	gd.Cells += int32(len(gd.Zones))
	return to
}

func (w *widener) expressions() {
	for r := range w.gd.Roots() {
		for e := range r.Expr.All() {
			if w.done[e] == nil {
				w.done[e] = e
				w.node(e)
			}
		}
	}
}

// node converts the cells and sets of an expression.
func (w *widener) node(e *def.Expr) {
	switch e.Op {
	case def.OpCell, def.OpCellAt:
		if to, ok := w.cells[e.I]; ok {
			e.I = to
		}
	case def.OpConst:
		if e.Type == def.ZoneSet || e.Type == def.FilterSet {
			w.set(&e.I, e.Type)
		}
	}
}

// expr returns the twin of an expression.
func (w *widener) expr(e *def.Expr) *def.Expr {
	out := *e
	out.Args = nil
	for _, a := range e.Args {
		out.Args = append(out.Args, w.expr(a))
	}
	w.node(&out)
	return &out
}

// trimmed removes the fillers from the filters in a formula.
func trimmed(e *def.Expr) {
	for x := range e.All() {
		if x.Op == def.OpConst && x.Type == def.FilterSet {
			x.I &= setSheep | setWolf
		}
	}
}

// result returns the value of a formula on a state: a number, or the members of a set.
func (x *bench) result(s *State, f num, t def.Type) ([]int64, bool) {
	s.temp = s.temp[:0]
	v, ok := x.machine(s, f)
	if !ok || t.Kind != def.KSet {
		return []int64{v}, ok
	}
	return s.Each(v, t), true
}

// Formulas have the same values with wide sets as with one-word sets, in play and folded.
func TestFormulasOnWideSetsEqualNarrowSets(t *testing.T) {
	for _, n := range []int{63, 64, 65, 127, 128, 361} {
		t.Run(fmt.Sprint(n, " zones and classes"), func(t *testing.T) {
			gd, d := benchGame()
			for r := range gd.Roots() {
				trimmed(r.Expr)
			}
			narrow, w := benchOf(t, gd, d), widened(t, gd, n, min(n, def.MaxClasses))
			wide := benchOf(t, w.gd, d)
			plain, keeping := fold.New(gd).WithCalls(), fold.New(w.gd).WithCalls().Keeping()
			known, formulas := 0, 4000
			if testing.Short() {
				formulas = 1000
			}
			for range formulas {
				given := map[int64]int64{}
				d.slot, d.state, d.scope = 2000, !d.seldom(4), nil
				e := d.expr(pick(d, append(values, def.ZoneSet, def.ZoneSet, def.FilterSet, def.IntSet)...), 4)
				trimmed(e)
				twin := w.expr(e)
				wide.b.g.sets = append(wide.b.g.sets[:len(wide.b.g.sets):len(wide.b.g.sets)], w.gd.Sets[min(len(w.gd.Sets), len(wide.b.g.sets)):]...)
				w.gd.Sets = wide.b.g.sets
				f, g := narrow.b.num(e), wide.b.num(twin)
				w.gd.Sets = wide.b.g.sets // sets added at load time
				v, ok := plain.Fold(e, given)
				u, sure := keeping.Fold(twin, given)
				wide.b.g.sets = w.gd.Sets
				if ok != sure || ok && !slices.Equal(valueOf(gd, v, e.Type), valueOf(w.gd, u, e.Type)) {
					t.Fatalf("%s: folded to %v, %v; of the twin to %v, %v", text(e), ok, valueOf(gd, v, e.Type), sure, valueOf(w.gd, u, e.Type))
				}
				if ok {
					known++
				}
				for i := range narrow.states {
					a, fine := narrow.result(narrow.states[i], f, e.Type)
					b, good := wide.result(wide.states[i], g, e.Type)
					if fine != good || fine && !slices.Equal(a, b) {
						t.Fatalf("%s: %v (%v) with one word, %v (%v) with more", text(e), a, fine, b, good)
					}
					if good && e.Type.Kind != def.KSet && len(wide.states[i].temp) > 0 {
						t.Fatalf("%s leaves %d words behind", text(e), len(wide.states[i].temp))
					}
				}
			}
			if known < formulas/5 {
				t.Errorf("%d of the formulas are known without a state: that shows little", known)
			}
		})
	}
}

func valueOf(gd *def.GameDef, v int64, t def.Type) []int64 {
	if t.Kind == def.KSet {
		return gd.Each(v, t)
	}
	return []int64{v}
}

// A wide set is valid only within the formula that created it; afterwards its number denotes no set.
func TestUnknownWideSetHasNoMembers(t *testing.T) {
	d := testGame()
	addMain(d)
	s := start(t, widened(t, d, 100, 4).gd)
	for v := int64(-2); v > -300; v-- {
		if got := s.Each(v, def.ZoneSet); len(got) != 0 {
			t.Errorf("%d has %v", v, got)
		}
	}
}
