package declare

// Clauses ties data to the clauses of the prose: what rule: and attribute: name must be there to be read.
type Clauses struct{}

// Attributed gives the clauses that stand for ids: those of a library give way to the clauses that the game says it
// implements, by the procedure that is offered where that decides ("" for none).
func (c *Clauses) Attributed(ids []string, offered string) []string { panic("written by its owner") }
