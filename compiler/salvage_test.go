package compiler_test

// A YAML error hides only the entry that contains it: other errors of the block are reported, in YAML and in rules.

import (
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
)

const slips = "# 1 Slips\n\n```yaml\n" + `game: {id: slips, title: Slips, main: play}
seats: [{id: one}, {id: two}]
variables: [{id: gold, type: int}]
procedures:
# the first
- id: play
  do:
  - set: {gold: "1 + " 2}
- id: other
  do:
  - set: {gold: true}
sets:
  pair: [one, two
functions:
- {id: half, params: {}, value: "=gold and true"}
` + "```\n"

func TestBlockIsReadOnAfterAYAMLError(t *testing.T) {
	_, _, list := compiler.Compile(fstest.MapFS{"slips/1.md": {Data: []byte(slips)}}, "slips")
	var got []string
	for _, d := range list {
		got = append(got, d.Subject.String()[len("slips/1.md:"):]+" "+d.Code)
	}
	want := "11:24 text-after-value, 14:17 wrong-type, 16:9 unclosed-bracket, 18:35 wrong-type"
	if strings.Join(got, ", ") != want {
		t.Errorf("%s; want %s", strings.Join(got, ", "), want)
	}
}

// A malformed clause does not hide other errors, such as an unknown name.
func TestMalformedClauseDoesNotHideUnknownNames(t *testing.T) {
	_, _, list := compileText("# 1 Slips\n\n- **1-a** (defintion) A slip.\n\n```yaml\ngame: {id: slips, title: Slips, main: play}\nseats: [{id: one}]\nprocedures: [{id: play, do: [{over: {result: gold}}]}]\n```\n")
	var got []string
	for _, d := range list {
		got = append(got, d.Code)
	}
	if strings.Join(got, " ") != "clause-kind unknown-name" {
		t.Error(got)
	}
}

// A rulebook whose only block has no fence has no game; the warning beside that error gives the reason.
func TestUnfencedDataWarningIsReportedBesideTheErrors(t *testing.T) {
	_, _, list := compiler.Compile(fstest.MapFS{"bare/1.md": {Data: []byte("game: {id: bare, main: play}\n")}}, "bare")
	if len(list) != 2 || list[0].Code != "no-game" || list[1].Code != "unfenced-data" {
		t.Errorf("%v", list)
	}
}
