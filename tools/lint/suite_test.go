package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// recipes returns the command lines of a target and of its prerequisites.
func recipes(makefile, target string) []string {
	head := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(target) + `:([^#\n]*).*\n((?:\t.*\n)*)`).FindStringSubmatch(makefile)
	if head == nil {
		return nil
	}
	var out []string
	for _, needed := range strings.Fields(head[1]) {
		out = append(out, recipes(makefile, needed)...)
	}
	for _, line := range strings.Split(strings.TrimSpace(head[2]), "\n") {
		if !strings.HasPrefix(line, "\t@echo") && !strings.HasPrefix(line, "@echo") { // prints the next step
			out = append(out, line)
		}
	}
	return out
}

// wholeSuite reports whether a line runs all specs of the suite when no variable is given, with Ginkgo or with go test.
func wholeSuite(line string) bool {
	given := regexp.MustCompile(`\$\(if [^)]*\)[^)]*\)|\$\(if [^)]*\)`).ReplaceAllString(line, "")
	named := slices.ContainsFunc(strings.Fields(given), func(word string) bool {
		return word == "./conformance" || word == "./conformance/..." || word == "./..."
	})
	runs := strings.Contains(given, "tool ginkgo") || strings.Contains(given, "$(GO) test") || strings.Contains(given, "$(TEST)")
	left := strings.Contains(given, "--dry-run") || strings.Contains(given, "label-filter") || strings.Contains(given, "-skip '^TestConformance$$'")
	return named && runs && !left
}

func TestWholeSuiteRecognisesCommands(t *testing.T) {
	for line, want := range map[string]bool{
		"\t$(GO) test ./...":                                          true,
		"\t$(TEST) -short ./...":                                      true,
		"\t$(GO) test -skip '^TestConformance$$' ./...":               false,
		"\t$(GO) tool ginkgo --fail-on-empty ./conformance":           true,
		"\t$(GO) tool ginkgo --dry-run --fail-on-empty ./conformance": false,
		"\t$(GO) tool ginkgo --fail-on-empty $(if $(LABEL),--label-filter=\"$(LABEL)\") ./conformance": true,
		"\tGOARCH=386 $(GO) test -short ./engine/... ./conformance/...":                                true,
		"\t$(GO) test ./conformance -ginkgo.label-filter='determinism'":                                false,
		"\t$(GO) test -race $(RACE)": false,
		"\t$(GO) vet ./...":          false,
	} {
		if wholeSuite(line) != want {
			t.Errorf("%q: want %t", line, want)
		}
	}
}

// A label that selects no spec fails.
func TestTheWholeSuiteRunsOnce(t *testing.T) {
	ci, err := os.ReadFile("../../.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	var whole []string
	for _, step := range regexp.MustCompile(`(?m)^\s*(?:step|beside) make ([a-z0-9-]+)`).FindAllStringSubmatch(string(ci), -1) {
		lines := recipes(string(makefile), step[1])
		if len(lines) == 0 {
			t.Errorf("the Makefile has no target %s", step[1])
		}
		for _, line := range lines {
			if wholeSuite(line) {
				whole = append(whole, line)
			}
		}
	}
	if len(whole) != 1 || !strings.Contains(whole[0], "tool ginkgo") {
		t.Errorf("the whole suite is run by %q, want one line that runs Ginkgo", whole)
	}
	if suite := recipes(string(makefile), "suite"); len(suite) != 1 || !strings.Contains(suite[0], "--fail-on-empty") {
		t.Errorf("make suite runs %q", suite)
	}
}
