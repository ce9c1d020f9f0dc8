package engine

import (
	"testing"

	"rulebound/engine/def"
)

func TestCoverage(t *testing.T) {
	d := testGame()
	dec := red("where", def.One)
	dec.Node = 2
	dec.From, dec.Where = zones(0, 1, 2), []def.Cond{{When: node(3, ex(def.OpGt, def.TBool, exI(def.OpCellAt, def.TInt, cellSmoke, bnd(10)), k(0)))}}
	d.Decisions = []def.DecisionDef{dec}
	addMain(d, do(def.CDecide, 0, 0, 0), do(def.CJumpUnless, 2, 0, 0, node(3, ex(def.OpEq, def.TBool, k(1), k(2)))))
	g := covered(t, d)
	c := g.Coverage()
	if c[1].Ran != 3 || c[3].True != 1 || c[3].False != 3 || c[2].Between != 1 || c[2].Empty != 0 || c[2].Full != 0 {
		t.Errorf("coverage %+v", c)
	}
	for i := range c {
		if g.Seen(int32(i)) != c[i] {
			t.Errorf("node %d: %+v by itself, %+v among all", i, g.Seen(int32(i)), c[i])
		}
	}
	if g.Seen(-1) != (NodeCoverage{}) || g.Seen(int32(len(c))) != (NodeCoverage{}) {
		t.Error("something was seen of a node that there is not")
	}
	if mustLoad(t, testMain()).Coverage() != nil {
		t.Error("coverage without WithCoverage")
	}
}

// Coverage records a requirement of a procedure as true if the procedure is possible, and as false if a refusal names it.
func TestCoverageOfRequirementsOfProcedures(t *testing.T) {
	d := testGame()
	p := addProc(d, "visit", 1, 1, do(def.CReturn, 0, 0, 0))
	rich := ex(def.OpGt, def.TBool, cell(cellGold), bnd(3))
	d.Functions = []def.FuncDef{{ID: "possible visit", Params: []int32{3}, Body: rich}}
	d.Procs[p].Possible, d.Procs[p].Requires = 0, []def.Cond{{Rule: "5.1", When: rich, Node: 3}}
	visit := func(least int64) []def.Cond {
		return []def.Cond{{Rule: "9.1", When: exI(def.OpPossible, def.TBool, int64(p), k(least))}}
	}
	dec := red("action", def.Menu)
	dec.Options = []def.MenuOption{{Name: "poor", Proc: -1, Target: 1, Where: visit(0)}, {Name: "rich", Proc: -1, Target: 1, Where: visit(99)}, {Name: "rest", Proc: -1, Target: 1}}
	d.Decisions = []def.DecisionDef{dec}
	addMain(d, do(def.CDecide, 0, 0, 0))
	g := mustLoad(t, d, WithCoverage())
	s, err := g.New(Setup{ID: "start"})
	if err != nil {
		t.Fatal(err)
	}
	if c := g.Coverage()[3]; c.True == 0 || c.False != 0 {
		t.Errorf("a possible procedure: %+v", c)
	}
	refused(t, s, Answer{Option: 1})
	if c := g.Coverage()[3]; c.False == 0 {
		t.Errorf("a refused procedure: %+v", c)
	}
}

func TestCoverageCountsCalls(t *testing.T) {
	d := testGame()
	p := addProc(d, "visit", 0, 0, do(def.CReturn, 0, 0, 0))
	d.Procs[p].Node = 2
	addMain(d, do(def.CCall, p, -1, 0), do(def.CCall, p, -1, 0))
	g := covered(t, d)
	if ran := g.Seen(2).Ran; ran != 2 {
		t.Errorf("the procedure was called %d times, want 2", ran)
	}
}

// A condition with a node is counted as a whole, even if its parts could be evaluated separately.
func TestCoverageCountsAConjunctionAsAWhole(t *testing.T) {
	part := func(least int64) *def.Expr {
		return ex(def.OpGe, def.TBool, exI(def.OpTable, def.TInt, 0, bnd(10)), k(least))
	}
	d := testGame()
	addMain(d, out(ex(def.OpSize, def.TInt, exI(def.OpFilter, def.ZoneSet, 10, zones(0, 1, 2), node(3, ex(def.OpAnd, def.TBool, part(0), part(2)))))))
	g := covered(t, d)
	if c := g.Seen(3); c.True+c.False != 3 || c.True == 0 || c.False == 0 {
		t.Errorf("the condition on three zones was seen to hold %d times and not to %d times", c.True, c.False)
	}
}

