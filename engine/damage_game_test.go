package engine_test

// This file damages compiled games as JSON: it changes a number, a list or a field. Load rejects the game or returns one that can
// be played, without internal errors.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rulebound/compiler/bounded"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// textDamage changes a JSON text in one place, and can undo the change.
type textDamage struct {
	place string
	do    func() (undo func())
}

// textSearch enumerates the damages of a decoded JSON text, of which there are millions, and makes one of them.
type textSearch struct {
	left  int // number of damages before the wanted one
	path  []any
	found *textDamage
}

// reached counts a damage and reports whether it is the wanted one.
func (s *textSearch) reached() bool {
	s.left--
	return s.left == -1
}

// make returns the wanted damage at the present place.
func (s *textSearch) make(what string, do func() (undo func())) {
	var place strings.Builder
	for _, step := range s.path {
		if i, ok := step.(int); ok {
			fmt.Fprintf(&place, "[%d]", i)
		} else {
			fmt.Fprintf(&place, ".%s", step)
		}
	}
	s.found = &textDamage{place.String() + what, do}
}

// visit enumerates the damages of a value that set replaces.
func (s *textSearch) visit(v any, set func(any)) {
	put := func(what string, value func() any) {
		if s.reached() {
			s.make(what, func() func() { set(value()); return func() { set(v) } })
		}
	}
	switch x := v.(type) {
	case json.Number:
		n, _ := x.Int64()
		for _, m := range [...]int64{-2, -1, 0, 1, 2, n + 1, n - 1, 7, 63, 64, 255, 256, 1 << 16, math.MaxInt32, math.MinInt32, math.MaxInt64, math.MinInt64} {
			if m != n && s.reached() {
				s.make(fmt.Sprintf(": %d becomes %d", n, m), func() func() { set(json.Number(fmt.Sprint(m))); return func() { set(v) } })
			}
		}
	case bool:
		put(" is flipped", func() any { return !x })
	case string:
		put(" is empty", func() any { return "" })
	case []any:
		for i := 0; i < len(x) && s.found == nil; i++ {
			s.path = append(s.path, i)
			s.visit(x[i], func(v any) { x[i] = v })
			put(" is deleted", func() any { return slices.Delete(slices.Clone(x), i, i+1) })
			put(" is repeated", func() any { return slices.Insert(slices.Clone(x), i, x[i]) })
			if i > 0 {
				put(" is swapped", func() any {
					swapped := slices.Clone(x)
					swapped[i-1], swapped[i] = swapped[i], swapped[i-1]
					return swapped
				})
			}
			s.path = s.path[:len(s.path)-1]
		}
		put(" is empty", func() any { return []any{} })
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(x)) {
			if s.found != nil {
				return
			}
			v := x[k]
			s.path = append(s.path, k)
			s.visit(v, func(v any) { x[k] = v })
			s.path = s.path[:len(s.path)-1]
			if s.reached() {
				s.make(" without "+k, func() func() { delete(x, k); return func() { x[k] = v } })
			}
		}
	}
}

// damagedText is a compiled game as JSON that can be damaged.
type damagedText struct {
	root    any
	damages int // number of damages
}

func textOf(t testing.TB, gd *def.GameDef) *damagedText {
	text, err := json.Marshal(gd)
	if err != nil {
		t.Fatal(err)
	}
	d := &damagedText{}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(&d.root); err != nil {
		t.Fatal(err)
	}
	all := textSearch{left: math.MaxInt}
	all.visit(d.root, nil)
	d.damages = math.MaxInt - all.left
	return d
}

// damage returns the damage with a number.
func (d *damagedText) damage(i int) *textDamage {
	s := textSearch{left: i}
	s.visit(d.root, nil)
	return s.found
}

// loader is engine.Load, or a wrong function.
type loader func(gd *def.GameDef, options map[string]string, more ...engine.LoadOption) (*engine.Game, error)

// try loads and plays the game with damages. It reports whether the game was loaded.
func (d *damagedText) try(t testing.TB, load loader, damages ...int) (loaded bool) {
	place := ""
	for _, i := range damages {
		if damage := d.damage(i); damage != nil { // otherwise another damage removed its place
			defer damage.do()() // the last one is undone first
			place += damage.place + "; "
		}
	}
	text, err := json.Marshal(d.root)
	if err != nil {
		t.Fatal(err)
	}
	gd := &def.GameDef{}
	if json.Unmarshal(text, gd) != nil {
		return false
	}
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%s: panic: %v", place, p)
		}
	}()
	g, err := load(gd, nil, engine.WithLimit(1<<18))
	if err != nil {
		ownFault(t, place, err)
		if !located.MatchString(err.Error()) {
			t.Errorf("%s: no place in the JSON text: %v", place, err)
		}
		return false
	}
	for _, setup := range append([]def.SetupDef{{}}, gd.Setups...) {
		s, err := g.New(engine.Setup{ID: setup.ID, Seed: 3})
		if err != nil {
			ownFault(t, place, err)
			continue
		}
		_, err = players.Play(s, []players.Player{players.NewUniform(3)}, 30)
		ownFault(t, place, err)
		for seat := range gd.Seats {
			s.View(seat)
		}
		s.Explain(0)
	}
	return true
}

