package check

import (
	"testing"

	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
	. "rulebound/engine/testboard"
)

var candidate = &typed.Binding{ID: 5, Name: "$space", Type: def.TZone}

// choosing returns a rulebook with a decision among zones; `from` is in line 7, its listed members are in line 8 and following.
func choosing(from *def.Expr, listed []int64, where *def.Expr, change func(d *typed.Decide)) *typed.Rulebook {
	d := &typed.Decide{Kind: def.One, Domain: typed.Domain{Candidate: candidate, From: from, Written: written(7)}}
	for i, m := range listed {
		d.Domain.Listed = append(d.Domain.Listed, typed.Listed{Value: Const(m, def.TZone), Pos: at(8 + i), Text: []string{"oak", "elm", "lake", "nest"}[m]})
	}
	if where != nil {
		d.Domain.Where = []*typed.Cond{unsaid(or(Open(), always())), unsaid(where)}
	}
	if change != nil {
		change(d)
	}
	return doing(d)
}

func TestListedMemberThatIsAlwaysExcludedIsReported(t *testing.T) {
	fertile := More(yield(Bound(5, def.TZone)), 0)
	all := Zones(Oak, Elm, Lake)
	listed := []int64{Oak, Elm, Lake}
	for name, c := range map[string]struct {
		rb   *typed.Rulebook
		want string
	}{
		"a member in a list":                {choosing(all, listed, fertile, nil), "10 unreachable-option: lake can never be chosen: the conditions always exclude it"},
		"every member of a list":            {choosing(Zones(Lake, Nest), []int64{Lake, Nest}, fertile, nil), "8 unreachable-option: lake can never be chosen: the conditions always exclude it\n9 unreachable-option: nest can never be chosen: the conditions always exclude it"},
		"all members of a set":              {choosing(Zones(Lake, Nest), nil, fertile, nil), "7 unreachable-option: none of these can ever be chosen: the conditions always exclude them"},
		"with whatever option":              {choosing(all, listed, or(fertile, and(Is(edition(), 0), Is(edition(), 1))), nil), "10 unreachable-option: lake can never be chosen: the conditions always exclude it"},
		"a member that the game makes":      {choosing(all, []int64{Oak}, Is(yield(Bound(5, def.TZone)), 5), func(d *typed.Decide) { d.Domain.Listed[0].Value = ExI(def.OpCell, def.TZone, CellHoney) }), ""},
		"a set that lets some through":      {choosing(all, nil, fertile, nil), ""},
		"a set without members":             {choosing(Zones(), nil, fertile, nil), ""},
		"excluded with one option":          {choosing(all, listed, or(fertile, Is(edition(), 0)), nil), ""},
		"excluded as the game goes":         {choosing(all, listed, More(ExI(def.OpCellAt, def.TInt, CellBlight, Bound(5, def.TZone)), 0), nil), ""},
		"a set that the game makes":         {choosing(Ex(def.OpHolding, def.ZoneSet, all, Const(1, def.FilterSet)), listed, fertile, nil), ""},
		"no conditions":                     {choosing(all, listed, nil, nil), ""},
		"a copy":                            {choosing(all, listed, fertile, func(d *typed.Decide) { d.Domain.Written = nil }), ""},
		"data that could be other data":     {choosing(all, listed, fertile, func(d *typed.Decide) { d.Domain.OnData = true }), ""},
		"pieces, which are no such members": {choosing(all, listed, fertile, func(d *typed.Decide) { d.Kind = def.Take }), ""},
	} {
		expect(t, name, found("unreachable-option", Board(), c.rb, nil), c.want)
	}
}

func TestReachableOptionIsNotReported(t *testing.T) {
	for name, x := range map[string]*def.Expr{"as the game goes": Open(), "with one option": Is(edition(), 0), "always": always()} {
		k := said(7, x)
		k.Said.Option = "honey"
		expect(t, name, found("unreachable-option", Board(), doing(&typed.Decide{Kind: def.Menu, Menu: typed.Menu{Options: []*typed.Option{{Where: []*typed.Cond{k}}}}}), nil), "")
	}
}

// switching returns a rulebook with a switch whose cases are in line 8 and following, and its else in line 20.
func switching(x *def.Expr, among *def.Expr, cases ...int64) *typed.Rulebook {
	s := &typed.Switch{Value: x, Among: among, Written: written(7), ElsePos: at(20)}
	for i, v := range cases {
		s.Cases = append(s.Cases, typed.Case{Value: Const(v, x.Type), At: place(8 + i), Key: string(rune('a' + i))})
	}
	return doing(s)
}

func TestUnreachableCaseIsReported(t *testing.T) {
	way := ExI(def.OpCell, TWay, CellHoney)
	for name, c := range map[string]struct {
		rb   *typed.Rulebook
		want string
	}{
		"a value that no zone has":               {switching(yield(Bound(5, def.TZone)), nil, 1, 3), "9 unreachable-option: this case is unreachable: the value is never b"},
		"a member that cannot be the one chosen": {switching(Bound(5, def.TZone), Const(1<<Oak|1<<Elm, def.ZoneSet), Oak, Lake), "9 unreachable-option: this case is unreachable: the value is never b"},
		"another than the only value":            {switching(Const(Oak, def.TZone), nil, Oak, Lake), "9 unreachable-option: this case is unreachable: the value is never b\n20 unreachable-option: else is unreachable: every value has its case"},
		"an else beside all members":             {switching(edition(), nil, 0, 1), "20 unreachable-option: else is unreachable: every value has its case"},
		"an else beside both truths":             {switching(Open(), nil, 0, 1), "20 unreachable-option: else is unreachable: every value has its case"},
		"an else for the rest":                   {switching(way, nil, 0), ""},
		"an else for no zone at all":             {switching(yield(Bound(5, def.TZone)), nil, 0, 1, 2), ""},
		"a number":                               {switching(Cell(CellHoney), nil, 1, 300), ""},
		"the column of a table, which is data":   {switching(ExI(def.OpTable, def.TInt, YieldOf, Bound(5, def.Type{Kind: def.KRow})), nil, 1, 3), ""},
		"a property of which nothing is given":   {switching(ExI(def.OpTable, def.TInt, YieldOf+4, Bound(5, def.TZone)), nil, 1, 3), ""},
	} {
		gd := Board()
		gd.Lookups = append(gd.Lookups, def.Lookup{ID: "empty", Type: def.TInt})
		expect(t, name, found("unreachable-option", gd, c.rb, nil), c.want)
	}
	quiet := switching(edition(), nil, 0, 1)
	quiet.Procs[0].Body[0].Do.(*typed.Switch).Written = nil
	expect(t, "of a copy, a library or data", found("unreachable-option", Board(), quiet, nil), "")
	unknown := switching(edition(), nil, 0, 1)
	unknown.Procs[0].Body[0].Do.(*typed.Switch).Cases[1].Value = edition()
	expect(t, "a case that is not a constant", found("unreachable-option", Board(), unknown, nil), "")
	none := switching(edition(), nil, 0, 1)
	none.Procs[0].Body[0].Do.(*typed.Switch).ElsePos = diag.Pos{}
	expect(t, "without an else", found("unreachable-option", Board(), none, nil), "")
}
