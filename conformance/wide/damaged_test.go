package wide

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

var numbers = regexp.MustCompile(`[:,\[]-?[0-9]+`)

// A wide game with any changed number is refused, or can be played, saved and restored.
func TestDamagedWideGamesAreRefusedOrPlayed(t *testing.T) {
	text, err := json.Marshal(stones(t, 9).Def())
	if err != nil {
		t.Fatal(err)
	}
	at, rng := numbers.FindAllIndex(text, -1), rand.New(rand.NewPCG(1, 3))
	loaded, played := 0, 0
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	for range rounds {
		damaged := bytes.Clone(text)
		for range 1 + rng.IntN(2) {
			x := at[rng.IntN(len(at))]
			old, _ := strconv.ParseInt(string(text[x[0]+1:x[1]]), 10, 64)
			list := []int64{old + 1, old - 1, -1, -2, 0, 1, 2, 3, 13, 63, 64, 65, 255, 256, 1 << 15, 1 << 20, 1<<31 - 1, -1 << 31, 1<<63 - 1, -1 << 63}
			changed := strconv.FormatInt(list[rng.IntN(len(list))], 10)
			if len(changed) <= x[1]-x[0]-1 {
				copy(damaged[x[0]+1:], strings.Repeat(" ", x[1]-x[0]-1-len(changed))+changed)
			}
		}
		gd := &def.GameDef{}
		if json.Unmarshal(damaged, gd) != nil {
			continue
		}
		g, err := engine.Load(gd, nil, engine.WithLimit(1<<18))
		if err != nil {
			continue
		}
		loaded++
		s, err := g.New(engine.Setup{Seed: 3})
		if err != nil {
			continue
		}
		for range 6 {
			if _, err = players.Play(s, []players.Player{players.NewUniform(5)}, 8); err != nil || s.Over() {
				break
			}
			played++
			s.View(0)
			if back, err := g.Decode(s.Encode(nil)); err != nil || back.Hash() != s.Hash() {
				t.Fatalf("its own state does not come back: %v", err)
			}
		}
		if f := (*engine.Fault)(nil); errors.As(err, &f) && strings.HasPrefix(f.Why, "internal") {
			t.Fatalf("the machine itself fails: %v", err)
		}
	}
	if loaded < rounds/10 || played < rounds/10 {
		t.Errorf("%d damaged games were loaded and %d stretches played: that shows little", loaded, played)
	}
}
