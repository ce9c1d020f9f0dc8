package engine

import (
	"slices"
	"strings"
	"testing"

	"rulebound/engine/def"
)

var tPairs = def.Type{Kind: def.KPair}

// pairing is a game with a decision on a pair of from and to, whose slots are 2 and 3, and then waits.
func pairing(t *testing.T, from, to *def.Expr, where ...*def.Expr) *State {
	t.Helper()
	dd := def.DecisionDef{Name: "march", Kind: def.Pair, By: kT(0, def.TSeat), Rule: "1.1", From: from, Bind: firstUserPar, Pairing: def.Pairing{To: to, ToBind: firstUserPar + 1, Second: 3},
		Elem: tPairs, Result: 2, Choices: def.Choices{Decline: -1}}
	for _, w := range where {
		dd.Where = append(dd.Where, def.Cond{Rule: "2.1", When: w})
	}
	d := testGame()
	d.Decisions = []def.DecisionDef{dd}
	return play(t, d, do(def.CDecide, 0, 0, 0))
}

func bound(i int64) *def.Expr { return exI(def.OpBound, def.TZone, firstUserPar+i) }

func TestEveryPairOfTheDomainIsOffered(t *testing.T) {
	differ := ex(def.OpNe, def.TBool, bound(0), bound(1))
	s := pairing(t, zones(0, 1, 2), zones(1, 2), differ)
	want := []string{"x → y", "x → z", "y → z", "z → y"}
	if got := s.g.Candidates(s.Decision()); !slices.Equal(got, want) {
		t.Errorf("offered is %v, want %v", got, want)
	}
	for v, why := range map[int64]string{def.PairOf(3, 1): "box is not among the candidates", def.PairOf(0, 0): "x does not go with x", def.PairOf(1, 1): "needs $it != $it", def.None: "none is not among"} {
		r := refused(t, s, Answer{Member: v})
		if !strings.Contains(r.Why, why) || (why == "needs $it != $it") != (r.Rule == "2.1") {
			t.Errorf("%d: %+v", v, r)
		}
	}
	apply(t, s, Answer{Member: def.PairOf(2, 1)})
	if got := s.stack[frameHead+2 : frameHead+4]; !slices.Equal(got, []int64{2, 1}) {
		t.Errorf("bound are %v", got)
	}
}

func TestExplainNamesTheEffectThatRemovesHalfOfAPair(t *testing.T) {
	few := exI(def.OpHookPool, def.ZoneSet, 0, zones(zoneX, zoneY, zoneZ), k(0))
	for name, c := range map[string]struct {
		from, to *def.Expr
		pair     int64
	}{
		"the first":  {few, zones(zoneY, zoneZ), def.PairOf(zoneX, zoneY)},
		"the second": {zones(zoneY, zoneZ), few, def.PairOf(zoneY, zoneX)},
	} {
		d := hookGame(def.PointPool, 0, def.Attachment{Rule: "2", Remove: zones(zoneX)})
		d.Pairs = []def.PairDef{{First: def.TZone, Second: def.TZone}}
		dec := red("where", def.Pair)
		dec.From, dec.To, dec.ToBind, dec.Second, dec.Elem = c.from, c.to, firstUserPar+1, dec.Result+1, tPairs
		d.Decisions = []def.DecisionDef{dec}
		addMain(d, on(0), do(def.CDecide, 0, 0, 0))
		if r := start(t, d).Explain(c.pair); r == nil || r.Why != "effect0 forbids it" || r.Rule != "2" {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestSecondMemberOfAPairMayDependOnTheFirst(t *testing.T) {
	s := pairing(t, zones(0, 1), ex(def.OpAdjacent, def.ZoneSet, bound(0)))
	if got, want := s.g.Candidates(s.Decision()), []string{"x → y", "y → x", "y → z"}; !slices.Equal(got, want) {
		t.Errorf("offered is %v, want %v", got, want)
	}
}

func TestSinglePairIsForcedAndEmptyDomainGivesNone(t *testing.T) {
	for name, c := range map[string]struct {
		to   *def.Expr
		want []int64
	}{"one": {zones(2), []int64{0, 2}}, "none": {zones(), []int64{def.None, def.None}}} {
		s := pairing(t, zones(0), c.to)
		if got := s.stack[frameHead+2 : frameHead+4]; s.Decision().Name != "wait" || !slices.Equal(got, c.want) {
			t.Errorf("%s: asked is %s, bound are %v", name, s.Decision().Name, got)
		}
	}
}

func TestSpelledPairsParseBack(t *testing.T) {
	g := testGame()
	for v, text := range map[int64]string{def.PairOf(0, 2): "x → z", def.None: "none"} {
		if got := g.Spell(v, tPairs); got != text {
			t.Errorf("%d is spelled %s", v, got)
		}
		if got, ok := g.Value(text, tPairs); !ok || got != v {
			t.Errorf("%s is %d, %t", text, got, ok)
		}
	}
	for _, text := range []string{"x", "x → ", "x → red", "none → x", "→"} {
		if v, ok := g.Value(text, tPairs); ok {
			t.Errorf("%q is %d", text, v)
		}
	}
}

func TestLoadRefusesIncompletePairDecisions(t *testing.T) {
	for name, change := range map[string]func(*def.DecisionDef){
		"no second domain": func(d *def.DecisionDef) { d.To = nil },
		"no pair":          func(d *def.DecisionDef) { d.Elem = def.TZone },
		"no such pair":     func(d *def.DecisionDef) { d.Elem.Of = 7 },
		"no second slot":   func(d *def.DecisionDef) { d.Second = -1 },
	} {
		d := testGame()
		dd := def.DecisionDef{Name: "march", Kind: def.Pair, By: kT(0, def.TSeat), From: zones(0), Bind: firstUserPar, Pairing: def.Pairing{To: zones(1), ToBind: firstUserPar + 1, Second: 3}, Elem: tPairs, Result: 2, Choices: def.Choices{Decline: -1}}
		change(&dd)
		d.Decisions = []def.DecisionDef{dd}
		addMain(d, do(def.CDecide, 0, 0, 0))
		if _, err := Load(d, nil); err == nil {
			t.Errorf("%s: loaded", name)
		}
	}
}
