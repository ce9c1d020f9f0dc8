package explain

import (
	"strings"
	"testing"
)

const page = "```yaml\n" + `variables: [{id: a, type: int}, {id: b, title: 'x} y'}]
sets:
  near: [hue,
    saigon]
  far: [hanoi]
procedures:
- id: p
  do:
  - {gain: {a: 1}, if: '$x, y', rule: 1-a}
  - pick: $z
    do:
    - stop

    - go
  - repeat: 2
- id: q
` + "```\n"

func TestExcerptOfAStatement(t *testing.T) {
	for _, c := range []struct {
		line, col int
		alone     bool
		want      string
	}{
		{2, 13, false, "{id: a, type: int}"},
		{2, 33, false, "{id: b, title: 'x} y'}"},
		{2, 18, false, "a"},
		{4, 3, true, "near: [hue,|  saigon]"},
		{4, 9, false, "[hue,|saigon]"},

		{6, 3, true, "far: [hanoi]"},
		{8, 3, false, "id: p|do:|- {gain: {a: 1}, if: '$x, y', rule: 1-a}|- pick: $z|  do:|  - stop||  - go|- repeat: 2"},
		{10, 5, false, "{gain: {a: 1}, if: '$x, y', rule: 1-a}"},
		{10, 25, false, "$x, y"},
		{11, 5, false, "pick: $z|do:|- stop||- go"},
		{13, 5, false, "- stop||- go"},
		{16, 5, false, "repeat: 2"},
		{17, 3, false, "id: q"},
		{0, 1, false, ""}, {99, 1, false, ""}, {17, 99, false, ""}, {17, 0, false, ""},
	} {
		if got := strings.Join(excerpt([]byte(page), c.line, c.col, c.alone), "|"); got != c.want {
			t.Errorf("%d:%d: %s, want %s", c.line, c.col, got, c.want)
		}
	}
	for _, c := range []struct {
		line, col int
		want      string
	}{{2, 18, "{id: a, type: int}"}, {8, 7, "id: p|do:"}, {4, 3, "near: [hue,"}} {
		if got := strings.Join(entry([]byte(page), c.line, c.col), "|"); !strings.HasPrefix(got, c.want) {
			t.Errorf("entry %d:%d: %s, want %s", c.line, c.col, got, c.want)
		}
	}
}
