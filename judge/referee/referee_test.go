package referee

// These tests referee games played by the engine itself, and altered logs of them.

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"rulebound/compiler"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

var games sync.Map // by id: results of load

func load(t *testing.T, id string) *Referee {
	t.Helper()
	made, _ := games.LoadOrStore(id, sync.OnceValue(func() *Referee {
		def, _, list := compiler.Compile(os.DirFS("../../data/games"), id)
		if def == nil {
			panic(list.Error())
		}
		g, err := engine.Load(def, nil)
		if err != nil {
			panic(err)
		}
		text, err := os.ReadFile("../../scenarios/" + id + ".referee.yaml")
		if err != nil {
			panic(err)
		}
		l, err := ReadLayout(text, g)
		if err != nil {
			panic(err)
		}
		return New(g, l)
	}))
	return made.(func() *Referee)()
}

func record(t *testing.T, r *Referee, setup string, seed uint64, steps int) string {
	t.Helper()
	var out bytes.Buffer
	if err := r.Record(&out, Recording{Name: "own", Setup: setup, Seed: seed, Steps: steps, Player: players.NewMinimal(seed)}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func judge(t *testing.T, r *Referee, log string, nodes int, steps ...int) []Result {
	t.Helper()
	l, err := ReadLog("own.jsonl", strings.NewReader(log))
	if err != nil {
		t.Fatal(err)
	}
	var all []Result
	if err := r.Judge(l, Config{Limits: Limits{Nodes: nodes}, Steps: steps}, func(res Result) { all = append(all, res) }); err != nil {
		t.Fatal(err)
	}
	return all
}

// rounds judges the steps of a log in parts.
func rounds(t *testing.T, r *Referee, log string, nodes int) []Result {
	t.Helper()
	l, err := ReadLog("own.jsonl", strings.NewReader(log))
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Limits: Limits{Nodes: nodes}, Steps: []int{}}
	for n, s := range l.Steps {
		if n > 0 && r.reader.layout.Kinds[s.Kind].Parts {
			c.Steps = append(c.Steps, n)
		}
	}
	var all []Result
	if err := r.Judge(l, c, func(res Result) { all = append(all, res) }); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestRoundsOfOurOwnGamesAreFound(t *testing.T) {
	r, tried := load(t, "fire-in-the-lake"), 0
	for _, c := range []struct {
		setup string
		seed  uint64
	}{{"short", 3}, {"short", 11}, {"medium", 12}} {
		for _, res := range rounds(t, r, record(t, r, c.setup, c.seed, 1000), 6000) {
			tried++
			if res.Verdict != Found {
				t.Errorf("%s, seed %d, step %d: %s after %d nodes; %v", c.setup, c.seed, res.N, res.Verdict, res.Nodes, res.Nearest)
			}
		}
	}
	if tried < 8 {
		t.Errorf("only %d rounds were tried", tried)
	}
}

// An impossible round is not found, and usually quickly: the search stops after the last part that could have the
// effect.
func TestNoIllegallyAlteredRoundIsFound(t *testing.T) {
	r := load(t, "fire-in-the-lake")
	log := record(t, r, "short", 3, 30)
	nodes := 6000
	if testing.Short() {
		nodes = 1500
	}
	n := rounds(t, r, log, nodes)[0].N
	value := func(name string, more float64) func(map[string]any) {
		return func(after map[string]any) {
			values := after["values"].(map[string]any)
			have, _ := values[name].(float64)
			values[name] = have + more
		}
	}
	move := func(piece, from, to string) func(map[string]any) {
		return func(after map[string]any) {
			pieces := after["pieces"].(map[string]any)
			for zone, more := range map[string]float64{from: -1, to: 1} {
				here := pieces[zone].(map[string]any)
				have, _ := here[piece].(float64)
				here[piece] = have + more
			}
		}
	}
	for _, c := range []struct {
		name   string
		change func(map[string]any)
	}{
		{"aid", value("aid", 1)}, {"earnings of the NVA", value("nvaResources", -1)}, {"what is left of the purse", value("arvnResources", 1)},
		{"the Trail", value("trail", 1)}, {"the value of the lines", value("totalEcon", 1)}, {"a marker after the reset", value("can-tho.terror", 1)},
		{"troops from out of play", move("us-troops", "out-of-play", "saigon")}, {"guerrillas that move", move("nva-guerrilla.underground", "available-nva", "north-vietnam")},
		{"a base that goes home", move("nva-base.untunneled", "north-vietnam", "available-nva")},
	} {
		l, err := ReadLog("own.jsonl", strings.NewReader(alter(t, log, n, c.change)))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Judge(l, Config{Limits: Limits{Nodes: nodes}, Steps: []int{n}}, func(res Result) {
			t.Logf("%s: %s after %d nodes, %v", c.name, res.Verdict, res.Nodes, res.Nearest)
			if res.Verdict == Found {
				t.Errorf("%s: %v", c.name, res.Answers)
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestStepsOfOurOwnGamesAreFound(t *testing.T) {
	for _, c := range []struct {
		game, setup  string
		seeds, steps int
		missed       int // steps that may be open
	}{{"tidelands", "regatta", 6, 30, 0}, {"tidelands", "seasons", 6, 30, 0}, {"tidelands", "parade", 6, 30, 0}, {"fire-in-the-lake", "short", 2, 20, 0}, {"fire-in-the-lake", "full", 1, 16, 0},
		{"kalah", "four", 2, 60, 0}, {"hasami-shogi", "standard", 2, 60, 0}, {"nine-mens-morris", "standard", 2, 80, 0}, {"texas-holdem", "standard", 2, 60, 0}, {"backgammon", "standard", 2, 4, 0}, {"night-market", "market", 2, 40, 0}} {
		r, missed := load(t, c.game), 0
		if testing.Short() {
			c.seeds, c.steps = (c.seeds+2)/3, (c.steps+1)/2
		}
		for seed := range uint64(c.seeds) {
			for _, res := range judge(t, r, record(t, r, c.setup, seed+20, c.steps), 20000) {
				if res.Verdict != Found {
					missed++
					t.Logf("%s/%s, seed %d, step %d: %s after %d nodes; %v", c.game, c.setup, seed+20, res.N, res.Verdict, res.Nodes, res.Nearest)
				}
				if res.Verdict == None || res.Verdict == Unsound {
					t.Errorf("%s/%s, seed %d, step %d: a step that was played is called %s", c.game, c.setup, seed+20, res.N, res.Verdict)
				}
			}
		}
		if missed > c.missed {
			t.Errorf("%s/%s: %d steps are not found", c.game, c.setup, missed)
		}
	}
}

// An effect until the end of the next card either ends with the card of the step or does not; the position must say
// which.
func TestEndOfAnEffectIsReadFromThePosition(t *testing.T) {
	r := load(t, "tidelands")
	var out bytes.Buffer
	if err := r.Record(&out, Recording{Name: "own", Setup: "regatta", Seed: 5, Steps: 30, Player: players.NewUniform(5)}); err != nil {
		t.Fatal(err)
	}
	const aged = `{"effect":"good-prices","until":"turn"}`
	lines := strings.Split(out.String(), "\n")
	n := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, aged) })
	if n < 0 {
		t.Fatal("no position says how long an effect goes on")
	}
	if res := judge(t, r, out.String(), 1000, n)[0]; res.Verdict != Found { // the step after line n
		t.Errorf("%s: %v", res.Verdict, res.Nearest)
	}
	young := strings.Replace(out.String(), aged, `"good-prices"`, 1)
	if res := judge(t, r, young, 1000, n)[0]; res.Verdict != None || !strings.Contains(fmt.Sprint(res.Nearest), "good-prices") {
		t.Errorf("an effect that goes on is taken to end: %s %v", res.Verdict, res.Nearest)
	}
	if res := judge(t, r, young, 1000, n-1)[0]; res.Verdict == Found {
		t.Error("an effect that has begun to age is taken for a fresh one")
	}
	wrong, err := ReadLog("own.jsonl", strings.NewReader(strings.Replace(out.String(), `"until":"turn"`, `"until":"winter"`, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Judge(wrong, Config{}, func(Result) {}); err == nil || !strings.Contains(err.Error(), "winter") {
		t.Errorf("a duration that there is not is taken: %v", err)
	}
	silent := *r.reader.layout
	silent.Position = maps.Clone(silent.Position)
	silent.Position["lasting"] = Item{Effects: true}
	if res := judge(t, New(r.game, &silent), young, 1000, n)[0]; res.Verdict != Undecided {
		t.Errorf("ages are not known, and yet the verdict is %s", res.Verdict)
	}
}

// Step 108 folds; then a hand is played out by the blinds alone, so the deck is shuffled twice before the next seat is asked.
func TestStepWithTwoShufflesIsFound(t *testing.T) {
	r := load(t, "texas-holdem")
	if res := judge(t, r, record(t, r, "standard", 4, 108), 1000, 108)[0]; res.Verdict != Found || strings.Count(fmt.Sprint(res.Answers), "chance deck") != 2 {
		t.Errorf("%s: %v", res.Verdict, res.Nearest)
	}
}

// Card 96 returns the Tet Offensive if it has been played: no list of the position has it, so it is below the top card.
func TestUnlistedPlayedCardLiesBeneathTheTopCard(t *testing.T) {
	r := load(t, "fire-in-the-lake")
	log := record(t, r, "medium", 14, 28)
	if !strings.Contains(log, `"current":"card-96"`) {
		t.Fatal("step 28 is not on card 96 any more")
	}
	if res := judge(t, r, log, 1000, 28)[0]; res.Verdict != Found {
		t.Errorf("%s: %v", res.Verdict, res.Nearest)
	}
}

// alter changes the position after a step by a function of its values.
func alter(t *testing.T, log string, n int, change func(after map[string]any)) string {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(log), "\n")
	var step map[string]any
	if err := json.Unmarshal([]byte(lines[n+1]), &step); err != nil {
		t.Fatal(err)
	}
	change(step["after"].(map[string]any))
	text, err := json.Marshal(step)
	if err != nil {
		t.Fatal(err)
	}
	lines[n+1] = string(text)
	return strings.Join(lines[:n+2], "\n")
}

func more(name string, n float64) func(map[string]any) {
	return func(after map[string]any) {
		values := after["values"].(map[string]any)
		have, _ := values[name].(float64)
		values[name] = have + n
	}
}

// carried moves a piece from a zone to another, if there is one.
func carried(piece, from, to string) func(map[string]any) {
	return func(after map[string]any) {
		pieces := after["pieces"].(map[string]any)
		here, _ := pieces[from].(map[string]any)
		have, _ := here[piece].(float64)
		if have == 0 {
			return
		}
		here[piece] = have - 1
		if pieces[to] == nil {
			pieces[to] = map[string]any{}
		}
		there := pieces[to].(map[string]any)
		have, _ = there[piece].(float64)
		there[piece] = have + 1
	}
}

// altered is for a longer run: go test ./judge/referee -run IllegallyAlteredStep -v -args -altered 4
var altered = flag.Int("altered", 1, "how many times as many games to alter")

func TestNoIllegallyAlteredStepIsFound(t *testing.T) {
	for _, c := range []struct {
		game, setup         string
		seeds, steps, nodes int
		changes             []func(map[string]any)
	}{
		// no card and no action brings nine more coins
		{"tidelands", "regatta", 3, 30, 2000, []func(map[string]any){more("reed-coins", 9), more("salt-coins", 9), more("lamp-coins", 9), more("keel-coins", 9)}},
		// Patronage rises by at most six, and no base is removed out of casualties
		{"fire-in-the-lake", "short", 1, 12, 300, []func(map[string]any){more("patronage", 25), carried("us-base", "saigon", "out-of-play")}},
		// a seed leaves a store, a man is lost without capture, a chip changes its owner
		{"kalah", "four", 1, 30, 300, []func(map[string]any){carried("seed", "south-store", "north-1"), carried("seed", "north-store", "south-1")}},
		{"hasami-shogi", "standard", 1, 30, 300, []func(map[string]any){carried("black-man", "a1", "black-lost"), more("quiet", 1)}},
		{"nine-mens-morris", "standard", 1, 30, 300, []func(map[string]any){carried("white-man", "white-hand", "white-lost"), more("quiet", 1)}},
		{"texas-holdem", "standard", 1, 20, 300, []func(map[string]any){func(after map[string]any) { more("chips-1", 1)(after); more("pot", -1)(after) }, more("step", 1)}},
	} {
		r, tried := load(t, c.game), 0
		every := 1
		if testing.Short() {
			c.seeds, every = 1, 2
		}
		for seed := range uint64(c.seeds * *altered) {
			log := record(t, r, c.setup, seed+40, c.steps)
			for n := 1; n < strings.Count(log, "\n")-1; n += every {
				for i, change := range c.changes {
					text := alter(t, log, n, change)
					if text == alter(t, log, n, func(map[string]any) {}) {
						continue
					}
					all := judge(t, r, text, c.nodes, n)
					if all[0].Verdict == Found {
						t.Errorf("%s, seed %d, step %d, change %d is found: %v", c.game, seed+40, n, i, all[0].Answers)
					} else if len(all[0].Nearest) == 0 {
						t.Errorf("%s, seed %d, step %d, change %d: nothing says what differs", c.game, seed+40, n, i)
					}
					tried++
				}
			}
		}
		if tried < 10 {
			t.Errorf("%s: only %d alterations were tried", c.game, tried)
		}
		t.Logf("%s: %d alterations", c.game, tried)
	}
}

func TestUnsoundPositionNamesItsClauseAndItsStepsAreSkipped(t *testing.T) {
	r := load(t, "fire-in-the-lake")
	log := alter(t, record(t, r, "short", 3, 3), 1, func(after map[string]any) {
		pieces := after["pieces"].(map[string]any)
		pieces["available-us"].(map[string]any)["us-troops"] = pieces["available-us"].(map[string]any)["us-troops"].(float64) - 1
		north := pieces["north-vietnam"].(map[string]any)
		north["us-troops"] = 1
	})
	all := judge(t, r, log, 100)
	if last := all[len(all)-1]; last.Verdict != Unsound || !slices.Contains(last.Clauses, "1.4.2-c") || last.Nodes != 0 {
		t.Errorf("troops in a country closed to them: %+v", last)
	}
}

func TestVerdictsAreDeterministic(t *testing.T) {
	r := load(t, "fire-in-the-lake")
	log := record(t, r, "medium", 5, 8)
	first, second := judge(t, r, log, 2000), judge(t, r, log, 2000)
	for i := range first {
		first[i].Millis, second[i].Millis = 0, 0
	}
	if !reflect.DeepEqual(first, second) {
		t.Errorf("%+v\n%+v", first, second)
	}
}

func TestResultHasTheDocumentedKeys(t *testing.T) {
	text, err := json.Marshal(Result{Answers: []string{}, Nearest: []string{}, Clauses: []string{}})
	if err != nil {
		t.Fatal(err)
	}
	var keys map[string]any
	if err := json.Unmarshal(text, &keys); err != nil {
		t.Fatal(err)
	}
	want := []string{"answers", "clauses", "game", "millis", "n", "nearest", "nodes", "verdict"}
	if have := slices.Sorted(maps.Keys(keys)); !slices.Equal(have, want) {
		t.Errorf("%v, not %v", have, want)
	}
}

func TestAnswersOfAVerdictReplayLegally(t *testing.T) {
	r := load(t, "tidelands")
	log, err := ReadLog("own.jsonl", strings.NewReader(record(t, r, "regatta", 3, 12)))
	if err != nil {
		t.Fatal(err)
	}
	m, err := newMatch(r.game, r.reader, log)
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n < len(log.Steps); n++ {
		res := m.judge(&searcher{}, n, Config{Limits: Limits{Nodes: 5000}})
		root, err := m.restore(n-1, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range res.replay {
			if err := root.Apply(a); err != nil {
				t.Fatalf("step %d, answer %d, %s: %v", n, i, res.Answers[i], err)
			}
		}
	}
}

func TestMalformedLogsAreRefusedWithLineAndRemedy(t *testing.T) {
	r := load(t, "tidelands")
	good := strings.Split(strings.TrimSpace(record(t, r, "regatta", 3, 3)), "\n")
	for _, c := range []struct {
		name, says string
		line       int
		log        func() []string
	}{
		{"empty", "begins with a head", 1, func() []string { return nil }},
		{"no head", "the head is missing", 1, func() []string { return good[1:] }},
		{"no positions", "there is no position", 1, func() []string { return good[:1] }},
		{"no JSON", "one object a line", 2, func() []string { return []string{good[0], "{"} }},
		{"a gap", "n must be 1", 3, func() []string { return []string{good[0], good[1], good[3]} }},
		{"an unknown hint", "there is no hint \"mood\"", 3, func() []string {
			return []string{good[0], good[1], strings.Replace(good[2], "{", `{"mood":"grim",`, 1)}
		}},
		{"an unknown piece", "there is no piece", 2, func() []string { return []string{good[0], strings.Replace(good[1], "reed-hand", "reed-foot", 1)} }},
		{"an unknown value", "there is no value", 2, func() []string { return []string{good[0], strings.Replace(good[1], "reed-coins", "reed-pearls", 1)} }},
		{"an unknown seat", "there is no seat", 2, func() []string {
			return []string{good[0], strings.Replace(good[1], `"eligible":[`, `"eligible":["moon",`, 1)}
		}},
		{"a missing key", "lacks passed", 2, func() []string { return []string{good[0], strings.Replace(good[1], `"passed":[],`, "", 1)} }},
		{"an unknown set-up", "there is no set-up", 1, func() []string { return []string{strings.Replace(good[0], "regatta", "race", 1), good[1]} }},
		{"no set-up", `"scenario"`, 1, func() []string { return []string{`{"game":"own"}`, good[1]} }},
	} {
		log, err := ReadLog("own.jsonl", strings.NewReader(strings.Join(c.log(), "\n")))
		if err == nil {
			err = r.Judge(log, Config{Limits: Limits{Nodes: 1}}, func(Result) {})
		}
		if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("own.jsonl:%d: ", c.line)) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestAllowancesRedirectMovesOrSparePieces(t *testing.T) {
	gd := load(t, "fire-in-the-lake").game.Def()
	elsewhere := map[string]string{"out-of-play": "casualties"}
	for _, a := range []Allowance{{Clause: "6.4.1-a", Instead: elsewhere}, {Clause: "6.4.1-a", Spares: []string{"us-base"}}, {Omits: []string{"victory-phase"}},
		{Omits: []string{"migs-unshaded@reset-begins"}}} {
		relaxed, err := Relax(gd, []Allowance{a})
		if err != nil {
			t.Fatal(err)
		}
		if reflect.DeepEqual(relaxed, gd) {
			t.Errorf("%+v changes nothing", a)
		}
		if _, err := engine.Load(relaxed, nil); err != nil {
			t.Errorf("%+v: %v", a, err)
		}
	}
	for _, a := range []Allowance{{Clause: "6.4.3-a", Instead: elsewhere}, {Clause: "6.4.1-a", Instead: map[string]string{"out-of-play": "nonsense"}},
		{Clause: "6.4.1-a", Instead: elsewhere, Spares: []string{"nonsense"}}, {Omits: []string{"migs-unshaded@nonsense"}}} {
		if _, err := Relax(gd, []Allowance{a}); err == nil {
			t.Errorf("%+v finds something", a)
		}
	}
}

func TestRereadReplacesTextOfAPage(t *testing.T) {
	repository, dir := os.DirFS("../.."), "data/games/tidelands"
	gd, err := Reread(repository, dir, []Allowance{{Page: "20-sequence.md", Says: "flow-takes-place: 2.4-d", Reads: "flow-takes-place: 2.4-e"}})
	if err != nil {
		t.Fatal(err)
	}
	if reflect.DeepEqual(gd, load(t, "tidelands").game.Def()) {
		t.Error("nothing is read otherwise")
	}
	if gd, err := Reread(repository, dir, []Allowance{{Clause: "2.4-d"}}); gd != nil || err != nil {
		t.Errorf("a game without pages to reread: %v", err)
	}
	for _, c := range []struct {
		a    Allowance
		says string
	}{
		{Allowance{Page: "99-nowhere.md", Says: "a"}, "no such file"},
		{Allowance{Page: "../kalah/10-the-game.md", Says: "a"}, "not a page of the rulebook"},
		{Allowance{Page: "20-sequence.md", Says: "nothing of the kind"}, "occurs 0 times there"},
		{Allowance{Page: "20-sequence.md", Says: "flow-"}, "write a text that occurs once"},
		{Allowance{Page: "20-sequence.md"}, "write a text that occurs once"},
		{Allowance{Page: "20-sequence.md", Says: "flow-takes-place: 2.4-d", Reads: "flow-takes-place: ["}, "not a rulebook"},
	} {
		if _, err := Reread(repository, dir, []Allowance{c.a}); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v, which does not say %q", c.a, err, c.says)
		}
	}
}

func TestGroupsIncludeAllowancesOfEarlierGroups(t *testing.T) {
	const first = "- {id: first, title: One, clauses: [1-a], allow: [{clause: 1-a}]}\n"
	list, err := ReadGroups([]byte(first + "- {id: second, title: Two, clauses: [1-b], with: [first], allow: [{clause: 1-b}]}"))
	if err != nil || len(list[1].Allow) != 2 || list[1].Allow[0].Clause != "1-a" || list[1].Allow[1].Clause != "1-b" {
		t.Errorf("%+v: %v", list, err)
	}
	for _, with := range []string{"second", "third"} { // itself, and one that comes later or never
		if _, err := ReadGroups([]byte(first + "- {id: second, title: Two, clauses: [1-b], with: [" + with + "]}")); err == nil {
			t.Errorf("%s stands before it", with)
		}
	}
}

func TestNumberOfAllowancesIsBounded(t *testing.T) {
	if _, err := ReadAllowances([]byte(strings.Repeat("- {clause: 3.1-a}\n", maxAllowances))); err != nil {
		t.Error(err)
	}
	if _, err := ReadAllowances([]byte(strings.Repeat("- {clause: 3.1-a}\n", maxAllowances+1))); err == nil || !strings.Contains(err.Error(), "take some out") {
		t.Errorf("%v", err)
	}
	doubling := "- {id: g0, title: t, clauses: [1-a], allow: [{clause: 1-a}]}\n"
	for i := 1; i < 64; i++ { // each allows twice what the one before it does
		doubling += fmt.Sprintf("- {id: g%d, title: t, clauses: [1-a], with: [g%d, g%d]}\n", i, i-1, i-1)
	}
	if _, err := ReadGroups([]byte(doubling)); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("%v", err)
	}
}

func TestAllowanceOfAClauseDropsOnlyItsObligations(t *testing.T) {
	gd := load(t, "fire-in-the-lake").game.Def()
	relaxed, err := Relax(gd, []Allowance{{Clause: "4.1-d"}})
	if err != nil {
		t.Fatal(err)
	}
	for pc, in := range gd.Code {
		if in.Op != def.CEnsure {
			continue
		}
		left, of := relaxed.Code[pc].Op == def.CNop && relaxed.Code[in.C].Op == def.CNop, slices.Contains(gd.Nodes[in.Node].Rules, "4.1-d")
		if left != of {
			t.Errorf("the obligation at %s:%d is left out: %v", gd.Nodes[in.Node].File, gd.Nodes[in.Node].Line, left)
		}
	}
	if _, err := engine.Load(relaxed, nil); err != nil {
		t.Error(err)
	}
}

func TestAllowanceOfADecisionKeepsItsSideOptions(t *testing.T) {
	gd := load(t, "fire-in-the-lake").game.Def()
	relaxed, err := Relax(gd, []Allowance{{Clause: "3.2.1-b"}}) // where the United States train
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range gd.Decisions {
		if !reflect.DeepEqual(d.Also, relaxed.Decisions[i].Also) {
			t.Errorf("%s: another side option is open", d.Name)
		}
	}
}

func TestAllowanceRelaxesOnlyTheNamedRulesAndRefusesUnknownNames(t *testing.T) {
	gd := load(t, "tidelands").game.Def()
	least := int64(0)
	relaxed, err := Relax(gd, []Allowance{{Decisions: []string{"spaces"}, Min: &least}, {Actions: []string{"settle"}}})
	if err != nil {
		t.Fatal(err)
	}
	if reflect.DeepEqual(relaxed, gd) {
		t.Error("nothing was left out")
	}
	if _, err := engine.Load(relaxed, nil); err != nil {
		t.Error(err)
	}
	for _, a := range []Allowance{{Clause: "99.9-z"}, {Node: "nowhere.md:1"}, {Decisions: []string{"nonsense"}, Min: &least}, {Actions: []string{"nonsense"}},
		{Omits: []string{"nonsense"}}} {
		if _, err := Relax(gd, []Allowance{a}); err == nil {
			t.Errorf("%+v finds something", a)
		}
	}
	step := &Step{Kind: "round", Card: "fog", Words: map[string]string{}}
	for _, c := range []struct {
		group Group
		tries bool
	}{
		{Group{Kinds: []string{"round"}}, true},
		{Group{Kinds: []string{"turn"}}, false},
		{Group{Hints: map[string][]string{"card": {"rain", "fog"}}}, true},
		{Group{Hints: map[string][]string{"card": {"rain"}}}, false},
		{Group{Hints: map[string][]string{"side": {"shaded"}}}, false},
	} {
		if c.group.Allow = []Allowance{{}}; c.group.Tries(step) != c.tries {
			t.Errorf("%+v is tried: %v", c.group, !c.tries)
		}
	}
	if _, err := ReadGroups([]byte("- {id: idle, title: Nothing is done}")); err == nil {
		t.Error("a deviation without clauses is read")
	}
}
