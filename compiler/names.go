package compiler

// names.go keeps the names of a rulebook apart: every entry has an id, no id is given twice or taken from the language,
// and what follows from a clash of names is not reported beside it.

import (
	"maps"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// withIDs lists the top-level lists whose entries have ids.
var withIDs = []string{"options", "seats", "spaces", "boxes", "piles", "pieces", "tracks", "markers", "variables", "derived", "functions",
	"tables", "values", "points", "lasting", "cards", "procedures", "checks", "setups", "setupTables", "setupValues",
	"stackingConstraints", "effectMacros", "actions", "operationProfiles"}

// checkEntries reports entries without a proper id and takes them out, so that later stages meet none.
func (c *compiler) checkEntries() {
	for _, key := range withIDs {
		n := c.root.Get(key)
		if n == nil || n.Kind != source.List {
			continue
		}
		kept := make([]*source.Node, 0, len(n.Items))
		for _, item := range n.Items {
			if _, ok := c.entryID(item, key); ok {
				kept = append(kept, item)
			}
		}
		n.Items = kept
	}
}

// entryID reads the id of a list entry; false if it has none, which is reported.
func (c *compiler) entryID(n *source.Node, what string) (string, bool) {
	if n.Kind != source.Map {
		c.errorf(n.Pos, "wrong-type", "an entry of %s must be a mapping with an id", what)
		return "", false
	}
	id := n.Get("id")
	switch {
	case id == nil || id.Kind == source.Null:
		c.errorf(n.Pos, "missing-key", "an entry of %s needs an id", what)
	case id.Kind != source.Scalar || !isWord(id.Value):
		c.errorf(id.Pos, "bad-id", "an id is a letter, then letters, digits, - or _")
	default:
		return id.Value, true
	}
	return "", false
}

// idPos is the place of an entry's id.
func idPos(n *source.Node) diag.Pos {
	if id := n.Get("id"); id != nil {
		return id.Pos
	}
	return n.Pos
}

// add declares a symbol. A second declaration of a name is one error that shows both places; so is a name that the
// language itself uses.
func (c *compiler) add(s *symbol) {
	if s.name == "" {
		return
	}
	old, taken := c.syms[s.name]
	switch {
	case !isWord(s.name):
		c.errorf(s.pos, "bad-id", "an id is a letter, then letters, digits, - or _")
	case !taken && !c.reservedName(s):
		c.syms[s.name] = s
	case !taken || old.pos.IsZero():
		c.errorf(s.pos, "reserved-id", "%s is a word of the language and cannot be an id", s.name)
		c.clashed[s.name] = true
	default:
		c.clash(s.name, old.pos, s.pos)
	}
}

// reservedName tells whether a formula could not mean s by its name.
func (c *compiler) reservedName(s *symbol) bool {
	if c.reservedWord(s.name, s.pos) || s.name == "none" {
		return true
	}
	_, isBuiltin := builtins[s.name]
	_, isSpecial := special[s.name]
	_, isComprehension := compOps[s.name]
	return s.kind == symFunc && (isBuiltin || isSpecial || isComprehension) || s.kind == symProc && keyword[s.name] != nil
}

// reservedWord tells whether a word cannot stand for itself in a formula.
func (c *compiler) reservedWord(word string, pos diag.Pos) bool {
	e, list := syntax.Parse(word, pos)
	return list.HasErrors() || e.Kind != syntax.Name
}

// clash reports that a name is declared at two places, at the one that is read later.
func (c *compiler) clash(name string, a, b diag.Pos) {
	if c.before(b, a) {
		a, b = b, a
	}
	c.diags.Errorf(b, "duplicate-id", "%s is declared twice", name).
		Detailf("All ids share formulas: give one of them another.").
		Notef(a, "first declared here")
	c.clashed[name] = true
}

// before tells whether place a is read before place b.
func (c *compiler) before(a, b diag.Pos) bool {
	file := func(p diag.Pos) int {
		return slices.IndexFunc(c.book.Files, func(f source.File) bool { return f.Name == p.File })
	}
	if fa, fb := file(a), file(b); fa != fb {
		return fa < fb
	}
	return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
}

// withoutFollowUps leaves out what is said about the uses of names that clash, as nobody knows which thing they mean,
// and what is said to be missing if a part of the rulebook could not be read. After an error
// nobody knows what would have been used, or known.
func (c *compiler) withoutFollowUps(list diag.List) diag.List {
	errors := c.diags.HasErrors()
	return slices.DeleteFunc(list, func(d diag.Diagnostic) bool {
		if c.unread && (d.Code == "no-game" || strings.HasPrefix(d.Code, "unknown-") || strings.HasPrefix(d.Code, "missing-")) {
			return true
		}
		if errors && slices.Contains([]string{"unused-binding", "settled-condition", "unreachable-option"}, d.Code) {
			return true
		}
		return d.Code != "duplicate-id" && d.Code != "reserved-id" && len(c.clashed) > 0 && c.clashed[c.wordAt(d.Subject)]
	})
}

// unreadable makes the errors so far causes whose follow-ups are not reported.
func (c *compiler) unreadable() {
	c.unread, c.read = true, len(c.diags)
}

// leavesOut tells whether list, of the reading stage, has an error for which something was left out of the tree.
func leavesOut(list diag.List) bool {
	return slices.ContainsFunc(list, func(d diag.Diagnostic) bool {
		return d.Severity == diag.Error && !strings.Contains(d.Code, "clause") && !strings.HasPrefix(d.Code, "duplicate-")
	})
}

// wordAt is the name that stands at a place of the rulebook.
func (c *compiler) wordAt(p diag.Pos) string {
	lines := strings.Split(string(c.book.Source(p.File)), "\n")
	if p.Line < 1 || p.Line > len(lines) {
		return ""
	}
	line := []rune(lines[p.Line-1])
	from := min(max(p.Col-1, 0), len(line))
	to := from
	for to < len(line) && isWord("a"+string(line[to])) {
		to++
	}
	return string(line[from:to])
}

// addEnum declares an enumeration: by itself, or as the scale of a marker or the values of an option.
func (c *compiler) addEnum(id string, pos diag.Pos, members []*source.Node) int32 {
	e := def.EnumDef{ID: id}
	first := map[string]diag.Pos{}
	for _, m := range members {
		switch at, twice := first[m.Value]; {
		case m.Kind != source.Scalar || !isWord(m.Value):
			c.errorf(m.Pos, "bad-id", "a member of %s must be an identifier (a letter, then letters, digits, - or _)", id)
			continue
		case c.reservedWord(m.Value, m.Pos):
			c.errorf(m.Pos, "reserved-id", "%s is a word of the language and cannot be a member of %s", m.Value, id)
			continue
		case twice:
			c.diags.Errorf(m.Pos, "duplicate-id", "%s is listed twice in %s", m.Value, id).Notef(at, "first listed here")
			continue
		}
		first[m.Value] = m.Pos
		e.Members = append(e.Members, m.Value)
	}
	of := int32(len(c.def.Enums))
	c.def.Enums = append(c.def.Enums, e)
	c.enumPos = append(c.enumPos, pos)
	switch old, taken := c.enums[id]; {
	case taken:
		c.clash(id, c.enumPos[old], pos)
	case slices.Contains(typeNames, id):
		c.errorf(pos, "reserved-id", "%s is a type of the language and cannot be an enumeration", id)
	default:
		c.enums[id] = of
	}
	return of
}

// poolNames lists the pools of markers, for near names.
func (c *compiler) poolNames() []string {
	var out []string
	for _, p := range c.def.Pools {
		out = append(out, p.ID)
	}
	return out
}

// enumNames lists the enumerations, for near names.
func (c *compiler) enumNames() []string { return slices.Sorted(maps.Keys(c.enums)) }
