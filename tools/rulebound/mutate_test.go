package main

import (
	"strings"
	"testing"
)

const counting = "# 9.1 Toy\n\n- **9.1-a** Gold.\n\n  ```yaml\n  game: {id: toy, title: Toy, main: play}\n  seats: [{id: red}]\n  tracks: [{id: gold, title: Gold, min: 0, max: 9, initial: 0}]\n" +
	"  procedures:\n  - id: play\n    do:\n    - menu: act\n      by: red\n      options: {rest: {do: [{gain: {gold: 1}}]}, sleep: {where: gold > 0, do: []}}\n" +
	"    - if: gold > 5\n      then: [{gain: {gold: 2}}]\n    - over: {}\n  ```\n"

func TestMutate(t *testing.T) {
	root := repository(t, map[string]string{"data/games/toy/10.md": counting})
	code, out, errs := call("mutate", "-C", root, "-clauses")
	if !strings.Contains(out, "without goldens") {
		t.Errorf("no second score\n%s", out)
	}
	if code != exitOK || !strings.Contains(out, "  9.1-a") || !strings.Contains(out, "`5` becomes `4`") || !strings.Contains(out, "if: gold > 5") {
		t.Errorf("%d\n%s\n%s", code, out, errs)
	}
	if !strings.Contains(errs, "changes") || strings.Contains(errs, "\r") {
		t.Errorf("progress beside a terminal: %q", errs)
	}
	if code, out, _ := call("mutate", "-C", root, "-json", "-section", "9.1"); code != exitOK || !strings.Contains(out, `"change": "`+"`5` becomes `4`") {
		t.Errorf("%d\n%s", code, out)
	}
	for _, section := range []string{"8", "9.1-b", "9.1.1"} {
		if code, out, errs := call("mutate", "-C", root, "-section", section); code != exitFailed || out != "" || !strings.Contains(errs, "no rulebook has a section or clause "+section) {
			t.Errorf("section %s: %d\n%s\n%s", section, code, out, errs)
		}
	}
	explaining := func(change string) string {
		return repository(t, map[string]string{"data/games/toy/10.md": counting, "scenarios/toy.survivors.yaml": "- {rule: 9.1-a, change: '" + change + "', why: W}\n"})
	}
	root = explaining("`5` becomes `6`")
	if code, out, _ := call("mutate", "-C", root, "-plays", "0"); code != exitOK || strings.Contains(out, "`5` becomes `6`") || !strings.Contains(out, "explained") {
		t.Errorf("explained: %d\n%s", code, out)
	}
	if code, out, _ := call("mutate", "-C", root, "-explained", "-plays", "0"); code != exitOK || !strings.Contains(out, "toy: 1 changes are explained, 0 of the explanations are refuted") {
		t.Errorf("explained alone: %d\n%s", code, out)
	}
	root = explaining("the maximum of `gold`, 9, becomes 0")
	if code, _, errs := call("mutate", "-C", root); code != exitFailed || !strings.Contains(errs, "toy: explanation of 9.1-a, the maximum of `gold`, 9, becomes 0: the rulebook has no such change") {
		t.Errorf("a change that there is not: %d\n%s", code, errs)
	}
	root = repository(t, map[string]string{"data/games/toy/10.md": counting, "scenarios/toy.survivors.yaml": "- {rule: 9.1-a, change: '`0` becomes `-1`', in: sleep, why: W}\n"})
	for _, args := range [][]string{{"-explained"}, {"-explained", "-plays", "30", "-seed", "4"}, {"-json"}} {
		code, out, errs := call(append([]string{"mutate", "-C", root}, args...)...)
		if code != exitFailed || !strings.Contains(out, "sleep") || !strings.Contains(out, "here") {
			t.Errorf("a false explanation, %v: %d\n%s\n%s", args, code, out, errs)
		}
	}
}
