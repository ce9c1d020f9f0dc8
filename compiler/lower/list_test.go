package lower_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler/declare"
	"rulebound/compiler/lower"
	reading "rulebound/compiler/read"
	"rulebound/compiler/resolve"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// testdata/orchard.code lists the code of testdata/orchard.md. LISTS=write rewrites that file; review the difference.
func TestLoweredCodeOfAllStatements(t *testing.T) {
	const file = "testdata/orchard.code"
	files := fstest.MapFS{"game/10-base.md": {Data: text(t, "../testdata/broken/base.md")}, "game/20-more.md": {Data: text(t, "testdata/orchard.md")}}
	prose, list := source.Read(files, "game")
	root, merging := source.Merge(prose.Blocks)
	tree, said := reading.Read(root, false, nil)
	syms, declaring := declare.Declare(tree, prose)
	rb, resolving := resolve.Resolve(tree, syms, nil)
	if list = append(append(append(append(list, merging...), said...), declaring...), resolving...); list.HasErrors() {
		t.Fatal(list)
	}
	got := lowered(lower.Lower(rb))
	if os.Getenv("LISTS") == "write" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	was, shown := strings.Split(string(text(t, file)), "\n"), 0
	for i, line := range strings.Split(got, "\n") {
		if (i >= len(was) || was[i] != line) && shown < 10 {
			t.Errorf("%s:%d is now %s", file, i+1, line)
			shown++
		}
	}
}

func text(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// lowered formats a game and the rest of the result of lowering.
func lowered(gd *def.GameDef, p *lower.Program) string {
	var out strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	for _, f := range gd.Functions {
		say("function %s %v: %s node %d", f.ID, f.Params, show(f.Body), f.Node)
	}
	for _, d := range gd.Derived {
		say("derived %s ?%d: %s node %d", d.ID, d.Slot, show(d.Value), d.Node)
	}
	for _, h := range gd.Points {
		say("point %s %v node %d", h.ID, h.Params, h.Node)
	}
	for _, a := range gd.Attachments {
		say("hook %d: when %s value %s add %s remove %s proc %d rule %s node %d", a.Point, show(a.When), show(a.Value), show(a.Add), show(a.Remove), a.Proc, a.Rule, a.Node)
	}
	for _, k := range gd.Invariants {
		say("invariant %s: %s %s node %d", k.ID, k.Rule, show(k.Require), k.Node)
	}
	for i, q := range gd.Procs {
		say("procedure %s %v at %d, frame %d, result %v, possible %d because %s, names %v, node %d", q.ID, q.Params, q.Entry, q.Frame, q.Result, q.Possible, showConds(q.Requires), q.Names, q.Node)
		say("  spans %v calls %v obliged %v", p.Spans[i], p.Calls[i], p.Obliged[int32(i)])
	}
	say("stack %d hints %v", gd.Stack, p.Hints)
	for _, l := range p.Loops {
		say("loop at %d:%d in %d over %s member %d rounds %v limit %v", l.Pos.Line, l.Pos.Col, l.Proc, show(l.Over), l.Member, l.Rounds, l.Limit)
	}
	out.WriteString(showCode(gd))
	for i := range gd.Decisions {
		d := &gd.Decisions[i]
		out.WriteString(showDecision(d))
		say("secret %s covert %v seen %s seek %s needs %s to ?%d %s second %d voluntary %v node %d elem %v", show(d.Secret), d.Covert, show(d.Seen), show(d.Seek), show(d.Needs), d.ToBind, show(d.To), d.Second, d.Voluntary, d.Node, d.Elem)
		for _, o := range d.Options {
			say("option %s needs %s", o.Name, show(o.Needs))
		}
	}
	for i, n := range gd.Nodes {
		say("node %d %+v", i, n)
	}
	return out.String()
}
