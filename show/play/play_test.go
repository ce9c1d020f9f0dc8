package play_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"rulebound/compiler"
	"rulebound/compiler/onepage"
	"rulebound/conformance/corpus"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/show/play"
	"rulebound/show/steps"
)

// setups names the games of the repository with a set-up of each.
var setups = map[string]string{"fire-in-the-lake": "short", "tidelands": "regatta", "texas-holdem": "standard",
	"nine-mens-morris": "standard", "kalah": "four", "hasami-shogi": "standard", "backgammon": "standard"}

var (
	compiled = map[string]*def.GameDef{}
	mu       sync.Mutex
)

// gameOf compiles a game of the repository once.
func gameOf(t *testing.T, id string) *def.GameDef {
	t.Helper()
	mu.Lock()
	defer mu.Unlock()
	if compiled[id] == nil {
		gd, _, problems := compiler.Compile(os.DirFS("../.."), corpus.GamesDir+"/"+id)
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		compiled[id] = gd
	}
	return compiled[id]
}

// begin begins a play of a game with a seed.
func begin(t *testing.T, id string, seed uint64) *play.Play {
	t.Helper()
	g, err := engine.Load(gameOf(t, id), nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := play.New(id, g, steps.Setup{ID: setups[id], Seed: fmt.Sprint(seed)})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// settle draws outcomes of chance until a seat decides.
func settle(t *testing.T, p *play.Play) {
	t.Helper()
	for p.State().Decision().Seat == engine.Chance {
		if err := p.Next(nil); err != nil {
			t.Fatal(err)
		}
	}
}

// random gives random answers as persons.
func random(t *testing.T, p *play.Play, seed uint64, n int) {
	t.Helper()
	for range n {
		d := p.State().Decision()
		if d == nil {
			return
		}
		if d.Seat == engine.Chance {
			if err := p.Next(nil); err != nil {
				t.Fatal(err)
			}
			continue
		}
		a, err := play.Random{Seed: seed}.Decide(p)
		if err == nil {
			err = p.Answer(a, play.Person)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestUndoAndRedoRestoreTheSameState(t *testing.T) {
	for id := range setups {
		t.Run(id, func(t *testing.T) {
			p := begin(t, id, 3)
			random(t, p, 3, 20)
			middle, lines := p.Encoded(), len(p.Trace())
			given := len(p.Steps())
			random(t, p, 4, 30)
			end, all := p.Encoded(), len(p.Trace())
			persons := 0
			for _, s := range p.Steps()[given:] {
				if s.By == play.Person {
					persons++
				}
			}
			if n, err := p.Undo(persons); err != nil || n != persons {
				t.Fatalf("undo took back %d of %d answers: %v", n, persons, err)
			}
			for p.State().Decision().Seat == engine.Chance && len(p.Steps()) < given { // outcomes before the first undone answer
				if err := p.Next(nil); err != nil {
					t.Fatal(err)
				}
			}
			if len(p.Steps()) == given && (!bytes.Equal(p.Encoded(), middle) || len(p.Trace()) != lines) {
				t.Error("undo leads elsewhere")
			}
			if n, err := p.Redo(persons); err != nil || n != persons || p.Undone() != 0 {
				t.Fatalf("redo gave %d of %d answers: %v", n, persons, err)
			}
			if !bytes.Equal(p.Encoded(), end) || len(p.Trace()) != all {
				t.Error("redo leads elsewhere")
			}
		})
	}
}

func TestNewAnswerDiscardsUndoneAnswersAndARefusalKeepsThem(t *testing.T) {
	p := begin(t, "kalah", 1)
	random(t, p, 1, 4)
	if _, err := p.Undo(2); err != nil {
		t.Fatal(err)
	}
	before := p.Encoded()
	err := p.Answer(engine.Answer{Member: 6}, play.Person) // the store
	var refused *engine.Refusal
	if !errors.As(err, &refused) || p.Undone() != 2 || !bytes.Equal(before, p.Encoded()) {
		t.Fatalf("%v, %d undone", err, p.Undone())
	}
	random(t, p, 2, 1)
	if p.Undone() != 0 {
		t.Error("what was undone can be given behind another answer")
	}
}

func TestUndoAlsoTakesBackAnswersOfPrograms(t *testing.T) {
	p := begin(t, "texas-holdem", 5)
	table := make(play.Table, len(p.Game().Def().Seats))
	for seat := range table {
		if seat != 1 {
			table[seat] = play.Random{Seed: 9, Minimal: true}
		}
	}
	for range 40 {
		var err error
		switch {
		case p.State().Over():
		case p.Waits(table, false):
			random(t, p, 7, 1)
		default:
			err = p.Next(table)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := p.Undo(1); err != nil {
		t.Fatal(err)
	}
	if d := p.State().Decision(); d == nil || d.Seat != 1 {
		t.Error("undo does not lead back to a decision of the person")
	}
}

func TestAnswersParseByNumberTitleOrPrefix(t *testing.T) {
	p := begin(t, "fire-in-the-lake", 1)
	settle(t, p)
	q := p.Question()
	if len(q.Offers) < 2 {
		t.Fatalf("%+v", q)
	}
	for _, text := range []string{"2", q.Offers[1].ID, q.Offers[1].Title, strings.ToUpper(q.Offers[1].Title), q.Offers[1].ID[:len(q.Offers[1].ID)-1]} {
		if a, err := q.Read(text); err != nil || p.Game().SpellReply(p.State().Decision(), a) != q.Offers[1].ID {
			t.Errorf("%q is read as %v: %v", text, p.Game().SpellReply(p.State().Decision(), a), err)
		}
	}
	for text, want := range map[string]string{"99": "1 to", "": "no answer", "zebra": "no answer", "0": "1 to"} {
		if _, err := q.Read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestEveryOfferParsesBack(t *testing.T) {
	for id := range setups {
		t.Run(id, func(t *testing.T) {
			p := begin(t, id, 2)
			for range 60 {
				q := p.Question()
				if q == nil {
					break
				}
				if q.Form == play.Choice {
					for i := range q.Offers {
						for _, text := range []string{q.Offers[i].ID, fmt.Sprint(i + 1)} {
							if text == fmt.Sprint(i+1) && !q.Numbered {
								continue
							}
							a, err := q.Read(text)
							if err == nil {
								if r := p.State().Refuses(a); r != nil {
									err = r
								}
							}
							if err != nil || p.Game().SpellReply(p.State().Decision(), a) != q.Offers[i].ID {
								t.Fatalf("%s offers %q, which is read as %q: %v", q.Name, text, p.Game().SpellReply(p.State().Decision(), a), err)
							}
						}
					}
				}
				random(t, p, 2, 1)
			}
		})
	}
}

func TestRefusalNamesItsClause(t *testing.T) {
	p := begin(t, "nine-mens-morris", 1)
	random(t, p, 1, 1)
	taken := p.Steps()[0]
	q := p.Question()
	name := p.Game().Def().Zones[taken.Answer.Member].ID
	a, err := q.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	err = p.Answer(a, play.Person)
	if err == nil || !strings.Contains(play.Failure(err), name) {
		t.Fatalf("%v", err)
	}
	why, err := q.Why(name)
	if err != nil || why != play.Failure(p.Answer(a, play.Person)) {
		t.Errorf("why says %q, the refusal %q: %v", why, play.Failure(p.Answer(a, play.Person)), err)
	}
}

func TestBackgammonBoardNamesPointsAndCheckers(t *testing.T) {
	if board := strings.Join(begin(t, "backgammon", 3).Board(play.Everything, 120), "\n"); !strings.Contains(board, "p13:5W p14:.") || !strings.Contains(board, "p24:2W wb:.") {
		t.Error(board)
	}
}

func TestBoardFitsItsWidthAndHidesCards(t *testing.T) {
	for id := range setups {
		p := begin(t, id, 2)
		random(t, p, 2, 40)
		for _, width := range []int{60, 100} {
			for _, line := range p.Board(play.Everything, width) {
				if utf8.RuneCountInString(line) > width {
					t.Errorf("%s: %d columns: %q", id, utf8.RuneCountInString(line), line)
				}
			}
		}
	}
	p := begin(t, "texas-holdem", 2)
	settle(t, p)
	hand := p.State().Pile(int32(indexOf(p.Game().Def(), "hand-1")))
	if len(hand) == 0 {
		t.Fatal("nothing is dealt")
	}
	card := p.Game().Def().Cards[hand[0]].Title
	for viewer, sees := range map[int]bool{0: true, 1: false, engine.Chance: false, play.Everything: true} {
		if text := strings.Join(p.Board(viewer, 80), "\n"); strings.Contains(text, card) != sees {
			t.Errorf("viewer %d: %v is in %s", viewer, card, text)
		}
		if text := strings.Join(p.Log(0, viewer), "\n"); strings.Contains(text, p.Game().Def().Cards[hand[0]].ID) != sees {
			t.Errorf("viewer %d: %v is in %s", viewer, card, text)
		}
	}
}

// witness records the cards that each seat, or a spectator, has seen during a play.
type witness struct{ seen map[int]map[int64]bool }

func (w witness) Event(s *engine.State, _ *engine.Event) {
	for viewer := engine.Chance; viewer < len(s.Game().Def().Seats); viewer++ {
		if w.seen[viewer] == nil {
			w.seen[viewer] = map[int64]bool{}
		}
		for _, pile := range s.View(viewer).Piles {
			for _, c := range pile.Cards {
				w.seen[viewer][c] = true
			}
		}
	}
}

// Only Everything shows internal values; a program that plays a seat receives them
// (TestProgramPlayerSeesOnlyTheViewOfItsSeat).
func TestBoardOmitsInternalValues(t *testing.T) {
	p := begin(t, "texas-holdem", 1)
	settle(t, p)
	for viewer, shown := range map[int]bool{p.State().Decision().Seat: false, play.Everything: true} {
		board := strings.Join(p.Board(viewer, 80), "\n")
		if strings.Contains(board, "hand number 1") != shown || strings.Contains(board, "dealt") != shown || !strings.Contains(board, "Least raise 20") {
			t.Errorf("to %d the board shows:\n%s", viewer, board)
		}
	}
}

func TestGridWithoutLetterColumnsShowsTheNamesOfSpaces(t *testing.T) {
	p := start(t, "```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\n"+
		"grids: [{id: way, columns: 1..2, rows: 1..2, space: {id: 'h{column}{row}'}, directions: {up: {row: 1}}}]\nprocedures: [{id: play, do: [{amount: $n, by: red, max: 2}, {over: {result: $n}}]}]\n```\n")
	if board := p.Board(0, 80); !slices.Equal(board, []string{"h12:. h22:.", "h11:. h21:."}) {
		t.Errorf("%q", board)
	}
}

// A cell cannot show statuses and marks of its pieces.
func TestStatusesOfPiecesAreListedBelowAGrid(t *testing.T) {
	p := start(t, "```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\nboxes: [{id: bag}]\npieces: [{id: unit, title: Unit, seat: red, count: 3, home: bag, statuses: [fresh, spent], marks: [moved]}]\n"+
		"grids: [{id: way, columns: 1..3, rows: 1..2, space: {id: 'h{column}{row}'}, directions: {up: {row: 1}}}]\nprocedures: [{id: play, do: [{move: {of: unit, from: bag, count: 1, to: h11}}, {move: {of: unit, from: bag, count: 1, to: h21}}, {move: {of: unit, from: bag, count: 1, to: h31}}, "+
		"{flip: {of: unit, in: h21, to: spent}}, {tag: {of: unit, in: h31, mark: moved}}, {amount: $n, by: red, max: 2}, {over: {result: $n}}]}]\n```\n")
	if board := p.Board(0, 80); !slices.Equal(board[2:], []string{"h21: 1 Unit spent", "h31: 1 Unit fresh moved"}) {
		t.Errorf("%q", board)
	}
}

// A bounded track is shown even at its initial value; an unbounded number is not.
func TestBoardShowsBoundedTracksFromTheBeginning(t *testing.T) {
	p := start(t, "```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\ntracks: [{id: fuse, max: 3, initial: 3}, {id: score, max: 9}]\nvariables: [{id: round, type: int, initial: 1}]\n"+
		"procedures: [{id: play, do: [{amount: $n, by: red, max: 2}, {set: {round: $n, score: $n}}, {over: {result: $n}}]}]\n```\n")
	if board := p.Board(0, 80); !slices.Equal(board, []string{"Values: fuse 3"}) {
		t.Errorf("%q", board)
	}
}

// start begins a play of a game of one page.
func start(t *testing.T, page string) *play.Play {
	t.Helper()
	g := onepage.Load(t, page)
	p, err := play.New("toy", g, steps.Setup{Seed: "1"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Commas separate values, so a title must not contain one.
func TestIndexedValueHasNoCommaInItsTitle(t *testing.T) {
	page := "```yaml\ngame: {id: toy, title: Toy, main: play}\nenums: {taste: [sour, sweet]}\nseats: [{id: red}]\n" +
		"variables: [{id: store, type: int, per: taste, initial: 1}, {id: goods, type: int, per: [seat, taste]}]\nprocedures: [{id: play, do: [{set: {'red.goods[sour]': 2}}, " +
		"{set: {'store[sweet]': 3}}, {amount: $n, by: red, max: 2}, {set: {'store[sour]': $n}}, {over: {result: 0}}]}]\n```\n"
	p := start(t, page)
	if board := strings.Join(p.Board(0, 80), "\n"); !strings.Contains(board, "goods sour 2") || !strings.Contains(board, "Values: store sweet 3") {
		t.Error(board)
	}
}

func TestLogNamesOnlyCardsThatTheViewerHasSeen(t *testing.T) {
	for _, id := range []string{"texas-holdem", "fire-in-the-lake", "tidelands"} {
		p := begin(t, id, 6)
		random(t, p, 6, 60)
		w := witness{map[int]map[int64]bool{}}
		setup := p.Setup()
		begin, err := setup.Engine()
		if err != nil {
			t.Fatal(err)
		}
		begin.Observer = w
		s, err := p.Game().New(begin)
		if err != nil {
			t.Fatal(err)
		}
		s.Observe(w)
		for _, step := range p.Steps() {
			if err := s.Apply(step.Answer); err != nil {
				t.Fatal(err)
			}
		}
		hidden := 0
		for viewer, seen := range w.seen {
			words := map[string]bool{}
			for _, line := range p.Log(0, viewer) {
				for _, word := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" ,:[]()", r) }) {
					words[word] = true
				}
			}
			for c, card := range p.Game().Def().Cards {
				if words[card.ID] && !seen[int64(c)] {
					t.Errorf("%s: viewer %d reads of %s", id, viewer, card.ID)
				}
				if !words[card.ID] {
					hidden++
				}
			}
		}
		if hidden == 0 {
			t.Errorf("%s: nothing is hidden", id)
		}
	}
}

func indexOf(gd *def.GameDef, pile string) int {
	for i := range gd.Piles {
		if gd.Piles[i].ID == pile {
			return i
		}
	}
	return -1
}

// spoken is a program that gives a fixed reply and records its requests.
type spoken struct {
	reply string
	asked []byte
}

func (s *spoken) Ask(line []byte) ([]byte, error) {
	s.asked = line
	return []byte(s.reply), nil
}

func (*spoken) Close() {}

func TestProgramPlayerSeesOnlyTheViewOfItsSeat(t *testing.T) {
	p := begin(t, "texas-holdem", 2)
	settle(t, p)
	seat := p.State().Decision().Seat
	program := &spoken{reply: `{"answer": "call"}`}
	table := make(play.Table, len(p.Game().Def().Seats))
	table[seat] = play.Program{Program: program}
	if err := p.Next(table); err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(program.asked, []byte(`"hand-number":"1"`)) {
		t.Errorf("internal values are not for the program: %s", program.asked)
	}
	gd := p.Game().Def()
	for i := range gd.Seats {
		for _, c := range p.State().Pile(int32(indexOf(gd, fmt.Sprintf("hand-%d", i+1)))) {
			if bytes.Contains(program.asked, []byte(`"`+gd.Cards[c].ID+`"`)) != (i == seat) {
				t.Errorf("seat %d, card %s of seat %d: %s", seat, gd.Cards[c].ID, i, program.asked)
			}
		}
	}
	for reply, want := range map[string]string{`{"answer": "dance"}`: "dance", `no`: "replied", `{"error": "tired"}`: "tired", `{}`: "no answer", `{"answer": "check"}`: "3.2-b"} {
		before := p.Encoded()
		table[p.State().Decision().Seat] = play.Program{Program: &spoken{reply: reply}}
		if err := p.Next(table); err == nil || !strings.Contains(err.Error(), want) || !bytes.Equal(before, p.Encoded()) {
			t.Errorf("%s: %v", reply, err)
		}
	}
}

func TestLongWordIsSplitWhenWrapped(t *testing.T) {
	for _, line := range play.Wrap("see "+strings.Repeat("x", 50)+" end", 20, "  ") {
		if len(line) > 20 {
			t.Errorf("%q", line)
		}
	}
}
