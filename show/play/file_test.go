package play_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/show/play"
	"rulebound/show/saved"
)

func person(int) play.By { return play.Person }

func reload(t *testing.T, p *play.Play) *play.Play {
	t.Helper()
	f, problems := saved.Parse("x.play", p.Text("../schemas/play.schema.json", "abc"))
	if f == nil {
		t.Fatal(problems)
	}
	q, err := play.Load(f, p.Game(), person)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// stances sets each stance of a seat to its greatest value.
func stances(t *testing.T, p *play.Play) {
	t.Helper()
	gd := p.Game().Def()
	for i := range gd.Vars {
		for seat := range gd.Seats {
			if v := &gd.Vars[i]; v.Stance>>uint(seat)&1 == 1 {
				if err := p.Answer(engine.Answer{Kind: engine.Stance, Seat: seat, Option: int32(i), Member: v.Max}, play.Person); err != nil {
					t.Log(err)
				}
			}
		}
	}
}

func TestSavedPlayLoadsToTheSameState(t *testing.T) {
	for id := range setups {
		t.Run(id, func(t *testing.T) {
			p := begin(t, id, 1)
			for range 3 {
				random(t, p, 1, 37)
				if p.State().Over() {
					break
				}
				stances(t, p)
				q := reload(t, p)
				if !bytes.Equal(p.Encoded(), q.Encoded()) || p.End() != q.End() || len(p.Trace()) != len(q.Trace()) {
					t.Fatalf("after %d answers the file leads elsewhere", len(p.Steps()))
				}
			}
		})
	}
}

func TestFilesCoverEveryKindOfDecision(t *testing.T) {
	seen := map[string]bool{}
	for seed := uint64(0); seed < 20 && len(seen) < int(def.DecisionKinds); seed++ {
		for _, id := range []string{"hasami-shogi", "texas-holdem", "tidelands", "fire-in-the-lake"} {
			known := len(seen)
			p := begin(t, id, seed)
			for range 250 {
				if d := p.State().Decision(); d != nil {
					seen[d.Kind.Row().Name] = true
				}
				random(t, p, seed, 1)
			}
			if len(seen) == known {
				continue
			}
			if q := reload(t, p); !bytes.Equal(p.Encoded(), q.Encoded()) {
				t.Errorf("%s: the file leads elsewhere", id)
			}
		}
	}
	for k := range def.DecisionKinds {
		if name := k.Row().Name; !seen[name] {
			t.Errorf("no play reached a decision of the kind %s", name)
		}
	}
}

func TestDamagedFileIsRefusedWithItsPlace(t *testing.T) {
	p := begin(t, "kalah", 1)
	random(t, p, 1, 5)
	whole := string(p.Text("", ""))
	for name, c := range map[string]struct{ text, want string }{
		"empty":         {"", "empty"},
		"cut off":       {whole[:strings.Index(whole, "answers:")], "no answers"},
		"no yaml":       {"\x00\x01\x02", "1:1"},
		"binary":        {"\xff\xfe play", "x.play:1"},
		"version":       {strings.Replace(whole, "version: 1", "version: 2", 1), "version: 1"},
		"unknown key":   {whole + "answer: []\n", "a play has no key answer"},
		"key twice":     {whole + "game: kalah\n", "x.play:"},
		"two answers":   {strings.Replace(whole, "  pit:", "  pot: 1\n  pit:", 1), "a move of one answer"},
		"no seat":       {whole + "- 7\n", "a move is a mapping"},
		"list of seeds": {strings.Replace(whole, "seed: 1", "seed: [1]", 1), "seed is"},
		"negative seed": {strings.Replace(whole, "seed: 1", "seed: -1", 1), "seed is a whole number"},
		"two outcomes":  {whole + "- chance: {roll: [1, 2]}\n", "a move of one answer"},
		"too long":      {whole + strings.Repeat("#", saved.MaxBytes), "too long"},
		"too deep":      {whole + "- north: {a: " + strings.Repeat("[", 40) + strings.Repeat("]", 40) + "}\n", "x.play:"},
	} {
		f, problems := saved.Parse("x.play", []byte(c.text))
		if f != nil || !strings.Contains(problems.Error(), c.want) || !strings.Contains(problems.Error(), "x.play") {
			t.Errorf("%s: %v", name, problems)
		}
	}
}

func TestIllegalAnswerOfAFileIsADivergence(t *testing.T) {
	p := begin(t, "kalah", 1)
	random(t, p, 1, 5)
	whole := string(p.Text("", ""))
	pits := strings.Split(whole, "  pit: ")
	for name, c := range map[string]struct {
		answer        int
		text          string
		why, rule     string
		nearest       bool
		asked, reason string
	}{
		"empty pit": {1, strings.Replace(whole, "pit: "+pits[1][:7], "pit: south-store", 1), "2.1", "2.1-b", true, "", ""},
		"unknown":   {1, strings.Replace(whole, "pit: "+pits[1][:7], "pit: south-9", 1), "unknown", "", true, "", ""},
		"decision":  {1, strings.Replace(whole, "  pit: ", "  jar: ", 1), "is asked pit", "2.1-b", false, "south pit", ""},
		"seat":      {1, strings.Replace(whole, "- south:", "- east:", 1), "is asked pit", "2.1-b", false, "south pit", ""},
	} {
		f, problems := saved.Parse("x.play", []byte(c.text))
		if f == nil {
			t.Fatal(name, problems)
		}
		q, err := play.Load(f, p.Game(), person)
		var d *saved.Divergence
		if !errors.As(err, &d) || d.Answer != c.answer || !strings.Contains(d.Why, c.why) || (d.Nearest != "") != c.nearest || d.Asked != c.asked ||
			c.rule != "" && (len(d.Rules) == 0 || d.Rules[0] != c.rule) || len(q.Steps()) != c.answer-1 {
			t.Errorf("%s: %+v", name, d)
		}
	}
	for range 200 {
		random(t, p, 3, 1)
	}
	f, _ := saved.Parse("x.play", append(p.Text("", ""), "- south:\n  pit: south-1\n"...))
	if _, err := play.Load(f, p.Game(), person); err == nil || !strings.Contains(err.Error(), "the game is over") {
		t.Error(err)
	}
}
