package scenario_test

import (
	"strings"
	"testing"

	"rulebound/conformance/scenario"
)

const guarded = "# Guarded\n\n- **9.1-a** Go.\n- **9.1-b** Only the strong rest.\n- **9.1-c** In the sun they sing.\n\n```yaml\n" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
durations: [ever]
variables: [{id: strength, type: int, min: 0, max: 9, initial: 0}]
points: [{id: gone, kind: run}]
lasting: [{id: sun, title: Sun, duration: ever, hooks: [{to: gone, rule: 9.1-c, do: [{amount: $song, by: red, min: 1, max: 4}]}]}]
moves:
  words: [{word: go, decision: act, answer: go}]
procedures:
- id: play
  rule: 9.1-a
  do:
  - repeat: 2
    do: [{menu: act, by: red, options: {go: {do: [{go: {}}]}, stay: {do: [{amount: $wait, by: red, min: 1, max: 4}]}}}]
  - over: {}
- id: go
  rule: 9.1-a
  do:
  - if: strength > 3
    rule: 9.1-b
    then: [{rest: {}}]
  - hook: gone
- {id: rest, rule: 9.1-a, do: [{amount: $nights, by: red, min: 1, max: 4}]}
` + "```\n"

// An answer to a decision that the move does not reach is refused for the condition, or the effect that is not in force, behind which the
// decision follows; one to a decision of another option has no clause.
func TestUnreachedDecisionNamesItsGuard(t *testing.T) {
	for line, want := range map[string]string{
		"go, nights: 2, because: 9.1-b": "",
		"go, song: 2, because: 9.1-c":   "",
		"go, nights: 2, because: 9.1-c": "nights was not asked for",
		"go, song: 2, because: 9.1-b":   "song was not asked for",
		"go, wait: 2, because: 9.1-a":   "no clause is known",
	} {
		s, _ := scenario.Parse("9.1/x.yaml", []byte(head+"expect: {refused: [{red: "+line+"}]}\n"))
		told(t, scenario.Play(gameOf(t, guarded), s).Problem(), want)
	}
}

// The hint does not refer to the next move.
func TestHintAboutAnUnreachedDecisionIsNotAboutTheNextMove(t *testing.T) {
	s, list := scenario.Parse("9.1/x.yaml", []byte(head+"moves: [{red: go, nights: 2}]\nexpect: {asked: red}\n"))
	if list.HasErrors() {
		t.Fatal(list)
	}
	err := scenario.Play(gameOf(t, guarded), s).Problem()
	if err == nil || strings.Contains(err.Error(), "write act") || !strings.Contains(err.Error(), "nights was not asked for") {
		t.Error(err)
	}
}