// ownFault fails the test if an error is internal.
func ownFault(t testing.TB, place string, err error) {
	t.Helper()
	var refusal *engine.Refusal
	if errors.As(err, &refusal) {
		t.Errorf("%s: a published answer is refused: %v", place, err)
	}
	for _, own := range []string{"internal:", "malformed game", "runtime error"} {
		if err != nil && strings.Contains(err.Error(), own) {
			t.Errorf("%s: %v", place, err)
		}
	}
}

// located matches errors that name a place in the JSON text of a game.
var located = func() *regexp.Regexp {
	var fields []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[def.GameDef]()) {
		if key, _, _ := strings.Cut(f.Tag.Get("json"), ","); key != "" {
			fields = append(fields, key)
		}
	}
	return regexp.MustCompile("^load .*: (" + strings.Join(fields, "|") + `)(\[\d+\]|\.\w+)*: `)
}()

// Every 29th damage of each small game is tried: a number has 17 damages, so every part of the game is covered. The large games
// are sampled as time allows, the largest one only without -short.
func TestDamagedGamesAreRefusedOrPlayed(t *testing.T) {
	for _, id := range []string{"kalah", "nine-mens-morris", "hasami-shogi", "night-market", "tidelands", "texas-holdem", "fire-in-the-lake"} {
		if testing.Short() && id == "fire-in-the-lake" {
			continue
		}
		d := textOf(t, compiled(t, id))
		loaded, tried, most := 0, 0, 1000
		if len(d.root.(map[string]any)["code"].([]any)) > 500 {
			most = 100
		}
		if testing.Short() {
			most /= 20
		}
		every := max(29, d.damages/most) | 1
		for i := 0; i < d.damages; i += every {
			tried++
			if d.try(t, engine.Load, i) {
				loaded++
			}
		}
		t.Logf("%s: %d damaged games of %d, %d of them loaded", id, tried, d.damages, loaded)
		if loaded < tried/8 || loaded > tried*7/8 {
			t.Errorf("%s: %d of %d damaged games were loaded", id, loaded, tried)
		}
	}
}

// FuzzGameText tries the damages that the test above omits, and two at once.
func FuzzGameText(f *testing.F) {
	var texts []*damagedText
	for _, id := range []string{"kalah", "nine-mens-morris", "hasami-shogi", "tidelands"} {
		texts = append(texts, textOf(f, compiled(f, id)))
	}
	for i := range byte(8) {
		f.Add(i, uint32(i)*7919, uint32(i)*104729)
	}
	f.Fuzz(func(t *testing.T, which byte, one, another uint32) {
		bounded.Run(t, func() {
			d := texts[int(which)%len(texts)]
			d.try(t, engine.Load, int(one)%d.damages, int(another)%d.damages)
		})
	})
}

func TestFuzzTargetFindsWrongLoading(t *testing.T) {
	d := textOf(t, compiled(t, "kalah"))
	fails := func(text string) loader {
		return func(*def.GameDef, map[string]string, ...engine.LoadOption) (*engine.Game, error) {
			return nil, errors.New(text)
		}
	}
	for what, c := range map[string]struct {
		load loader
		want string
	}{
		"none":                    {engine.Load, ""},
		"a panic":                 {func(*def.GameDef, map[string]string, ...engine.LoadOption) (*engine.Game, error) { panic("index") }, "panic: index"},
		"an error of the engine":  {fails("load x: main: internal: nil"), "internal: nil"},
		"an error without place":  {fails("load x: it is wrong"), "no place in the JSON text"},
		"an error with its place": {fails("load x: main: it is wrong"), ""},
	} {
		found := bounded.Findings(t, func(t testing.TB) { d.try(t, c.load, 0) })
		if len(found) != min(1, len(c.want)) || c.want != "" && !strings.Contains(found[0], c.want) {
			t.Errorf("%s: found %q, want %q", what, found, c.want)
		}
	}
	refusal := bounded.Findings(t, func(t testing.TB) { ownFault(t, "here", &engine.Refusal{}) })
	if len(refusal) != 1 || !strings.Contains(refusal[0], "a published answer is refused") {
		t.Errorf("found %q", refusal)
	}
}
