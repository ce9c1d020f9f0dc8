package referee

// These tests judge malformed logs: each is quickly refused with its line.

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestAmbiguousLogIsRefusedWithItsLine(t *testing.T) {
	r := load(t, "tidelands")
	good := strings.Split(record(t, r, "regatta", 3, 2), "\n")
	step := func(old, now string) string { return good[0] + "\n" + strings.Replace(good[1], old, now, 1) }
	head := func(with string) string { return strings.Replace(good[0], "{", "{"+with+",", 1) + "\n" + good[1] }
	for _, c := range []struct {
		name, log, says string
		line            int
	}{
		{"a key of the head twice", head(`"game":"other"`), `the key "game" occurs twice`, 1},
		{"a key of a step twice", step(`"n":0`, `"n":1,"n":0`), `the key "n" occurs twice`, 2},
		{"a space twice", step(`"pieces":{`, `"pieces":{"boatyard":{},`), `the key "boatyard" occurs twice`, 2},
		{"broken UTF-8", head("\"by\":\"a\xff\""), "no UTF-8", 1},
		{"half a character", head(`"by":"a\ud800"`), "U+FFFD", 1},
		{"a null list", step(`"barred":[]`, `"barred":null`), "there is a null", 2},
		{"a null value", step(`"chest":0`, `"chest":null`), "there is a null", 2},
		{"null pieces", step(`"boatyard":{`, `"boatyard":null,"x":{`), "there is a null", 2},
		{"a control character", head(`"by":"\u001b[31m"`), "U+001B", 1},
		{"text that runs backwards", head(`"by":"\u202etxt"`), "U+202E", 1},
		{"a key with a line break", step(`"n":0`, `"no\n":"x","n":0`), "U+000A", 2},
		{"a long name", head(`"by":"` + strings.Repeat("x", 1000) + `"`), "a text of 1000 bytes", 1},
		{"a long list", step(`"n":0`, `"dice":[`+strings.Repeat("1,", 1000)+`1],"n":0`), "more than 1000 entries", 2},
		{"deep lists", head(`"by":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000)), "inside each other", 1},
		{"a value beyond all values", step(`"chest":0`, fmt.Sprintf(`"chest":%d`, int64(math.MaxInt64))), "out of range", 2},
		{"one below", step(`"chest":0`, fmt.Sprintf(`"chest":%d`, int64(math.MinInt64))), "out of range", 2},
		{"a number that is none", step(`"chest":0`, `"chest":NaN`), "no JSON", 2},
		{"a line that ends early", step(`"n":0`, `"n"`), "no JSON: ", 2},
		{"a number of a step that is a text", step(`"n":0`, `"n":"0"`), "n: a text is not a whole number", 2},
		{"a number of a step that is a fraction", step(`"n":0`, `"n":0.5`), "n: the number 0.5 is not a whole number", 2},
		{"a kind that is a number", step(`"kind":"start"`, `"kind":3`), "kind: a number is not a text", 2},
		{"pieces that are a list", step(`"boatyard":{`, `"boatyard":[],"x":{`), "pieces: a list is not an object", 2},
		{"an end that is a text", step(`"over":false`, `"over":"yes"`), "over: a text is not true or false", 2},
		{"a negative number of pieces", step(`"keel-hand":1`, `"keel-hand":-1`), "cannot be there", 2},
	} {
		log, err := ReadLog("own.jsonl", strings.NewReader(c.log))
		if err == nil {
			err = r.Judge(log, Config{Limits: Limits{Nodes: 1}}, func(Result) {})
		}
		if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("own.jsonl:%d: ", c.line)) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// A byte order mark before the head is dropped, as in other files; one before a step is an error.
func TestByteOrderMarkBeforeALogIsDropped(t *testing.T) {
	log := record(t, load(t, "tidelands"), "regatta", 3, 2)
	if _, err := ReadLog("own.jsonl", strings.NewReader("\ufeff"+log)); err != nil {
		t.Error(err)
	}
	if _, err := ReadLog("own.jsonl", strings.NewReader(strings.Replace(log, "\n", "\n\ufeff", 1))); err == nil {
		t.Error("a mark before a step is taken")
	}
}

// many is a log with a head and any number of equal steps.
type many struct {
	head, step string
	n          int
	rest       []byte
}

func (m *many) Read(to []byte) (int, error) {
	if len(m.rest) == 0 {
		line := m.head
		if m.head = ""; line == "" {
			line = strings.Replace(m.step, `"n":0`, fmt.Sprintf(`"n":%d`, m.n), 1)
			m.n++
		}
		m.rest = []byte(line + "\n")
	}
	n := copy(to, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

func TestEndlessLogIsRefusedEarly(t *testing.T) {
	lines := strings.Split(record(t, load(t, "tidelands"), "regatta", 3, 2), "\n")
	for _, c := range []struct {
		name, says string
		log        io.Reader
	}{
		{"long steps", "the log is longer than", &many{head: lines[0], step: `{"kind":"start","n":0,` + strings.Repeat(" ", 2000) + `"after":{}}`}},
		{"short steps", "more than 20000 steps", &many{head: lines[0], step: `{"kind":"start","n":0,"after":{}}`}},
		{"empty lines", "the log is longer than", strings.NewReader(lines[0] + strings.Repeat("\n", 2*maxLog))},
	} {
		_, err := ReadLog("own.jsonl", c.log)
		if err == nil || !strings.HasPrefix(err.Error(), "own.jsonl:") || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestLogWithTooManyPositionsIsRefused(t *testing.T) {
	r := load(t, "fire-in-the-lake")
	log := &Log{File: "own.jsonl", Setup: "short"}
	for i := range maxHeld/r.reader.held() + 1 {
		log.Steps = append(log.Steps, Step{Line: i + 2, Number: i})
	}
	err := r.Judge(log, Config{}, func(Result) {})
	if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("own.jsonl:%d: there are more than", len(log.Steps)+1)) {
		t.Error(err)
	}
}

// A step that is not found may use a share of the remaining nodes. Later steps that need few nodes are still found.
func TestSearchOfALogHasATotalNodeLimit(t *testing.T) {
	r := load(t, "tidelands")
	log := record(t, r, "regatta", 3, 12)
	lines := strings.Split(strings.TrimSpace(log), "\n")
	for i := 3; i < len(lines); i += 2 { // pieces that no seat can have
		lines[i] = strings.Replace(lines[i], `"chest":`, `"chest":1`, 1)
	}
	l, err := ReadLog("own.jsonl", strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	results := func(left *int) (all []Result) {
		if err := r.Judge(l, Config{Limits: Limits{Nodes: 500, Left: left}}, func(res Result) { all = append(all, res) }); err != nil {
			t.Fatal(err)
		}
		return all
	}
	first, nodes := results(nil), 0
	for _, res := range first {
		nodes += res.Nodes
	}
	for _, all := range []int{nodes / 2, 0} {
		left, used := all, 0
		for i, res := range results(&left) {
			share := min(500, (max(all-used, 0)+logShare-1)/logShare)
			used += res.Nodes
			short := first[i].Verdict != Unsound && first[i].Nodes > share
			switch {
			case res.Nodes > share:
				t.Errorf("step %d: %d nodes, its share is %d", res.N, res.Nodes, share)
			case !short && res.Verdict != first[i].Verdict && share > 0:
				t.Errorf("step %d: %s, without a bound %s after %d nodes, of which it has %d", res.N, res.Verdict, first[i].Verdict, first[i].Nodes, share)
			case short != slices.Contains(res.Nearest, LogSpent) || short && res.Verdict != Undecided:
				t.Errorf("step %d: %s, %d nodes of %d, without a bound %d, %v", res.N, res.Verdict, res.Nodes, share, first[i].Nodes, res.Nearest)
			}
		}
		if used > all || nodes < 1000 {
			t.Errorf("%d nodes of %d, without a bound %d", used, all, nodes)
		}
	}
}
