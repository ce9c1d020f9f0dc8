package hints_test

// These tests play random games in step with games that lack their hints.

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/audit/hints"
	"rulebound/compiler"
	"rulebound/conformance/board"
	"rulebound/conformance/corpus"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

var words = hints.Words{Needs: "procedure.awaits", Opens: "procedure.opens"}

// table is a game with those that follow it.
type table struct {
	game      *engine.Game
	followers []*hints.Follower
}

func laid(t *testing.T, gd *def.GameDef) *table {
	t.Helper()
	game, err := engine.Load(gd, nil)
	if err != nil {
		t.Fatal(err)
	}
	followers, err := hints.Followers(gd, nil, words)
	if err != nil {
		t.Fatal(err)
	}
	return &table{game, followers}
}

// play plays a random game in step; the error tells how a follower differs.
func (b *table) play(setup engine.Setup) error {
	s, err := b.game.New(setup)
	if err != nil {
		return err
	}
	for _, f := range b.followers {
		f.Begin()
	}
	var p players.Player = players.NewMinimal(setup.Seed)
	if setup.Seed%2 == 1 {
		p = players.NewUniform(setup.Seed)
	}
	for {
		for _, f := range b.followers {
			if err := f.Compare(s); err != nil {
				return err
			}
		}
		if s.Over() {
			return nil
		}
		a, err := next(s, p)
		if err == nil {
			err = s.Apply(a)
		}
		if err != nil {
			return err
		}
		for _, f := range b.followers {
			if err := f.Follow(a); err != nil {
				return err
			}
		}
	}
}

func next(s *engine.State, p players.Player) (engine.Answer, error) {
	if d := s.Decision(); d.Seat != engine.Chance {
		return p.Answer(s, d), nil
	}
	return s.Draw()
}

// tally is what was compared with each game that lacks hints.
func (b *table) tally(sum map[string]hints.Tally) {
	for _, f := range b.followers {
		t := sum[f.Name]
		t.Add(f.Tally)
		sum[f.Name] = t
	}
}

func written(t *testing.T, page string) *def.GameDef {
	t.Helper()
	gd, _, list := compiler.Compile(fstest.MapFS{"book/10.md": {Data: []byte(page)}}, "book")
	if gd == nil {
		t.Fatalf("%v\n%s", list, page)
	}
	return gd
}

func TestRandomRulebooksPublishTheSameWithoutHints(t *testing.T) {
	books, games := 40, 10
	if testing.Short() {
		books, games = 15, 6
	}
	sum := map[string]hints.Tally{}
	for seed := range uint64(books) {
		page := (&author{gen: engine.NewGenerator(seed)}).book()
		b := laid(t, written(t, page))
		for play := range uint64(games) {
			if err := b.play(engine.Setup{ID: "start", Seed: seed<<8 | play}); err != nil {
				t.Fatalf("book %d, game %d: %v\n%s", seed, play, err, page)
			}
		}
		b.tally(sum)
	}
	for name, n := range sum {
		t.Logf("without %s: %+v", name, n)
	}
	if all := sum["hints"]; all.Compared < 10*books*games || all.Ahead < books*games || all.Skipped > 0 {
		t.Errorf("compared: %+v", all)
	}
}

// A hint that takes away what is legal is found out by random games of some rulebook of each kind, and of the right kind.
func TestAHintThatIsTooTightIsFoundOut(t *testing.T) {
	for broken, by := range map[fault]string{tightAwaits: words.Needs, missingOpens: words.Opens, wrongWay: "ways"} {
		found, books := 0, 0
		for seed := uint64(0); books < 12; seed++ {
			w := &author{gen: engine.NewGenerator(seed), broken: broken}
			page := w.book()
			if !w.spoilt {
				continue
			}
			books++
			b := laid(t, written(t, page))
			for play := range uint64(8) {
				err := b.play(engine.Setup{ID: "start", Seed: play})
				if err == nil {
					continue
				}
				if !strings.HasPrefix(err.Error(), "without "+by) {
					t.Errorf("%s: %v\n%s", by, err, page)
				}
				found++
				break
			}
		}
		t.Logf("%s: %d of %d rulebooks", by, found, books)
		if found < 2 {
			t.Errorf("%s: found in %d of %d rulebooks", by, found, books)
		}
	}
}