// A constant condition is counted each time it is evaluated.
func TestCoverageCountsConstantConditions(t *testing.T) {
	d := testGame()
	d.Options[0].Type, d.Options[0].Values, d.Options[0].Default = def.TBool, []string{"false", "true"}, 1
	known := node(2, kT(1, def.TBool))
	set := node(3, exI(def.OpOption, def.TBool, 0))
	addMain(d, do(def.CRequire, 0, 0, 0, known), do(def.CRequire, 0, 0, 0, set))
	g := covered(t, d)
	for n := int32(2); n <= 3; n++ {
		if got := g.Seen(n); got != (NodeCoverage{True: 1}) {
			t.Errorf("node %d: %+v", n, got)
		}
	}
}

// Coverage records whether a decision kept all, some or none of its domain, also of literal lists.
func TestCoverageOfDomainsRecordsMembersKeptAndExcluded(t *testing.T) {
	more := func(than int64) []def.Cond { return []def.Cond{{When: ex(def.OpGt, def.TBool, bnd(10), k(than))}} }
	for _, c := range []struct {
		name  string
		from  *def.Expr
		elem  def.Type
		where []def.Cond
		want  NodeCoverage
	}{
		{"all of a pile", kT(pileHand, def.TPile), def.TCard, nil, NodeCoverage{Full: 1}},
		{"some of a pile", kT(pileHand, def.TPile), def.TCard, more(2), NodeCoverage{Between: 1}},
		{"none of a pile", kT(pileHand, def.TPile), def.TCard, more(4), NodeCoverage{Empty: 1}},
		{"none of nothing", kT(pilePlayed, def.TPile), def.TCard, nil, NodeCoverage{Empty: 1}},
		{"all of an order", exI(def.OpLocal, def.TOrder, 9), def.TSeat, nil, NodeCoverage{Full: 1}},
		{"some of an order", exI(def.OpLocal, def.TOrder, 9), def.TSeat, more(0), NodeCoverage{Between: 1}},
		{"all of a set", zones(zoneX, zoneY), def.TZone, nil, NodeCoverage{Full: 1}},
		{"some of a set", zones(zoneX, zoneY), def.TZone, more(0), NodeCoverage{Between: 1}},
	} {
		d := testGame()
		dec := red("which", def.One)
		dec.Node, dec.From, dec.Elem, dec.Where = 3, c.from, c.elem, c.where
		d.Decisions = []def.DecisionDef{dec}
		addMain(d, do(def.CSet, 0, 9, 0, ordered(1, 0)), do(def.CDecide, 0, 0, 0))
		g := mustLoad(t, d, WithCoverage())
		if _, err := g.New(Setup{ID: "start"}); err != nil {
			t.Fatal(err)
		}
		if got := g.Seen(3); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestCoverageIsEmptyWhenDisabledOrForUnknownNodes(t *testing.T) {
	d := testGame()
	addMain(d, out(k(1)))
	g := mustLoad(t, d)
	if _, err := g.New(Setup{ID: "start"}); err != nil || g.Coverage() != nil || g.Seen(1) != (NodeCoverage{}) {
		t.Errorf("%v, %+v", err, g.Seen(1))
	}
	g = mustLoad(t, d, WithCoverage())
	if _, err := g.New(Setup{ID: "start"}); err != nil || g.Seen(1).Ran == 0 || g.Seen(-1) != (NodeCoverage{}) || g.Seen(4) != (NodeCoverage{}) {
		t.Errorf("%v, %+v", err, g.Seen(1))
	}
}

// With coverage, a function that the options determine is called nevertheless.
func TestCoverageCountsConstantFunctions(t *testing.T) {
	d := testGame()
	d.Functions = []def.FuncDef{{ID: "table", Body: ex(def.OpAdd, def.TInt, k(1), k(2)), Node: 3}}
	addMain(d, out(exI(def.OpCall, def.TInt, 0)))
	g := mustLoad(t, d, WithCoverage())
	for n := range uint64(3) {
		if ran := g.Seen(3).Ran; ran != n {
			t.Errorf("%d runs in %d games", ran, n)
		}
		if _, err := g.New(Setup{ID: "start"}); err != nil {
			t.Fatal(err)
		}
	}
}
