package report_test

import (
	"path"
	"regexp"
	"strings"
	"testing"
)

// inline matches code that a policy without 'unsafe-inline' blocks.
var inline = regexp.MustCompile(`(?i)<[^>]*\son[a-z]+\s*=|<script(?:\s+(?:defer|async))*\s*>|href="javascript:|<style`)

// The policy precedes everything that a page loads.
func TestEveryPageHasAContentSecurityPolicyAndNoInlineCode(t *testing.T) {
	pages := 0
	for name, text := range whole() {
		if path.Ext(name) != ".html" {
			continue
		}
		if pages++; testing.Short() && pages%10 > 0 { // a random tenth of them
			continue
		}
		at := strings.Index(text, `<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; script-src &#39;self&#39; &#39;wasm-unsafe-eval&#39;;`)
		if first := regexp.MustCompile(`<(script|link)`).FindStringIndex(text); at < 0 || first != nil && first[0] < at {
			t.Errorf("%s: the policy is missing, or comes late", name)
		}
		if _, rules, _ := strings.Cut(text, "script-src"); strings.Contains(rules[:strings.Index(rules, ";")], "unsafe-inline") || strings.Contains(rules[:strings.Index(rules, ";")], "http") {
			t.Errorf("%s: its scripts may come from anywhere", name)
		}
		if found := inline.FindString(text); found != "" {
			t.Errorf("%s has %s", name, found)
		}
	}
	if pages < 500 {
		t.Errorf("only %d pages", pages)
	}
}
