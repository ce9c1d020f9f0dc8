package steps_test

import (
	"encoding/json"
	"os"
	"reflect"
	"strconv"
	"sync"
	"testing"

	"rulebound/conformance/corpus"
	"rulebound/conformance/scenario"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/show/steps"
)

// follower follows a script for a recorder.
type follower struct{ *steps.Recorder }

func (follower) Line(*scenario.Line)      {}
func (follower) Claimed(*scenario.Expect) {}
func (follower) Tried(scenario.Trial)     {}

// opened is the corpus of the repository.
var opened = sync.OnceValues(func() (*corpus.Corpus, error) { return corpus.Open(os.DirFS("../..")) })

// each records every n-th case of each game.
func each(t *testing.T, every int, f func(t *testing.T, name string, table *steps.Table, r *steps.Record, end *engine.State)) {
	t.Helper()
	all, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range all.Games {
		table := steps.NewTable(g.Def)
		for i, c := range g.Cases {
			if i%every > 0 {
				continue
			}
			game, err := g.LoadOptimised(scenario.OptionsOf(c.Script))
			if err != nil {
				t.Fatal(err)
			}
			r := steps.New(game, table, trace.Header{})
			result := scenario.Play(game, c.Script, follower{r})
			if result.Session == nil {
				t.Fatalf("%s: %v", c.Name(), result.Problem())
			}
			end := result.Session.State()
			f(t, c.Name(), table, r.Finish(end), end)
		}
	}
}

// drawn is a position by names that compare: what says nothing is left out.
type drawn struct {
	values  map[int]string
	pieces  map[[2]int64]int64
	piles   []map[int64]bool
	lasting map[int32]bool
}

func draw(table *steps.Table, p *steps.Position) *drawn {
	d := &drawn{map[int]string{}, map[[2]int64]int64{}, nil, map[int32]bool{}}
	for i, v := range p.Values {
		d.set(table, i, v)
	}
	for _, x := range p.Pieces {
		d.put(x[0], x[1], x[2])
	}
	for _, cards := range p.Piles {
		of := map[int64]bool{}
		for _, c := range cards {
			of[c] = true
		}
		d.piles = append(d.piles, of)
	}
	for _, l := range p.Lasting {
		d.lasting[l] = true
	}
	return d
}

func (d *drawn) set(table *steps.Table, i int, v string) {
	if delete(d.values, i); v != table.Values[i].First {
		d.values[i] = v
	}
}

func (d *drawn) put(zone, class, n int64) {
	if delete(d.pieces, [2]int64{zone, class}); n != 0 {
		d.pieces[[2]int64{zone, class}] = n
	}
}

// apply applies a change as a page reads it: from JSON.
func (d *drawn) apply(t *testing.T, table *steps.Table, c steps.Change) {
	t.Helper()
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var part []any
	if err := json.Unmarshal(text, &part); err != nil {
		t.Fatal(err)
	}
	n := func(i int) int64 { return int64(part[i].(float64)) }
	switch n(0) {
	case steps.OfValue:
		d.set(table, int(n(1)), part[2].(string))
	case steps.OfPieces:
		d.put(n(1), n(2), n(3))
	case steps.OfCard:
		delete(d.piles[n(2)], n(1))
		d.piles[n(3)][n(1)] = true
	case steps.OfLasting:
		if delete(d.lasting, int32(n(1))); n(2) == 1 {
			d.lasting[int32(n(1))] = true
		}
	}
}

// The changes of all lines lead from where a play begins to where it ends.
func TestChangesOfAllLinesYieldTheFinalPosition(t *testing.T) {
	each(t, 11, func(t *testing.T, name string, table *steps.Table, r *steps.Record, end *engine.State) {
		got := draw(table, r.Start)
		for _, l := range r.Lines {
			for _, c := range l.Changes {
				got.apply(t, table, c)
			}
		}
		if want := draw(table, table.Read(end)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s ends otherwise:\ngot  %v\nwant %v", name, got, want)
		}
	})
}

