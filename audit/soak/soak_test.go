package soak

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"rulebound/engine/def"
)

func TestEveryCombinationOfOptionValuesIsAVariant(t *testing.T) {
	gd := &def.GameDef{Things: def.Things{Options: []def.OptionDef{
		{Named: def.Named{ID: "a"}, Values: []string{"x", "y", "z"}, Default: 1}, {Named: def.Named{ID: "b"}, Values: []string{"on", "off"}, Default: 0}}}}
	all := products(gd)
	if fmt.Sprint(all) != "[map[] map[a:x] map[a:z] map[b:off] map[a:x b:off] map[a:z b:off]]" {
		t.Errorf("%v", all)
	}
	if variants, err := load(os.DirFS("../.."), "fire-in-the-lake"); err != nil || len(variants) < 96*4*len(kinds) {
		t.Errorf("%d variants, %v", len(variants), err)
	}
}

// Of an option of many numbers its bounds are played; of too many combinations each value alone.
func TestOptionsOfManyValuesAreReducedToTheirBounds(t *testing.T) {
	many := def.OptionDef{Named: def.Named{ID: "n"}, Default: 3}
	for i := range 41 {
		many.Values = append(many.Values, fmt.Sprint(i))
	}
	gd := &def.GameDef{Things: def.Things{Options: []def.OptionDef{many}}}
	if all := fmt.Sprint(products(gd)); all != "[map[] map[n:0] map[n:20] map[n:40]]" {
		t.Error(all)
	}
	gd.Options = nil
	for _, id := range strings.Fields("a b c d e f g h i") {
		gd.Options = append(gd.Options, def.OptionDef{Named: def.Named{ID: id}, Values: []string{"off", "on"}})
	}
	all := products(gd)
	if len(all) != 10 || len(all[0]) != 0 || fmt.Sprint(all[9]) != "map[i:on]" {
		t.Error(all)
	}
	if gd.Options = gd.Options[:8]; len(products(gd)) != maxProducts {
		t.Error("not every combination of few")
	}
}
