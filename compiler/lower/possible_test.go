package lower_test

import (
	"testing"

	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// possible lowers a procedure with the parameter $n and another one, q, and compares the possible-function of the first.
func possible(t *testing.T, function, requires string, make func(b *book, n *typed.Binding) []*typed.Stmt) {
	t.Helper()
	b := newBook()
	n := b.name("$n", def.TInt)
	b.proc("p", []*typed.Binding{n}, make(b, n)...)
	b.proc("q", nil)
	b.lower()
	b.asked(t, function, requires)
}

// asked compares the possible-function of the first procedure and its preconditions; "" for none.
func (b *book) asked(t *testing.T, function, requires string) {
	t.Helper()
	p := &b.gd.Procs[0]
	if p.Possible < 0 {
		equal(t, "possible", "", function)
		return
	}
	equal(t, "possible", show(b.gd.Functions[p.Possible].Body), function)
	equal(t, "requires", showConds(p.Requires), requires)
}

func require(e *def.Expr) *typed.Stmt { return do(&typed.Require{Cond: iff(e)}) }

func TestPossibleConditionIsDerivedFromTheFirstStatements(t *testing.T) {
	// The parameter is ?0, or ?1 if the candidate of the decision is bound first.
	for _, c := range []struct {
		name, function, requires string
		make                     func(b *book, n *typed.Binding) []*typed.Stmt
	}{
		{"nothing stands there", "", "", func(*book, *typed.Binding) []*typed.Stmt { return nil }},
		{"preconditions and lets", "and(let#1(add(?0 1) gt(?0 1)) let#1(add(?0 1) gt(?1 2)))",
			"[1.1: let#1(add(?0 1) gt(?0 1)@), 1.1: let#1(add(?0 1) gt(?1 2)@)]", func(b *book, n *typed.Binding) []*typed.Stmt {
				m := b.name("$m", def.TInt)
				return []*typed.Stmt{require(x(def.OpGt, def.TBool, read(n), k(1))), do(&typed.Let{Name: m, Value: x(def.OpAdd, def.TInt, read(n), k(1))}),
					require(x(def.OpGt, def.TBool, read(m), k(2)))}
			}},
		{"what stands behind an effect is not asked", "", "", func(_ *book, n *typed.Binding) []*typed.Stmt {
			return []*typed.Stmt{set(1, k(1)), require(x(def.OpGt, def.TBool, read(n), k(1)))}
		}},
		{"nor what stands behind a guard", "", "", func(*book, *typed.Binding) []*typed.Stmt {
			s := require(kOf(def.TBool, 1))
			s.When = iff(kOf(def.TBool, 0))
			return []*typed.Stmt{s, require(kOf(def.TBool, 1))}
		}},
		{"nor what stands behind a let that calls", "", "", func(b *book, _ *typed.Binding) []*typed.Stmt {
			return []*typed.Stmt{do(&typed.Several{Acts: []typed.Action{&typed.Let{Name: b.name("$m", def.TInt), Value: k(1)}, &typed.Call{Proc: 1, Result: b.name("$got", def.TInt)}}}),
				require(kOf(def.TBool, 1))}
		}},
		{"a verb must be possible", "possible#1(?0)", "[1.1: possible#1(?0)]", func(_ *book, n *typed.Binding) []*typed.Stmt {
			return []*typed.Stmt{do(&typed.Call{Proc: 1, Args: typed.Args{Xs: []*def.Expr{read(n)}}})}
		}},
		{"one member must be there", "any#2(7 and(ne(?2 1)@ le(?1 5)))",
			"[1.5: any#2(7 and(ne(?2 1)@ le(?1 5))) because [1.1: any#2(7 ne(?2 1))]]", func(b *book, n *typed.Binding) []*typed.Stmt {
				d := b.domain()
				d.Cost, d.Budget, d.CostRule = read(n), k(5), "1.5"
				return []*typed.Stmt{do(&typed.Decide{Kind: def.One, By: seat(0), Elem: def.TZone, Domain: d, Result: b.name("$a", def.TZone)})}
			}},
		{"a pair must be there", "any#3(7 any#4(?3 ne(?3 1)@))",
			"[1.1: any#3(7 any#4(?3 ne(?3 1)@)) because [1.1: any#3(7 any#4(?3 ne(?3 1)))]]", func(b *book, _ *typed.Binding) []*typed.Stmt {
				return []*typed.Stmt{do(b.pair(b.domain()))}
			}},
		{"a subset without min can always be chosen", "", "", func(b *book, _ *typed.Binding) []*typed.Stmt {
			return []*typed.Stmt{do(&typed.Decide{Kind: def.Subset, By: seat(0), Elem: def.TZone, Domain: b.domain(), Result: b.name("$a", def.ZoneSet)})}
		}},
		{"members in the number that is needed", "ge(count#2(7 ne(?2 1)@) ?1)",
			"[1.1: ge(count#2(7 ne(?2 1)@) ?1) because [1.1: ge(count#2(7 ne(?2 1)) ?1)]]", func(b *book, n *typed.Binding) []*typed.Stmt {
				return []*typed.Stmt{do(&typed.Decide{Kind: def.Subset, By: seat(0), Elem: def.TZone, Domain: b.domain(), Bounds: typed.Bounds{Min: read(n)}, Result: b.name("$a", def.ZoneSet)})}
			}},
		{"members that may be picked again", "or(le(?1 0) any#2(7 not(has(0 ?2))@))",
			"[1.1: or(le(?1 0) any#2(7 not(has(0 ?2))@)) because [or(le(?1 0) any#2(7 not(has(0 ?2))))]]", func(b *book, n *typed.Binding) []*typed.Stmt {
				d, picked := b.domain(), b.name("$picked", def.ZoneSet)
				d.Where = []*typed.Cond{when("", x(def.OpNot, def.TBool, x(def.OpHas, def.TBool, read(picked), read(d.Candidate))))}
				return []*typed.Stmt{do(&typed.Decide{Kind: def.Pick, By: seat(0), Elem: def.TZone, Domain: d, Bounds: typed.Bounds{Min: read(n), Max: k(3)}, Picks: typed.Picks{Again: true, Picked: picked}, Item: b.name("$z", def.TZone)})}
			}},
		{"a number that is not below the least one", "le(?0 5)", "[1.1: le(?0 5)]", func(_ *book, n *typed.Binding) []*typed.Stmt {
			return []*typed.Stmt{do(&typed.Decide{Kind: def.Amount, By: seat(0), Bounds: typed.Bounds{Min: read(n), Max: k(5)}})}
		}},
		{"a number from 0 can always be chosen", "", "", func(_ *book, n *typed.Binding) []*typed.Stmt {
			return []*typed.Stmt{do(&typed.Decide{Kind: def.Amount, By: seat(0), Bounds: typed.Bounds{Min: k(0), Max: read(n)}})}
		}},
		{"pieces in the number that is needed", "ge(piecesIn(3 3) 2)", "[1.1: ge(piecesIn(3 3) 2)]", func(b *book, _ *typed.Binding) []*typed.Stmt {
			d := b.takeOf(b.name("$t", def.TInt))
			d.Item, d.Min = b.name("$p", def.TPiece), k(2)
			return []*typed.Stmt{do(d)}
		}},
		{"pieces that are kept as a list, in the number that is needed", "ge(piecesIn(3 3) 2)", "[1.1: ge(piecesIn(3 3) 2)]", func(b *book, _ *typed.Binding) []*typed.Stmt {
			d := b.takeOf(b.name("$t", def.TInt))
			d.Pieces.Keep, d.Min = true, k(2)
			return []*typed.Stmt{do(d)}
		}},
		{"pieces whose choice has conditions are not counted", "", "", func(b *book, _ *typed.Binding) []*typed.Stmt {
			d := b.takeOf(b.name("$t", def.TInt))
			d.Item, d.Min, d.Domain.Where = b.name("$p", def.TPiece), k(2), []*typed.Cond{when("", kOf(def.TBool, 1))}
			return []*typed.Stmt{do(d)}
		}},
		{"one of the procedures offered", "or(and(ne(?0 1) possible#1()))", "[1.1: or(and(ne(?0 1) possible#1()))]", func(b *book, n *typed.Binding) []*typed.Stmt {
			return []*typed.Stmt{do(&typed.Decide{Kind: def.Menu, By: seat(0), Result: b.name("$which", def.TProc), Menu: typed.Menu{Offers: []*typed.Offer{
				{Proc: 1, Name: "q", Where: []*typed.Cond{when("", x(def.OpNe, def.TBool, read(n), k(1)))}}}}})}
		}},
		{"none is offered", "0", "[1.1: 0]", func(b *book, _ *typed.Binding) []*typed.Stmt {
			return []*typed.Stmt{do(&typed.Decide{Kind: def.Menu, By: seat(0), Result: b.name("$which", def.TProc)})}
		}},
		{"an offer that can be declined", "", "", func(b *book, _ *typed.Binding) []*typed.Stmt {
			return []*typed.Stmt{do(&typed.Decide{Kind: def.Menu, By: seat(0), Result: b.name("$which", def.TProc), Menu: typed.Menu{Decline: "no"}})}
		}},
	} {
		t.Run(c.name, func(t *testing.T) { possible(t, c.function, c.requires, c.make) })
	}
}

func TestDeclaredPossibleConditionIsUsed(t *testing.T) {
	b := newBook()
	n := b.name("$n", def.TInt)
	p := b.proc("p", []*typed.Binding{n}, require(kOf(def.TBool, 1)))
	p.Own, p.Possible = true, []*typed.Cond{when("1.6", x(def.OpGt, def.TBool, read(n), k(0)))}
	b.lower()
	b.asked(t, "gt(?0 0)", "[1.6: gt(?0 0)@]")
	if b.gd.Names[0] != "$n" || b.gd.Functions[0].Params[0] != 0 {
		t.Error("the parameter has no slot")
	}
}

// pair returns a decision on a member of d and a second one.
func (b *book) pair(d typed.Domain) *typed.Decide {
	return &typed.Decide{Kind: def.Pair, By: seat(0), Domain: d, Result: b.name("$from", def.TZone),
		Pairs: &typed.Pairs{To: read(d.Candidate), Candidate: b.name("$to", def.TZone), Result: b.name("$to", def.TZone)}}
}
