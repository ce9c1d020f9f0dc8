package live_test

import (
	"encoding/json"
	"strings"
	"testing"

	"rulebound/show/steps"
)

// Cards of others occur neither in the position nor in changes or texts of lines; decisions of other seats are hidden,
// too. The public view shows no hand.
func TestSeatSeesOnlyItsOwnCards(t *testing.T) {
	d := desk(t, "texas-holdem", `{"id":"standard","seed":"5"}`)
	hand := func(viewer, seat string) (known, down int) {
		if err := d.View(viewer); err != nil {
			t.Fatal(err)
		}
		s := status(t, d)
		for i, pile := range piles(t) {
			if pile != "hand-"+seat {
				continue
			}
			for _, c := range s.Position.Piles[i] {
				if c < 0 {
					down++
				} else {
					known++
				}
			}
		}
		return known, down
	}
	for _, c := range []struct {
		viewer, seat string
		known, down  int
	}{{"seat-1", "1", 2, 0}, {"seat-1", "2", 0, 2}, {"seat-2", "2", 2, 0}, {"everybody", "1", 0, 2}} {
		if known, down := hand(c.viewer, c.seat); known != c.known || down != c.down {
			t.Errorf("%s sees %d cards of seat %s, %d face down", c.viewer, known, c.seat, down)
		}
	}
	if err := d.View("seat-2"); err != nil {
		t.Fatal(err)
	}
	s := status(t, d)
	if !s.Asked.Hidden || len(s.Asked.Options) > 0 || s.Asked.Seat != "seat-4" || len(d.Why()) > 0 {
		t.Errorf("seat 2 sees what %s is asked: %v", s.Asked.Seat, s.Asked.Options)
	}
	text, err := json.Marshal(s.Lines)
	if err != nil {
		t.Fatal(err)
	}
	lines := string(text)
	if n := strings.Count(lines, "-of-"); n != 2 {
		t.Errorf("seat 2 reads the names of %d cards, not of its own two: %s", n, lines)
	}
	if n := strings.Count(lines, "[2,"); n != 2 {
		t.Errorf("seat 2 gets %d changes of cards", n)
	}
	if err := d.View("seat-4"); err != nil {
		t.Fatal(err)
	}
	if s := status(t, d); s.Asked.Hidden || len(s.Asked.Options) == 0 {
		t.Error("seat 4 does not see what it is asked itself")
	}
	if err := d.View("everything"); err != nil {
		t.Fatal(err)
	}
	if s := status(t, d); s.Position != nil || s.Lines[len(s.Lines)-1].Hidden {
		t.Error("who sees everything sees a part")
	}
	if err := d.View("seat-99"); err == nil || !strings.Contains(err.Error(), "seat-99") {
		t.Errorf("a view without a seat: %v", err)
	}
}

func piles(t *testing.T) []string {
	t.Helper()
	g := gameOf(t, "texas-holdem")
	var out []string
	for _, p := range g.Piles {
		out = append(out, p.ID)
	}
	return out
}

// No seat sees which deception marker chance drew; its owner sees how many of each kind it holds.
func TestOwnerSeesCountsOfHiddenMarkersByKind(t *testing.T) {
	d := desk(t, "fire-in-the-lake", `{"id":"full","seed":"5","options":{"deception":"drawn"}}`)
	if err := d.View("us"); err != nil {
		t.Fatal(err)
	}
	s := status(t, d)
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, hidden := range []string{"hidden-asset-", "hidden-agenda-", "empty-threat-"} {
		if strings.Contains(string(text), hidden) {
			t.Errorf("the US reads %s", hidden)
		}
	}
	own := 0
	for _, x := range s.Position.Own {
		if strings.Contains(x[0], "held, United States") && x[1] != "0" {
			own++
		}
		if !strings.Contains(x[0], "United States") {
			t.Errorf("the US sees of another seat %v", x)
		}
	}
	if own == 0 {
		t.Errorf("the US does not see its own markers: %v", s.Position.Own)
	}
}

// Absent seats occur neither in the table nor in lines, decisions, reasons and views. A view of a seat that is absent
// becomes the public view. Decisions have the names of the play's table.
func TestAbsentSeatsAppearNowhere(t *testing.T) {
	d := desk(t, "night-market", `{"seed":"5","options":{"players":"6"}}`)
	if err := d.View("dusk"); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Begin(`{"seed":"5","options":{"players":"3"}}`, nil); err != nil {
		t.Fatal(err)
	}
	draw(t, d)
	if s := status(t, d); s.Position == nil || len(s.Position.Own) > 0 {
		t.Errorf("who looked on as Dusk sees %+v", s.Position)
	}
	if err := d.View("dusk"); err == nil {
		t.Error("the play is viewed as a seat that does not play")
	}
	if err := d.View("everything"); err != nil {
		t.Fatal(err)
	}
	table, err := d.Table()
	if err != nil || len(table.Seats) != 3 {
		t.Fatalf("%d seats, %v", len(table.Seats), err)
	}
	for n := uint64(0); ; n++ {
		s := status(t, d)
		text, err := json.Marshal([]any{table, s, d.Why()})
		if err != nil {
			t.Fatal(err)
		}
		for _, absent := range []string{"dusk", "ember", "fern"} {
			if at := strings.Index(strings.ToLower(string(text)), absent); at >= 0 {
				t.Fatalf("after %d answers: %s", n, text[max(0, at-80):min(len(text), at+40)])
			}
		}
		if s.Over {
			break
		}
		for _, o := range s.Asked.Options {
			for _, at := range o.At {
				if at[0] == steps.AtCard && table.Cards[at[1]].Title != o.Text || at[0] == steps.AtSeat && table.Seats[at[1]].Title != o.Text {
					t.Errorf("%q is drawn as another thing: %v", o.Text, at)
				}
			}
		}
		if err := d.Random(n); err != nil {
			t.Fatal(err)
		}
		draw(t, d)
	}
}
