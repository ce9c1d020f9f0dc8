package draft_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler/diag"
	"rulebound/compiler/draft"
	"rulebound/compiler/source"
)

// others are values of all kinds that replace those of testdata/drafts.md.
var others = []struct{ name, text string }{
	{"nothing", ""}, {"null", "null"}, {"absent", "absent"}, {"$absent", "$absent"}, {"9999", "9999"}, {"=1 +", "=1 +"}, {"{absent: 1}", "{absent: 1}"}, {"[{let: {bind: $k, value: 1}}]", "[{let: {bind: $k, value: 1}}]"},
}

// Each value of testdata/drafts.md is replaced by others, or deleted. testdata/drafts.list has its position and, by replacement
// (_), the diagnostics and the changed lines of the rulebook. DRAFTS=write rewrites that file; review the difference.
func TestDraftsWithOneReplacedValue(t *testing.T) {
	const file = "testdata/drafts.list"
	book, list := source.Read(fstest.MapFS{"g/1.md": {Data: text(t, "testdata/drafts.md")}}, "g")
	root, also := source.Merge(book.Blocks)
	if list = append(list, also...); list.HasErrors() {
		t.Fatal(list)
	}
	var replaced []*source.Node
	for _, o := range others[1:] {
		b, _ := source.Read(fstest.MapFS{"g/1.md": {Data: []byte("```yaml\nx: " + o.text + "\n```\n")}}, "g")
		replaced = append(replaced, b.Blocks[0].Get("x"))
	}
	common := drafted(keeping(root, -1, -1, -1))
	var out []string
	for _, part := range parts(root) {
		sound := drafted(clone(part.root))
		out = append(out, fmt.Sprint("line ", at(part.root, part.path).Pos.Line))
		for _, l := range sound {
			if !slices.Contains(common, l) {
				out = append(out, "  "+l)
			}
		}
		paths(at(part.root, part.path), part.path, func(path []int, name string) {
			var order []string
			with := map[string][]string{}
			for i, o := range others {
				changed := clone(part.root)
				if i == 0 {
					leaveOut(changed, path)
				} else {
					*at(changed, path) = *placed(replaced[i-1], at(part.root, path).Pos)
				}
				got := strings.Join(differing(sound, drafted(changed)), "\n    ")
				if i > 0 {
					got = strings.ReplaceAll(got, o.name, "_")
				}
				if with[got] == nil {
					order = append(order, got)
				}
				with[got] = append(with[got], o.name)
			}
			out = append(out, name)
			for _, got := range order {
				out = append(out, "  "+strings.Join(with[got], "  ")+": "+got)
			}
		})
	}
	got := strings.Join(out, "\n") + "\n"
	if os.Getenv("DRAFTS") == "write" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	was := strings.Split(string(text(t, file)), "\n")
	shown := 0
	for i, l := range strings.Split(got, "\n") {
		if (i >= len(was) || was[i] != l) && shown < 10 {
			t.Errorf("%s:%d is now %s", file, i+1, l)
			shown++
		}
	}
}

// drafted rewrites a rulebook and returns the diagnostics and the resulting entries, one a line.
func drafted(root *source.Node) []string {
	var out []string
	for _, d := range draft.Rewrite(root, false, nil) {
		text := fmt.Sprintf("%d:%d %s: %s", d.Subject.Line, d.Subject.Col, d.Code, d.Summary)
		if d.Severity == diag.Warning {
			text = "warning " + text
		}
		if d.Detail != "" {
			text += " | " + d.Detail
		}
		out = append(out, text)
	}
	for _, p := range root.Pairs {
		switch {
		case p.Value.Kind != source.List:
			out = append(out, p.Key.Value+": "+line(p.Value)+tags(p.Value))
		case p.Key.Value == "procedures":
			for _, n := range p.Value.Items {
				head := *n
				head.Pairs = slices.DeleteFunc(slices.Clone(n.Pairs), func(q source.Pair) bool { return q.Key.Value == "do" && q.Value.Kind == source.List })
				out = append(out, line(&head))
				if do := n.Get("do"); do != nil {
					for _, s := range do.Items {
						out = append(out, n.Text("id")+" does "+line(s)+tags(s))
					}
				}
			}
		default:
			for _, n := range p.Value.Items {
				out = append(out, p.Key.Value+": "+line(n)+tags(n))
			}
		}
	}
	return out
}

