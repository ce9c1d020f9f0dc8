package def_test

import (
	"reflect"
	"slices"
	"testing"

	"rulebound/engine/def"
)

// games are the compiled games of the repository.
func games(t *testing.T) []*def.GameDef {
	t.Helper()
	return []*def.GameDef{compile(t, "tidelands"), compile(t, "fire-in-the-lake")}
}

func TestEveryOperatorHasARow(t *testing.T) {
	names := map[string]bool{}
	for o := range def.Ops {
		r := o.Row()
		switch {
		case r.Name == "" || names[r.Name]:
			t.Errorf("operator %d is called %q, as no other may be", o, r.Name)
		case r.Most >= 0 && r.Most < r.Least:
			t.Errorf("%s: %d to %d operands", r.Name, r.Least, r.Most)
		case (r.Most == 0) != (len(r.Args) == 0):
			t.Errorf("%s: types of operands, and none of them, or the other way round", r.Name)
		case (r.Spelling == def.Special) != (r.Word == ""):
			t.Errorf("%s: written %q in a way %d", r.Name, r.Word, r.Spelling)
		case r.Truth && r.Result.Kind != def.KBool:
			t.Errorf("%s: a truth value of kind %d", r.Name, r.Result.Kind)
		case r.Binds && r.I != def.RefBound, r.Spelling == def.Loop && !r.Binds:
			t.Errorf("%s: the row does not say which slot it binds", r.Name)
		case (r.Spelling == def.Infix || r.Spelling == def.Prefix) && r.Strength == 0:
			t.Errorf("%s: the row does not say its precedence", r.Name)
		case r.Reads == nil:
			t.Errorf("%s: the row does not declare what the operator reads", r.Name)
		}
		for _, a := range r.Reads {
			if a.By != 0 && (a.By != def.NumberI || r.I == def.RefNothing) || a.Way != 0 {
				t.Errorf("%s: reads what no number of it names, or in some direction", r.Name)
			}
		}
		names[r.Name] = true
	}
	if def.Ops.Row() != nil {
		t.Error("there is a row more than operators")
	}
}

func TestEveryInstructionHasARow(t *testing.T) {
	names := map[string]bool{}
	for c := range def.Codes {
		r := c.Row()
		if r.Name == "" || names[r.Name] {
			t.Errorf("instruction %d is called %q, as no other may be", c, r.Name)
		}
		if r.Writes == nil {
			t.Errorf("%s: the row does not declare what the instruction writes", r.Name)
		}
		for _, a := range slices.Concat(r.Reads, r.Writes) {
			f := map[def.Number]def.Field{0: {Name: "none"}, def.NumberA: r.A, def.NumberB: r.B}[a.By]
			pieces := a.Way&(def.Leave|def.Enter|def.Turn) != 0
			if f.Name == "" || pieces != (a.Store == def.Pieces) {
				t.Errorf("%s: access that no number names, or in a direction that the store does not have", r.Name)
			}
		}
		names[r.Name] = true
		for _, f := range []def.Field{r.A, r.B, r.C} {
			if (f.Name == "") != (f.Ref == def.RefNothing) {
				t.Errorf("%s: the number %q is nothing, or something without a name", r.Name, f.Name)
			}
		}
	}
	if def.Codes.Row() != nil {
		t.Error("there is a row more than instructions")
	}
}

func TestEveryDecisionKindHasARow(t *testing.T) {
	names := map[string]bool{}
	for k := range def.DecisionKinds {
		r := k.Row()
		if r.Name == "" || names[r.Name] {
			t.Errorf("kind %d is called %q, as no other may be", k, r.Name)
		}
		names[r.Name] = true
		if r.Where && !(r.From && r.Binds) || r.Cost && !r.From || r.Seat && r.Random || (r.Answer == def.AnswerNumber) != (r.Range && !r.From) {
			t.Errorf("%s: its fields do not go together", r.Name)
		}
	}
	if def.DecisionKinds.Row() != nil {
		t.Error("there is a row more than kinds")
	}
}

