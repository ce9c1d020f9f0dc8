// Package check analyses a rulebook without errors and the game compiled from it: it reports formulas and procedures that do not
// terminate, data that violates the rulebook's own checks, and rules that have no effect or may not mean what they say. Each
// check is a function from the finished rulebook to diagnostics; checks change nothing and do not depend on each other. The
// warnings are the rows of one table.
package check

import (
	"slices"
	"sync"

	"rulebound/compiler/diag"
	"rulebound/compiler/lower"
	"rulebound/compiler/source"
	"rulebound/compiler/typed"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Warning is a row of the table of warnings.
type Warning struct {
	Code  string
	Means string // the meaning in docs/reference.md
	Find  func(s *Subject) diag.List
}

// Warnings are all warnings, in the order of docs/reference.md.
var Warnings = []Warning{
	{"settled-condition", "a condition of `if`, `while`, `require`, `where` or a hook has the same value whatever is played and whichever options are chosen", settledCondition},
	{"unreachable-option", "an option of a menu, a member that `from:` lists, an unreachable case or `else`", unreachableOption},
	{"unreachable-statement", "a statement behind a `return`, a `stop` or an `over` that is always reached", unreachableStatement},
	{"loop-order", "a `for` whose rounds change what its set or `where` was computed from; or whose rounds change what a condition in its body reads, or what the members of a loop in it depend on, so that the order of declaration decides; or what a member gets: a track, a pool, a box or a pile that runs short; or whose `limit` or `return` leaves out the members declared last", loopOrder},
	{"unused-binding", "a `let`, the answer of a decision, or a parameter of a function that nothing reads", unusedBinding},
	{"unused-declaration", "a procedure or function that nothing calls, a derived value or hidden variable that nothing reads, a variable or track that nothing changes, a hook point that nothing asks, a lasting effect that nothing puts in force", unusedDeclaration},
	{"endless-game", "a game whose main procedure reaches no `over`", endlessGame},
	{"open-secret", "a decision that reveals hidden information: to other seats by which seat is asked, or to the deciding seat by the options offered; a hidden condition or loop that decides whether or how often a seat is asked; or a visible die or answer that is stored in a hidden variable", openSecret},
	{"idle-search", "a search hint for a decision that is never made within an obligation", idleSearch},
	{"prose-number", "a clause whose prose and whose data state different numbers", proseNumber},
	{"failed-check", "data that does not meet a check with `level: warning`", failedCheck},
}

// Subject is the rulebook under analysis.
type Subject struct {
	gd      *def.GameDef
	rb      *typed.Rulebook
	program *lower.Program
	judge   evaluator
	spender
	settled []settled
	effects func() *effects
	prose   *source.Book // the pages of the game for Memo.Prose, otherwise nil
	memo    *Memo
}

// stepLooks is the number of expressions, instructions, members or names that a check visits for one step of the compile.
const stepLooks = 16

// spender spends the visits of a check from the budget of the compile, at a position.
type spender struct {
	budget *diag.Budget
	at     diag.Pos
	looks  int // visits that are not spent yet
}

func (s *spender) look(n int) {
	if s.looks += n; s.looks >= stepLooks {
		s.budget.Spend(s.at, s.looks/stepLooks)
		s.looks %= stepLooks
	}
}

// newSubject prepares the analyses that several checks share.
func newSubject(gd *def.GameDef, rb *typed.Rulebook, p *lower.Program) *Subject {
	s := &Subject{gd: gd, rb: rb, program: p, judge: newEvaluator(gd), spender: spender{budget: rb.Budget}}
	s.effects = sync.OnceValue(func() *effects { return newEffects(s) })
	s.settled = s.settledConditions()
	return s
}

// Check analyses a rulebook without errors and the game compiled from it. After an error, such as a recursive formula, it runs no
// further checks.
func Check(gd *def.GameDef, rb *typed.Rulebook, p *lower.Program) diag.List {
	if list := slices.Concat(formulaCycles(gd, rb), moves(gd, rb), slots(gd, rb, p)); list.HasErrors() {
		return list
	}
	var setups diag.List
	var others sync.WaitGroup
	defer others.Wait() // before the budget is read
	others.Go(func() {  // a third of the work
		budget := engine.NewBudget(maxClaimed)
		if setups = setupChecks(gd, rb, budget); budget.Left() > 0 {
			setups = append(setups, claims(gd, rb, budget)...)
		}
	})
	s := newSubject(gd, rb, p)
	var list diag.List
	for _, w := range Warnings {
		list = append(list, w.Find(s)...)
	}
	others.Wait()
	if list.HasErrors() {
		return list
	}
	return append(list, setups...)
}
