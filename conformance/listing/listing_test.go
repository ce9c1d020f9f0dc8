package listing_test

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/conformance/listing"
)

type entry struct {
	Rule  string            `yaml:"rule"`
	Count int               `yaml:"count"`
	Sure  bool              `yaml:"sure"`
	Parts []string          `yaml:"parts"`
	By    map[string]string `yaml:"by"`
	Next  *entry            `yaml:"next"`
}

func TestErrorsNameTheLineAndARemedy(t *testing.T) {
	for text, want := range map[string]string{
		"- rule: a\n  rul: b":                          "line 2: there is no key rul; did you mean rule?",
		"- {xyzzyxyzzy: 1}":                            "line 1: there is no key xyzzyxyzzy here; write rule, count, sure, parts, by or next",
		"- rule: a\n- rule: [a]":                       "line 2: a list stands where a text is expected",
		"- {rule: {a: b}}":                             "line 1: a mapping stands where a text is expected",
		"- {count: many}":                              "line 1: a text `many` stands where a number is expected",
		"- {count: 2026-01-01}":                        "line 1: a timestamp `2026-01-01` stands where a number is expected",
		"- {rule: \"a\u200bb\"}":                       "line 1: an invisible character (U+200B); take it out",
		"- {sure: 7}":                                  "line 1: a number `7` stands where true or false is expected",
		"- {parts: a}":                                 "line 1: a text `a` stands where a list is expected",
		"- a":                                          "line 1: a text `a` stands where a mapping is expected",
		"rule: a":                                      "line 1: a mapping stands where a list is expected",
		"- rule: a\n  count: 1\n  rule: b":             "line 3: the key rule is in line 1 already; leave one of them out",
		"- {rule: a}\n---\n- {rule: b}":                "line 2: a second document begins; a file holds one",
		"- ? [a]\n  : b":                               "line 1: a key is a word",
		"- a\n- \xff":                                  "line 2: the file is not UTF-8; save it as UTF-8",
		"- a\n- \"\x00\"":                              "line 2: an invisible character (U+0000); take it out",
		"- {rule: [\n":                                 "line 1: this is no YAML: did not find expected node content; check the brackets",
		strings.Repeat("- ", 20_000) + "a":             "more than 16 lists and mappings inside each other",
		"- &a {next: *a}":                              "line 1: a repeats itself; name another entry",
		strings.Repeat("- {rul: a}\n", 7):              "line 1: there is no key rul; did you mean rule?; line 2:",
		"- {" + strings.Repeat("k", 100) + ": 1}":      "there is no key " + strings.Repeat("k", 60) + "…",
		"- {by: {" + numbered(1001, "k%d: v, ") + "}}": "line 1: a mapping with more than 1000 keys",
		strings.Repeat("#", listing.MaxBytes+1):        "it is longer than 256 KiB; remove entries that are not needed",
		strings.Repeat("- {rule: a}\n", 17_000):        "line 16667: more than 50000 values up to here; remove entries that are not needed",
		"- &e {by: {" + numbered(500, "k%d: v, ") + "}}\n" + strings.Repeat("- *e\n", 50): "line 50: more than 50000 values up to here",
		strings.Repeat("- ", 16) + "a":   "line 1: a list stands where a mapping is expected", // so deep it may be
		strings.Repeat("- ", 17) + "a\n": "line 1: more than 16 lists and mappings inside each other",
	} {
		var list []entry
		if err := listing.Read([]byte(text), &list); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
	var list []entry
	if err := listing.Read([]byte(strings.Repeat("- {rul: a}\n", 7)), &list); err == nil || !strings.HasSuffix(err.Error(), "; and 2 more") {
		t.Errorf("of many mistakes some are reported and the rest is counted: %v", err)
	}
}

func TestTextsAtTheLimitsAreRead(t *testing.T) {
	for what, text := range map[string]string{
		"bytes":  strings.Repeat("#", listing.MaxBytes),
		"values": strings.Repeat("- {rule: a}\n", 16_664) + "- {rule: a, sure: true}\n- {}\n- {}\n", // with the list 50,000
		"keys":   "- {by: {" + numbered(1000, "k%d: v, ") + "}}",
	} {
		var list []entry
		if err := listing.Read([]byte(text), &list); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	var list []entry
	if err := listing.Read([]byte("- {rule: \"a\tb\nc\"}"), &list); err != nil {
		t.Errorf("tabs and line ends are no invisible characters: %v", err)
	}
	if err := listing.Read([]byte(strings.Repeat("- {rul: a}\n", 5)), &list); err == nil || strings.Contains(err.Error(), "more") {
		t.Errorf("as many mistakes as are reported: %v", err)
	}
}

func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

func TestFractionsAreNotTruncatedToWholeNumbers(t *testing.T) {
	type counted struct {
		Count int            `yaml:"count"`
		Most  *int64         `yaml:"most"`
		By    map[string]int `yaml:"by"`
		List  []uint8        `yaml:"list"`
		Next  *counted       `yaml:"next"`
		Text  string         `yaml:"text"`
	}
	for text, want := range map[string]string{
		"- count: 1\n- count: 1.5":                      "line 2: 1.5 is given where a whole number is expected",
		"- {most: 2.0}":                                 "line 1: 2.0 is given where a whole number is expected",
		"- {count: 1e3}":                                "line 1: 1e3 is given",
		"- {count: -.inf}":                              "line 1: -.inf is given",
		"- {count: .nan}":                               "line 1: .nan is given",
		"- by:\n    a: 1\n    b: 0.5":                   "line 3: 0.5 is given",
		"- {list: [1, 2, 3.9]}":                         "line 1: 3.9 is given",
		"- {next: {next: {count: 0.1}}}":                "line 1: 0.1 is given",
		"- &a {text: x}\n- {<<: *a, count: 7.5}":        "line 2: 7.5 is given",
		"- {<<: {count: 7.5}}":                          "line 1: 7.5 is given",
		"- {<<: [{text: x}, {count: 7.5}]}":             "line 1: 7.5 is given",
		"- {count: 99999999999999999999}":               "line 1: 99999999999999999999 is given",
		"- {next: &half {text: x, by: {a: 0.5}}}":       "line 1: 0.5 is given",
		"- {text: &n 0.5}\n- {count: *n}":               "line 1: 0.5 is given",
		"- {count: !!float 3}":                          "line 1: 3 is given",
		"- {text: x, by: [0.5]}":                        "a list stands where a mapping is expected",
		"- {list: {a: 0.5}}":                            "a mapping stands where a list is expected",
		"- {count: " + strings.Repeat("9", 100) + ".5}": "line 1: " + strings.Repeat("9", 60) + "… is given",
	} {
		list := []counted{}
		if err := listing.Read([]byte(text), &list); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	list := []counted{}
	err := listing.Read([]byte("- {text: 1.5, count: -3, list: [255], by: {1.5: 2}, most: 9223372036854775807}\n"), &list)
	if err != nil || list[0].Text != "1.5" || list[0].Count != -3 || list[0].By["1.5"] != 2 {
		t.Errorf("a text or a whole number is read: %+v %v", list, err)
	}
}

func TestEntriesMayMergeOthersByAlias(t *testing.T) {
	var list []entry
	err := listing.Read([]byte("# what comes again\n- &first {rule: a, parts: [x], by: {k: v}}\n- {<<: *first, count: 2}\n"), &list)
	if err != nil || len(list) != 2 || list[1].Rule != "a" || list[1].Count != 2 || list[1].Parts[0] != "x" || list[1].By["k"] != "v" {
		t.Errorf("%+v %v", list, err)
	}
}

func TestTextWithoutValuesIsAnEmptyList(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "---\n"} {
		list := []entry{{Rule: "before"}}
		if err := listing.Read([]byte(text), &list); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}