// Compiled games conform to the rows: number and types of operands, numbers only in named fields.
func TestCompiledGamesConformToTheTables(t *testing.T) {
	for _, gd := range games(t) {
		for r := range gd.Roots() {
			for e := range r.All() {
				row := e.Op.Row()
				if n := len(e.Args); n < row.Least || row.Most >= 0 && n > row.Most {
					t.Fatalf("%s: %s with %d operands", gd.ID, row.Name, n)
				}
				if !e.Type.Fits(row.Result) {
					t.Errorf("%s: %s of type %+v", gd.ID, row.Name, e.Type)
				}
				for i, a := range e.Args {
					if !a.Type.Fits(row.Arg(i)) {
						t.Errorf("%s: operand %d of %s has type %+v", gd.ID, i, row.Name, a.Type)
					}
				}
				if row.I == def.RefNothing && e.I != 0 {
					t.Errorf("%s: %s with the number %d", gd.ID, row.Name, e.I)
				}
			}
		}
		for _, in := range gd.Code {
			row := in.Op.Row()
			for i, f := range in.Fields() {
				if f.Ref == def.RefNothing && f.Value != 0 {
					t.Errorf("%s: number %d of %s is %d", gd.ID, i, row.Name, f.Value)
				}
			}
			for i, x := range in.X {
				switch {
				case x == nil && !row.Optional(i):
					t.Errorf("%s: %s without operand %d", gd.ID, row.Name, i)
				case x != nil && i < len(row.X) && !x.Type.Fits(row.X[i].Type):
					t.Errorf("%s: %s of %s has type %+v", gd.ID, row.X[i].Name, row.Name, x.Type)
				}
			}
		}
		for i := range gd.Decisions {
			tablesHoldForDecision(t, gd, &gd.Decisions[i])
		}
	}
}

func tablesHoldForDecision(t *testing.T, gd *def.GameDef, d *def.DecisionDef) {
	t.Helper()
	r := d.Kind.Row()
	for _, x := range []struct {
		name      string
		has, need bool
	}{
		{"from", r.From, d.From != nil}, {"where", r.Where, len(d.Where) > 0}, {"min", r.Range || r.Answer == def.AnswerMember, d.Min != nil || d.Max != nil},
		{"cost", r.Cost, d.Cost != nil || d.Budget != nil}, {"options", r.Options, len(d.Options) > 0},
		{"again", r.Picked, d.Again}, {"pieces", r.Pieces, d.Filter != nil || len(d.Caps) > 0 || len(d.Tiers) > 0},
	} {
		if x.need && !x.has {
			t.Errorf("%s: decision %s, a %s, has %s", gd.ID, d.Name, r.Name, x.name)
		}
	}
	if r.From && d.From == nil || r.Pieces && d.Filter == nil || r.Seat && d.By == nil || r.Random && d.By != nil {
		t.Errorf("%s: decision %s, a %s, lacks something, or chance has a seat", gd.ID, d.Name, r.Name)
	}
}

// Roots and All reach every pointer to an expression in a game.
func TestRootsYieldEveryExpression(t *testing.T) {
	for _, gd := range games(t) {
		met := map[*def.Expr]bool{}
		for r := range gd.Roots() {
			for e := range r.All() {
				met[e] = true
			}
		}
		missed := 0
		var look func(v reflect.Value)
		look = func(v reflect.Value) {
			switch v.Kind() {
			case reflect.Pointer:
				if e, ok := v.Interface().(*def.Expr); ok && e != nil && !met[e] {
					missed++
				}
				if !v.IsNil() {
					look(v.Elem())
				}
			case reflect.Struct:
				for i := range v.NumField() {
					look(v.Field(i))
				}
			case reflect.Slice:
				if k := v.Type().Elem().Kind(); k == reflect.Struct || k == reflect.Pointer || k == reflect.Slice {
					for i := range v.Len() {
						look(v.Index(i))
					}
				}
			}
		}
		look(reflect.ValueOf(*gd))
		if missed > 0 || len(met) == 0 {
			t.Errorf("%s: %d expressions are not visited, %d are", gd.ID, missed, len(met))
		}
	}
}

func TestRootsAndAllStopOnBreak(t *testing.T) {
	gd := games(t)[0]
	n := 0
	for r := range gd.Roots() {
		for range r.All() {
			n++
			break
		}
		if n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d", n)
	}
}
