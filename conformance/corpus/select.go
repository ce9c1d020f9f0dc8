package corpus

// This file finds the scenarios that a name means: those of a section, or a single one.

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"rulebound/compiler/diag"
)

// Selection holds the cases of a section and the sections below it, or a single case.
type Selection struct {
	Cases []*Case
	holds func(name string) bool
}

// Holds reports whether the selection includes the golden <game>/<section>/<scenario>, which need not have a scenario.
func (s *Selection) Holds(name string) bool { return s.holds(name) }

// Select resolves a name: the number or folder of a section, with or without the game before it, or a scenario as
// game/section/scenario, section/scenario, its file, or its bare name. The error suggests similar names.
func (c *Corpus) Select(name string) (*Selection, error) {
	want := strings.TrimSuffix(strings.TrimPrefix(path.Clean(name), ScenariosDir+"/"), ".yaml")
	for _, is := range []func(golden, want string) bool{isScenario, isOfSection, isNamed} {
		s := &Selection{holds: func(golden string) bool { return is(golden, want) }}
		for _, x := range c.Cases() {
			if s.holds(x.Name()) {
				s.Cases = append(s.Cases, x)
			}
		}
		if len(s.Cases) > 0 {
			return s, s.certain(name)
		}
	}
	if c.headed(want) {
		return nil, fmt.Errorf("section %s has no scenarios", name)
	}
	if near := Near(want, c.names()); near != "" {
		return nil, fmt.Errorf("there is no section or scenario %s; did you mean %s?", name, near)
	}
	return nil, fmt.Errorf("there is no section or scenario %s; name a section by its number, or a scenario as game/section/scenario", name)
}

// Near returns the known name that is most similar, "" if none is. It prefers names that share all but the last part.
func Near(name string, known []string) string {
	if i := strings.LastIndexAny(name, ".-/"); i > 0 {
		siblings := slices.DeleteFunc(slices.Clone(known), func(k string) bool { return !strings.HasPrefix(k, name[:i+1]) })
		if near := diag.Near(name, siblings); near != "" {
			return near
		}
	}
	return diag.Near(name, known)
}

// isScenario reports whether a golden is that of game/section/scenario or section/scenario.
func isScenario(golden, want string) bool {
	_, id, _ := strings.Cut(golden, "/")
	return golden == want || id == want
}

// isOfSection reports whether a golden belongs to a section or one below it.
func isOfSection(golden, want string) bool {
	game, id, _ := strings.Cut(golden, "/")
	folder, _, _ := strings.Cut(id, "/")
	if of, section, ok := strings.Cut(want, "/"); ok && of == game {
		want = section
	}
	return folder == want || strings.HasPrefix(folder, want+".") || strings.HasPrefix(folder, want+"-")
}

// isNamed reports whether a golden has that bare name.
func isNamed(golden, want string) bool { return path.Base(golden) == want }

// certain returns an error if a bare name matches several scenarios.
func (s *Selection) certain(name string) error {
	if len(s.Cases) == 1 || s.Cases[0].Script.Name != name || s.Cases[0].Script.Section == name {
		return nil
	}
	var all []string
	for _, x := range s.Cases {
		all = append(all, x.Name())
	}
	return fmt.Errorf("%s is the name of several scenarios: %s", name, strings.Join(all, ", "))
}

// headed reports whether any rulebook has a section with that number.
func (c *Corpus) headed(number string) bool {
	return number != "" && slices.ContainsFunc(c.Games, func(g *Game) bool { return g.Book.Heading(number) != nil })
}

// names lists everything that can be selected.
func (c *Corpus) names() []string {
	var out []string
	add := func(name string) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, x := range c.Cases() {
		add(x.Script.Section)
	}
	for _, x := range c.Cases() {
		add(x.Script.ID())
		add(x.Name())
		add(x.Script.Name)
	}
	return out
}