// Each line says how many answers were given before it, and that of an answer by a player what was asked.
func TestLinesRecordTheirPlaceInThePlay(t *testing.T) {
	each(t, 37, func(t *testing.T, name string, _ *steps.Table, r *steps.Record, end *engine.State) {
		if len(r.Hashes) != len(r.Answers)+1 || r.Hashes[len(r.Answers)] != steps.Hash(end) {
			t.Errorf("%s: %d hashes of %d answers, or the last is not that of the end", name, len(r.Hashes), len(r.Answers))
		}
		asked := -1
		for _, l := range r.Lines {
			if l.Answer < 0 || l.Answer > len(r.Answers) {
				t.Errorf("%s: %q stands after answer %d of %d", name, l.Text, l.Answer, len(r.Answers))
			}
			if l.Asked < 0 {
				continue
			}
			if l.Kind != "decision" || l.Asked <= asked {
				t.Errorf("%s: %q is said to answer decision %d after %d", name, l.Text, l.Asked, asked)
			}
			asked = l.Asked
		}
	})
}

func TestWrittenAnswerParsesBack(t *testing.T) {
	for _, a := range []engine.Answer{{}, {Stop: true}, {Kind: engine.Stance, Seat: 2, Option: 3, Member: 1}, {Set: -1 << 63}, {Chosen: []int64{70, 3}}, {Counts: []int32{0, 2}}, {Order: []int64{2, 0, 1}}, {N: 1<<62 + 1}} {
		got, err := steps.Answer(steps.Text(a))
		if err != nil || !reflect.DeepEqual(got, a) {
			t.Errorf("%+v is read as %+v (%v)", a, got, err)
		}
	}
	if _, err := steps.Answer(`{"m":"x"}`); err == nil {
		t.Error("an answer without sense was read")
	}
}

// A seed of 64 bits survives a browser, whose numbers are shorter: it is kept as text.
func TestWrittenSetupParsesBack(t *testing.T) {
	want := engine.Setup{ID: "short", Seed: 1<<63 + 1, Piles: map[string][]string{"deck": {"a"}}, Lasting: []string{"fog"}}
	kept := steps.SetupOf(want, nil)
	if kept.Seed != strconv.FormatUint(want.Seed, 10) {
		t.Errorf("the seed is kept as %q", kept.Seed)
	}
	if got, err := kept.Engine(); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("it is read as %+v (%v)", got, err)
	}
	if _, err := (&steps.Setup{Seed: "many"}).Engine(); err == nil {
		t.Error("a seed that is not a number was read")
	}
}

// A recorder that may keep as much as there is keeps all of it; one that may keep one less keeps nothing.
func TestRecorderKeepsNothingBeyondItsLimit(t *testing.T) {
	all, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range all.Games {
		if g.ID != "kalah" && g.ID != "tidelands" {
			continue
		}
		c, table := g.Cases[0], steps.NewTable(g.Def)
		game, err := g.LoadOptimised(scenario.OptionsOf(c.Script))
		if err != nil {
			t.Fatal(err)
		}
		record := func(most int) (*steps.Record, bool) {
			r := steps.New(game, table, trace.Header{})
			r.Bound(most)
			result := scenario.Play(game, c.Script, follower{r})
			return r.Finish(result.Session.State()), r.Overfull()
		}
		whole, _ := record(0)
		least := len(whole.Answers)
		for _, a := range whole.Asked {
			least += len(a.Offers)
		}
		for _, l := range whole.Lines {
			least += len(l.Changes)
		}
		most := least // what pieces and orders change counts twice or more
		for ; most < 10*least; most++ {
			if _, over := record(most); !over {
				break
			}
		}
		if again, over := record(most); over || !reflect.DeepEqual(again, whole) {
			t.Errorf("%s: with %d of at least %d the record is another", c.Name(), most, least)
		}
		if short, over := record(most - 1); most > least && (!over || len(short.Asked) > 0 || len(short.Answers) > 0) {
			t.Errorf("%s: with one less %d answers are kept", c.Name(), len(short.Answers))
		}
	}
}
