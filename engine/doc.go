// Package engine runs compiled games: it holds the state of a play, publishes its decisions and applies answers.
//
// # The machine
//
// A Game is a GameDef prepared for execution: indices checked, options folded, expression trees compiled to Go closures. A
// State is one play of it. The machine that runs a State has four registers:
//
//	pc    the next instruction of GameDef.Code
//	base  the beginning of the running procedure's frame on the stack
//	sp    the first free stack slot
//	gen   the generator of chance (PCG 64/32, see Generator)
//
// Besides the stack it stores the counts of pieces for each zone and class, the cells (every track, marker and variable), and
// the cards as one permutation divided into piles.
//
// # Frames
//
// A frame on the stack is
//
//	base+0  caller: the pc of the calling instruction, and the procedure that runs in this frame
//	base+1  base of the caller's frame
//	base+2  locals, parameters first
//
// A call pushes a frame, CReturn pops it. Every slot above sp is zero, so two states are equal if and only if their
// encodings are. The State contains everything that must survive a decision: loops keep their remaining members in local
// slots. Expressions use a scratch array (bound slots) that belongs to the State but is never part of its value.
//
// # How a decision suspends
//
// The machine executes instructions until a CDecide, where it computes the decision's domain. If exactly one answer is legal
// it applies that answer and continues (event Forced). Otherwise it stops with pc at the CDecide, and Decision publishes the
// domain. The domain is scratch: a copied or decoded state computes it again on demand. Apply checks an answer against the
// domain, stores it in local slots, advances pc, and runs to the next decision. Chance is a seat like others: rolls, draws
// and shuffles are decisions with Seat == Chance, and State.Draw proposes the answer of the state's own generator.
//
// # Errors
//
// An illegal answer is a *Refusal that names the first condition against it. A specification that requires something
// impossible is a *Fault with its place in the rulebook. Both leave the state unchanged. No input makes the package panic.
//
// # Determinism
//
// Integers only. No clock, map order, goroutine or pointer value influences a result: the same GameDef, Setup, answers
// and chance outcomes give the same events and the same encoded state on every platform.
package engine