// spoiled are the pages of a game in which some texts are replaced, each of which must be there once.
func spoiled(t *testing.T, game string, texts map[string]string) *def.GameDef {
	t.Helper()
	dir := path.Join(corpus.GamesDir, game)
	root := os.DirFS("../..")
	names, err := fs.Glob(root, path.Join(dir, "*.md"))
	if err != nil || len(names) == 0 {
		t.Fatal("no pages", err)
	}
	pages, met := fstest.MapFS{}, map[string]int{}
	for _, name := range names {
		data, err := fs.ReadFile(root, name)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		for from, to := range texts {
			met[from] += strings.Count(text, from)
			text = strings.ReplaceAll(text, from, to)
		}
		pages[name] = &fstest.MapFile{Data: []byte(text)}
	}
	for from := range texts {
		if met[from] != 1 {
			t.Fatalf("%q stands %d times in the pages", from, met[from])
		}
	}
	gd, _, list := compiler.Compile(pages, dir)
	if gd == nil {
		t.Fatal(list)
	}
	return gd
}

// owing makes the one operation of the fixture game that costs something one that takes place, which a feast may pay for.
func owing(awaits, opens string) map[string]string {
	return map[string]string{
		"  rule: 3.1-b\n  tags: [operation]\n": "  rule: 3.1-b\n  tags: [operation, takes-place]\n  awaits: {possible: [{rule: 2.4-d, when: '" + awaits + "'}], do: []}\n",
		"    - pay: {$pays.purse: 1}\n      if: not $free\n    - move: {of: $as, from: $as.house, count: 1, to: $space}": "    - set: {operation-done: true}\n    - pay: {$pays.purse: 1}\n      if: not $free\n    - move: {of: $as, from: $as.house, count: 1, to: $space}",
		"  title: Feast\n": "  title: Feast\n  opens: [" + opens + "]\n",
	}
}

// settling plays the fixture game from positions in which nobody has a coin.
func settling(b *table, games int) error {
	for seed := range uint64(games) {
		setup := engine.Setup{ID: "regatta", Seed: seed, Values: map[string]string{"reed-coins": "0", "salt-coins": "0", "lamp-coins": "0", "keel-coins": "0", "chest": fmt.Sprint(seed % 3)}}
		if err := b.play(setup); err != nil {
			return err
		}
	}
	return nil
}

func TestTheFixtureGamePublishesTheSameWithoutHints(t *testing.T) {
	sum := map[string]hints.Tally{}
	b := laid(t, spoiled(t, "fixture", owing("pieces($as.house, $as) > 0 and chest > 0", "settle")))
	if err := settling(b, 30); err != nil {
		t.Fatal(err)
	}
	b.tally(sum)
	t.Log(sum)
	if n := sum["hints"]; n.Compared < 1000 || n.Ahead < 30 || n.Skipped > 0 {
		t.Errorf("%+v", n)
	}
	for by, hint := range map[string]map[string]string{
		words.Needs: owing("pieces($as.house, $as) > 0 and chest > 1", "settle"),
		words.Opens: owing("pieces($as.house, $as) > 0 and chest > 0", ""),
	} {
		if err := settling(laid(t, spoiled(t, "fixture", hint)), 30); err == nil || !strings.HasPrefix(err.Error(), "without "+by) {
			t.Errorf("%s: %v", by, err)
		}
	}
}

// RULEBOUND_HINTS is how many random games of the large game are played in step, half of them on boards. `go run ./tools/rulebound soak -hints`
// plays as many as its time allows, with all options.
func TestTheLargeGamePublishesTheSameWithoutHints(t *testing.T) {
	games := 6
	if testing.Short() {
		games = 2
	}
	if given := os.Getenv("RULEBOUND_HINTS"); given != "" {
		n, err := strconv.Atoi(given)
		if err != nil || n < 1 {
			t.Fatalf("RULEBOUND_HINTS is a number of games, not %q", given)
		}
		games = n
	}
	const id = "fire-in-the-lake"
	gd := spoiled(t, id, nil)
	boards, err := corpus.Boards(os.DirFS("../.."), id)
	if err != nil {
		t.Fatal(err)
	}
	b := laid(t, gd)
	for seed := range uint64(games) {
		setup := engine.Setup{ID: gd.Setups[seed/2%uint64(len(gd.Setups))].ID, Seed: seed}
		if seed%2 == 1 {
			setup = board.Any(b.game, seed, boards)
		}
		if err := b.play(setup); err != nil {
			t.Fatalf("game %d: %v", seed, err)
		}
	}
	sum := map[string]hints.Tally{}
	b.tally(sum)
	if len(sum) != len(hints.All())+1 {
		t.Errorf("without %v", sum)
	}
	for name, n := range sum {
		t.Logf("without %s: %+v", name, n)
		if n.Compared < 200*games || n.Ahead < 5*games || 50*n.Skipped > n.Compared {
			t.Errorf("without %s: %+v", name, n)
		}
	}
}
