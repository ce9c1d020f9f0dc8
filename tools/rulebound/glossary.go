// This file prints terms of the glossary.

package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rulebound/compiler/diag"
	"rulebound/docs"
)

type definition struct{ name, text string }

var termForm = regexp.MustCompile(`(?m)^### (.+)\n((?:[^#\n].*\n)+)`)

// terms lists the glossary in order.
func terms() (out []definition) {
	for _, m := range termForm.FindAllStringSubmatch(docs.Glossary, -1) {
		out = append(out, definition{m[1], m[2]})
	}
	return out
}

// links matches [text](address).
var links = regexp.MustCompile(`\[([^\]]*)\]\(([^)]*)\)`)

// defines returns the entry of a term, nil if there is none. It also finds singular and plural forms, and terms in
// italics within an entry.
func defines(name string) *definition {
	if name == "" {
		return nil
	}
	all := terms()
	name = strings.ToLower(name)
	for _, is := range []func(t definition, form string) bool{
		func(t definition, form string) bool { return strings.ToLower(t.name) == form },
		func(t definition, form string) bool { return strings.Contains(t.text, "*"+form+"*") },
	} {
		for _, form := range []string{name, strings.TrimSuffix(name, "s"), name + "s"} {
			if at := slices.IndexFunc(all, func(t definition) bool { return is(t, form) }); at >= 0 {
				return &all[at]
			}
		}
	}
	return nil
}

// helps makes the help command print terms of the glossary, after the help of a command of the same name.
func (e *env) helps(root, help *cobra.Command) {
	help.Use, help.Short = "help [COMMAND|TERM]", "Help about a command, or a term of the glossary"
	help.Long = "Help prints the help of a command, and the entry of the glossary of a word of the output, the command line or the language."
	help.Example = "  rulebound help new game\n  rulebound help golden\n  rulebound help both ways"
	help.Args = func(_ *cobra.Command, topic []string) error {
		name := strings.Join(topic, " ")
		if found, _, _ := root.Find(topic); found != root || len(topic) == 0 || defines(name) != nil {
			return nil
		}
		if near := cmp.Or(nearTerm(name), nearCommand(root, name)); near != "" {
			return wrongUsage("there is no command or term %q; did you mean %s?", name, near)
		}
		return wrongUsage("there is no command or term %q; rulebound help lists the commands, docs/glossary.md has the terms", name)
	}
	help.Run = nil
	help.RunE = func(_ *cobra.Command, topic []string) error {
		found, _, _ := root.Find(topic)
		entry := defines(strings.Join(topic, " "))
		if found != root || len(topic) == 0 {
			found.InitDefaultHelpFlag()
			if err := found.Help(); err != nil {
				return err
			}
			if entry != nil {
				fmt.Fprintln(e.out)
			}
		}
		if entry != nil {
			_, err := fmt.Fprintf(e.out, "%s: %s", entry.name, links.ReplaceAllString(entry.text, "$1 (docs/$2)"))
			return err
		}
		return nil
	}
}

// nearTerm returns the term most similar to a name, "" if none is similar.
func nearTerm(name string) string {
	var names []string
	for _, t := range terms() {
		names = append(names, t.name)
	}
	return diag.Near(strings.ToLower(name), names)
}
