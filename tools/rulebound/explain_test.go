package main

import (
	"encoding/json"
	"strings"
	"testing"

	"rulebound/show/explain"
)

func TestExplainRequiresOneKnownName(t *testing.T) {
	root := repository(t, map[string]string{"data/games/again/10.md": strings.Replace(rulebook, "id: toy", "id: again", 1)})
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"", "name one thing", exitUsage},
		{"a b", "name one thing", exitUsage},
		{"9.1-a", "9.1-a is in several games: name one with --game, such as --game again or --game toy", exitUsage},
		{"-game toy 9.1-a", "clause 9.1-a", exitOK},
		{"-game toy 9.1-b", `nothing is called "9.1-b"; did you mean 9.1-a?`, exitFailed},
		{"-game toy qqqqqq", `nothing is called "qqqqqq"; name a clause`, exitFailed},
		{"toy/9.1/rest:5", "line toy/9.1/rest:5: red act: rest", exitOK},
		{"toy/9.1/rest:500", "there is no line 500", exitFailed},
		{"toy/9.1/rset:5", "did you mean toy/9.1/rest?", exitFailed},
		{"-game toy toy/9.1/rest:x", "nothing is called", exitFailed},
	} {
		code, out, errs := call(append([]string{"explain", "-C", root}, strings.Fields(c.args)...)...)
		if code != c.code || !strings.Contains(out+errs, c.want) {
			t.Errorf("%s: %d %s%s", c.args, code, out, errs)
		}
	}
}

func TestExplainWritesJSON(t *testing.T) {
	code, out, errs := call("explain", "-C", repository(t, nil), "-json", "9.1/rest:5")
	var got struct {
		Version int
		Answers []explain.Answer
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != exitOK {
		t.Fatal(code, err, errs)
	}
	if got.Version != explain.Version || len(got.Answers) != 1 || got.Answers[0].Statements[0].File != "data/games/toy/10.md" || len(got.Answers[0].Clauses) != 1 {
		t.Errorf("%s", out)
	}
}

func TestExplainCompletesNamesAndScenarios(t *testing.T) {
	root := repository(t, nil)
	for typed, want := range map[string]string{"9": "9.1-a\n", "toy/9.1/r": "toy/9.1/rest\n", "ac": "act\n"} {
		if code, out, errs := call("__completeNoDesc", "-C", root, "explain", typed); code != exitOK || !strings.Contains(out, want) {
			t.Errorf("%s: %d %s%s", typed, code, out, errs)
		}
	}
}
