// This file prints an inspection for a terminal.

package coverage

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// maxVisitors is how many of the scenarios that reach a node are named.
const maxVisitors = 4

// Write prints the counts, then the nodes not executed, the conditions seen one way only, and the other nodes. The error is that of w.
func (x *Inspection) Write(w io.Writer) error {
	var missed, oneWay, explained, rest []*Node
	for i := range x.Nodes {
		switch n := &x.Nodes[i]; {
		case n.Why != "":
			explained = append(explained, n)
		case !n.Executed:
			missed = append(missed, n)
		case n.OneWay():
			oneWay = append(oneWay, n)
		default:
			rest = append(rest, n)
		}
	}
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintf(t, "%s %s: %d nodes, %d scenarios\n", x.Game, strings.TrimSpace(x.Section+" "+x.Title), len(x.Nodes), x.Scenarios)
	fmt.Fprintln(t, "counted: places that a play can reach, of this section, of those below it and of their clauses; of conditions whether they")
	fmt.Fprintln(t, "were seen true and false, of the domain of a decision whether it let a member in and kept one out")
	for _, part := range []struct {
		title string
		nodes []*Node
	}{{"not executed", missed}, {"seen one way only", oneWay}, {"explained", explained}, {"executed, conditions both ways", rest}} {
		fmt.Fprintf(t, "%s: %d\n", part.title, len(part.nodes))
		for _, n := range part.nodes {
			tail := n.visitors()
			if n.Why != "" {
				tail = n.Why
			}
			fmt.Fprintf(t, "  %s:%d:%d\t%s\t%s\t%s\t%s\n", n.File, n.Line, n.Col, n.What, strings.Join(n.Rules, " "), n.unseen(), tail)
		}
	}
	if err := t.Flush(); err != nil || x.NotShown == nil {
		return err
	}
	_, err := fmt.Fprintln(w, strings.TrimSpace(fmt.Sprintf("clauses not shown: %d  %s", len(x.NotShown), strings.Join(x.NotShown, " "))))
	return err
}

// unseen says what of a condition was not seen, or that nothing was seen and why; "" otherwise.
func (n *Node) unseen() string {
	switch {
	case !n.Executed && n.Why != "":
		return "never executed"
	case !n.OneWay():
		return ""
	case !n.Yes && !n.No && n.Domain:
		return "never let in, never kept out"
	case !n.Yes && !n.No:
		return "never true, never false"
	case n.Domain && n.Yes:
		return "never kept out"
	case n.Domain:
		return "never let in"
	case n.Yes:
		return "never false"
	}
	return "never true"
}

// visitors names the first scenarios that reach a node.
func (n *Node) visitors() string {
	if len(n.Scenarios) <= maxVisitors {
		return strings.Join(n.Scenarios, " ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(n.Scenarios[:maxVisitors], " "), len(n.Scenarios)-maxVisitors)
}
