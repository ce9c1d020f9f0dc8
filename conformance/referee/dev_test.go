package referee

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"rulebound/compiler"
	"rulebound/engine"
)

// DEVFILE, DEVSTEP, DEVWORDS: answers by "decision=text;..." walked from the root, printing offers.
func TestDevWalk(t *testing.T) {
	if os.Getenv("DEVFILE") == "" {
		t.Skip()
	}
	gd, _, _ := compiler.Compile(os.DirFS("../.."), "data/games/fire-in-the-lake")
	g, err := engine.Load(gd, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile("../../scenarios/fire-in-the-lake.referee.yaml")
	l, err := ReadLayout(text, g)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := os.Open(os.Getenv("DEVFILE"))
	log, err := ReadLog("x", f)
	if err != nil {
		t.Fatal(err)
	}
	m, err := newMatch(g, newReader(g, l), log)
	if err != nil {
		t.Fatal(err)
	}
	n, _ := strconv.Atoi(os.Getenv("DEVSTEP"))
	tt := m.target(n)
	s, err := m.restore(n-1, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := tt.proposer(&log.Steps[n], 400)
	fmt.Println("START", tt.differences(s))
	for _, w := range append(strings.Split(os.Getenv("DEVWORDS"), ";"), "") {
		d := s.Decision()
		if d == nil {
			fmt.Println("OVER")
			break
		}
		tt.measure(s)
		fmt.Println("DECISION", d.Seat, d.Name, d.Min, d.Max, d.Stop, d.Fault)
		list := p.propose(s, focus{})
		var hit *engine.Answer
		for i := range list {
			x := g.SpellReply(d, list[i].answer)
			if i < 40 {
				fmt.Println("   ", list[i].price, x)
			}
			if x == w && hit == nil {
				hit = &list[i].answer
			}
		}
		if hit == nil {
			fmt.Println("no such answer", w)
			break
		}
		if err := s.Apply(*hit); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Println("END", tt.differences(s))
}
