package engine_test

import (
	"errors"
	"math"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
)

// For any arguments, methods return a value, an error or a refusal.
func TestInvalidArgumentsNeverPanic(t *testing.T) {
	g := loaded(t, compiled(t, "tidelands"))
	for kind := -2; kind < 40; kind++ {
		for _, of := range []int32{-5, -1, 0, 3, 1 << 20} {
			for _, elem := range []def.Kind{0, def.KZone, def.KInt, def.KClass, 77} {
				typ := def.Type{Kind: def.Kind(kind), Elem: elem, Of: of}
				for _, text := range []string{"", "{", "{}", "{a", "reed", "{reed, salt}", "9223372036854775808", "none", "a > b", "reed-hand in x"} {
					if _, err := g.Parse(text, typ); err != nil && err.Error() == "" {
						t.Errorf("%q as %v: an empty error", text, typ)
					}
				}
				for _, v := range []int64{math.MinInt64, -1, 0, 77, math.MaxInt64} {
					g.Format(v, typ)
				}
			}
		}
	}
	d := &engine.Decision{}
	for _, i := range []int{-1, 0, 1, math.MaxInt32} {
		if d.Room([]int32{1, 2}, i) != 0 || d.Room(nil, i) != 0 {
			t.Errorf("room for entry %d of none", i)
		}
	}
}

func TestAnswerOfUnknownKindIsRefused(t *testing.T) {
	s, err := loaded(t, toy(t, endless)).New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []int{-1, 3, 99} {
		var refusal *engine.Refusal
		if err := s.Apply(engine.Answer{Kind: engine.AnswerKind(kind)}); !errors.As(err, &refusal) {
			t.Errorf("kind %d: %v", kind, err)
		}
	}
}