// tags returns the tags of the values of n other than strings.
func tags(n *source.Node) string {
	out := ""
	if n.Kind == source.Scalar && n.Tag != source.TagString {
		out = " " + n.Tag.String()
	}
	for _, p := range n.Pairs {
		out += tags(p.Value)
	}
	for _, item := range n.Items {
		out += tags(item)
	}
	return out
}

// differing returns the lines of b that a does not have or, if there are none, those of a that b does not have.
func differing(a, b []string) []string {
	if out := slices.DeleteFunc(slices.Clone(b), func(l string) bool { return slices.Contains(a, l) }); len(out) > 0 {
		return out
	}
	out := slices.DeleteFunc(slices.Clone(a), func(l string) bool { return slices.Contains(b, l) })
	for i := range out {
		out[i] = "without " + out[i]
	}
	return out
}

// part is a rulebook with only one of the entries, or statements, of testdata/drafts.md, and the path to it.
type part struct {
	root *source.Node
	path []int
}

// divided are the lists of which a part has one entry.
var divided = []string{"globalVars", "stackingConstraints", "cards", "effectMacros", "actions", "operationProfiles", "setups", "procedures"}

// parts splits a rulebook into parts.
func parts(root *source.Node) []part {
	var out []part
	for i, p := range root.Pairs {
		switch {
		case p.Key.Value == "drafts":
			out = append(out, part{root, []int{i}})
		case p.Key.Value == "procedures":
			for k := range p.Value.Items[0].Get("do").Items {
				out = append(out, part{keeping(root, i, 0, k), []int{i, 0, 1, 0}})
			}
		case p.Key.Value == "effectMacros":
			calls := keeping(root, slices.IndexFunc(root.Pairs, func(p source.Pair) bool { return p.Key.Value == "procedures" }), 1, -1)
			for k := range p.Value.Items {
				out = append(out, part{calls, []int{i, k}})
			}
		case slices.Contains(divided, p.Key.Value):
			for k := range p.Value.Items {
				out = append(out, part{keeping(root, i, k, -1), []int{i, 0}})
			}
		}
	}
	return out
}

// keeping returns a rulebook with one item of one of the divided lists and, for a procedure, with one statement.
func keeping(root *source.Node, pair, item, statement int) *source.Node {
	out := clone(root)
	for i, p := range out.Pairs {
		if p.Key.Value == "effectMacros" || !slices.Contains(divided, p.Key.Value) {
			continue
		}
		items := p.Value.Items
		p.Value.Items = nil
		if i == pair {
			p.Value.Items = items[item : item+1]
		}
		if i == pair && statement >= 0 {
			do := items[item].Get("do")
			do.Items = do.Items[statement : statement+1]
		}
	}
	return out
}

func clone(n *source.Node) *source.Node {
	out := *n
	out.Pairs, out.Items = slices.Clone(n.Pairs), slices.Clone(n.Items)
	for i := range out.Pairs {
		key := *out.Pairs[i].Key
		out.Pairs[i].Key, out.Pairs[i].Value = &key, clone(out.Pairs[i].Value)
	}
	for i := range out.Items {
		out.Items[i] = clone(out.Items[i])
	}
	return &out
}

// placed returns a copy of n with all nodes at a position.
func placed(n *source.Node, pos diag.Pos) *source.Node {
	out := clone(n)
	out.Pos = pos
	for i, p := range out.Pairs {
		p.Key.Pos, out.Pairs[i].Value = pos, placed(p.Value, pos)
	}
	for i := range out.Items {
		out.Items[i] = placed(out.Items[i], pos)
	}
	return out
}

// paths calls f for each value below n, with the indices that lead to it and its line, column and keys.
func paths(n *source.Node, path []int, f func(path []int, name string)) {
	each := func(i int, name string, below *source.Node) {
		way := append(slices.Clone(path), i)
		f(way, fmt.Sprintf("%d:%d %s", below.Pos.Line, below.Pos.Col, name))
		paths(below, way, f)
	}
	for i, p := range n.Pairs {
		each(i, p.Key.Value, p.Value)
	}
	for i, item := range n.Items {
		each(i, "item", item)
	}
}

func at(n *source.Node, path []int) *source.Node {
	for _, i := range path {
		if n.Kind == source.Map {
			n = n.Pairs[i].Value
		} else {
			n = n.Items[i]
		}
	}
	return n
}

func leaveOut(root *source.Node, path []int) {
	n, i := at(root, path[:len(path)-1]), path[len(path)-1]
	if n.Kind == source.Map {
		n.Pairs = slices.Delete(n.Pairs, i, i+1)
	} else {
		n.Items = slices.Delete(n.Items, i, i+1)
	}
}
