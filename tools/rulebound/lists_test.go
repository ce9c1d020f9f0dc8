package main

// This file attacks the lists beside the folders of scenarios.

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"rulebound/audit/mutation"
	"rulebound/compiler/bounded"
	"rulebound/conformance/board"
	"rulebound/conformance/coverage"
	"rulebound/judge/referee"
)

func repeated(n int, format string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i)))
		b.WriteByte('\n')
	}
	return b.String()
}

// doubling is a list in which each entry refers to the previous one twice.
func doubling(n int, first, entry string) string {
	var b strings.Builder
	b.WriteString(first + "\n")
	for i := range n {
		b.WriteString(strings.NewReplacer("#", fmt.Sprint(i+1), "@", fmt.Sprint(i)).Replace(entry) + "\n")
	}
	return b.String()
}

// Every list is read or refused in bounded time and memory, with a short message that has the place.
func TestHostileListsAreRefusedBriefly(t *testing.T) {
	readers := map[string]func(text []byte) error{
		"boards":     func(text []byte) error { _, err := board.Read(text); return err },
		"survivors":  func(text []byte) error { _, err := mutation.ReadExplanations(text); return err },
		"gaps":       func(text []byte) error { _, err := coverage.ReadExplained(text); return err },
		"allowances": func(text []byte) error { _, err := referee.ReadAllowances(text); return err },
		"deviations": func(text []byte) error { _, err := referee.ReadGroups(text); return err },
		"layouts":    func(text []byte) error { _, err := referee.ReadLayout(text, nil); return err },
	}
	shapes := []string{"unknown keys", "entries without a reason", "one key 40,000 times", "keys that are lists"} // refused for the type of a list; all lists have one reader of YAML
	for attack, text := range map[string]string{
		"lists in lists":              strings.Repeat("[", 250_000),
		"lists in lists, closed":      strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000),
		"lists in lists by lines":     strings.Repeat("- ", 120_000),
		"mappings in mappings":        "- " + strings.Repeat("{a: ", 60_000),
		"40,000 keys":                 "- {\n" + repeated(22_000, "  k#: 1,") + "}",
		"40,000 keys by lines":        "- a: 1\n" + repeated(24_000, "  k#: 1"),
		"one key 40,000 times":        "- rule: 1\n" + repeated(30_000, "  in: 1"),
		"40,000 keys of boxes":        "- boxes:\n" + repeated(20_000, "    k#: [a]"),
		"names that double":           doubling(40, "- &a0 [x]", "- &a# [*a@, *a@]"),
		"places that double":          doubling(40, "places:\n- &a0 {rule: x}", "- &a# {<<: [*a@, *a@]}"),
		"entries that double":         doubling(60, "- &a0 {rule: x}", "- &a# {<<: [*a@, *a@, *a@]}"),
		"a name of itself":            "- &a {<<: *a}",
		"a list of itself":            "- &a [*a]",
		"a hundred thousand names":    repeated(12_000, "- &a# {rule: *a0}"),
		"unknown keys":                repeated(12_000, "- {nonsense#: 1}"),
		"entries without a reason":    repeated(20_000, "- {rule: a}"),
		"two documents":               "- {rule: a, change: b, why: c}\n---\n- {rule: a}\n",
		"a number beyond all numbers": "- {out: {boat: 99999999999999999999999}, min: 99999999999999999999999}",
		"a tag":                       "- !!python/object:os.system {rule: a}",
		"bytes":                       "- \x00\x01\xff\xfe",
		"half a letter":               "- {rule: \"\xc3\"}",
		"a long word":                 "- {rule: " + strings.Repeat("a", 250_000) + "}",
		"a text without end":          "- \"" + strings.Repeat("a\\", 120_000),
		"a text instead of a list":    "rule",
		"a folded text":               "- >\n" + strings.Repeat("  a\n", 60_000),
		"keys that are lists":         repeated(10_000, "? [a, #]\n: b"),
	} {
		for name, read := range readers {
			if name != "boards" && !slices.Contains(shapes, attack) {
				continue
			}
			t.Run(attack+"/"+name, func(t *testing.T) {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				if err := read([]byte(text)); err == nil || len(err.Error()) > 800 {
					t.Errorf("it is taken, or refused in many words: %.900v", err)
				}
				if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > bounded.MaxBytes {
					t.Errorf("%d MB were allocated", (after.TotalAlloc-before.TotalAlloc)>>20)
				}
			})
		}
	}
}
