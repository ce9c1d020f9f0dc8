// This file traces failing plays back to their cause in the files.

package revision

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"rulebound/conformance/corpus"
	"rulebound/conformance/golden"
	"rulebound/engine/def"
)

// Cause describes the changes that explain a run with failing scenarios.
type Cause struct {
	Since      string
	Changed    []string // clauses with their places, declarations, and failing scenarios
	Unknown    error    // why the changes could not be determined
	Total      int      // scenarios
	Differ     int      // scenarios whose trace differs from their golden
	Contradict int      // scenarios that contradict their expectation or cannot be played
	Shortest   string   // the failing scenario with the shortest trace
}

// Explain finds the changes since a revision of the repository at root that explain failing plays. It returns nil,
// without reading the revision, if no play fails.
func Explain(root, since string, plays []*corpus.Play) *Cause {
	c, wrong := count(os.DirFS(filepath.Join(root, corpus.GoldensDir)), plays)
	if c == nil {
		return nil
	}
	c.Since = since
	was, err := Commit(root, since)
	if err == nil {
		defer was.Close()
		err = c.trace(was, wrong)
	}
	c.Unknown = err
	return c
}

// ExplainFiles is Explain with the goldens and the files of the revision given.
func ExplainFiles(goldens, was fs.FS, since string, plays []*corpus.Play) *Cause {
	c, wrong := count(goldens, plays)
	if c != nil {
		c.Since, c.Unknown = since, c.trace(was, wrong)
	}
	return c
}

// count returns the failing plays and their numbers, nil if none fails.
func count(goldens fs.FS, plays []*corpus.Play) (*Cause, []*corpus.Play) {
	c, wrong := &Cause{Total: len(plays)}, []*corpus.Play{}
	for _, p := range plays {
		text, err := golden.Read(goldens, p.Case.Name())
		differs, contradicts := err != nil || !bytes.Equal(text, p.Trace()), p.Problem() != nil
		if differs {
			c.Differ++
		}
		if contradicts {
			c.Contradict++
		}
		if differs || contradicts {
			wrong = append(wrong, p)
		}
	}
	if len(wrong) == 0 {
		return nil, nil
	}
	c.Shortest = slices.MinFunc(wrong, func(a, b *corpus.Play) int {
		return cmp.Or(cmp.Compare(len(a.Lines), len(b.Lines)), cmp.Compare(a.Case.Name(), b.Case.Name()))
	}).Case.Name()
	return c, wrong
}

// trace finds what was changed in the games and scripts of the failing plays.
func (c *Cause) trace(was fs.FS, wrong []*corpus.Play) error {
	old, err := corpus.OpenRevision(was)
	if old == nil {
		return err
	}
	seen := map[*corpus.Game]bool{}
	for _, p := range wrong {
		g := p.Case.Game
		if seen[g] {
			continue
		}
		seen[g] = true
		i := slices.IndexFunc(old.Games, func(x *corpus.Game) bool { return x.ID == g.ID })
		if i < 0 {
			c.Changed = append(c.Changed, "the whole of "+g.ID)
			continue
		}
		d := Compare(old.Games[i], g)
		c.Changed = append(append(c.Changed, d.Clauses(old.Games[i].Def, g.Def)...), d.Beside...)
	}
	for _, p := range wrong {
		if !has(was, p.Case.Script.File, p.Case.Script.Source) {
			c.Changed = append(c.Changed, "scenario "+p.Case.Script.ID())
		}
	}
	return nil
}

// has reports whether a file exists with exactly that text. It does not read a file of another size.
func has(files fs.FS, name string, text []byte) bool {
	info, err := fs.Stat(files, name)
	if err != nil || info.Size() != int64(len(text)) {
		return false
	}
	old, err := fs.ReadFile(files, name)
	return err == nil && bytes.Equal(old, text)
}

// Clauses lists the clauses of what differs, each with the place of its first node; those of the old rulebook only have "was" before them.
func (d *Difference) Clauses(old, new *def.GameDef) []string {
	out := clauses(new, d.New, "")
	now := len(out)
	for _, gone := range clauses(old, d.Old, "was ") {
		clause, _, _ := strings.Cut(gone, " (")
		if !slices.ContainsFunc(out[:now], func(x string) bool { return strings.HasPrefix(x, clause+" (") }) {
			out = append(out, gone)
		}
	}
	return out
}

// clauses lists the clauses of marked nodes, each with the place of its first node: "6.2.5-a (62-resources.md:41)".
func clauses(gd *def.GameDef, marked []bool, before string) []string {
	var ids, out []string
	for i, m := range marked {
		n := &gd.Nodes[i]
		id := strings.Join(n.Rules, ", ")
		if id == "" {
			id = n.What
		}
		if m && !slices.Contains(ids, id) {
			ids, out = append(ids, id), append(out, fmt.Sprintf("%s (%s%s:%d)", id, before, path.Base(n.File), n.Line))
		}
	}
	return out
}

// maxChanged limits the changes that String lists.
const maxChanged = 8

// String spells a cause as one line: what changed, how many scenarios fail, and the one to look at first.
func (c *Cause) String() string {
	var b strings.Builder
	switch {
	case c.Unknown != nil:
		fmt.Fprintf(&b, "what changed since %s is unknown: %v", c.Since, c.Unknown)
	case len(c.Changed) == 0:
		fmt.Fprintf(&b, "no rule was changed since %s: the engine, the compiler or the trace was", c.Since)
	default:
		fmt.Fprintf(&b, "changed since %s: %s", c.Since, strings.Join(c.Changed[:min(len(c.Changed), maxChanged)], ", "))
		if more := len(c.Changed) - maxChanged; more > 0 {
			fmt.Fprintf(&b, " and %d more", more)
		}
	}
	fmt.Fprintf(&b, ". %s of %s scenarios differ, %s contradict their expectation. Shortest: %s", Thousands(c.Differ), Thousands(c.Total), Thousands(c.Contradict), c.Shortest)
	return b.String()
}

// Thousands formats a number with commas.
func Thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", Thousands(n/1000), n%1000)
}

// Head returns the revision of git at root, with "-dirty" appended if files were changed since; "" if git knows none.
func Head(root string) string {
	out, err := exec.Command("git", "-c", "core.fsmonitor=false", "-C", root, "describe", "--always", "--dirty", "--exclude=*").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
