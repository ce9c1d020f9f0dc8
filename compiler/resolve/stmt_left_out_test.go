package resolve_test

import (
	"strings"
	"testing"
	"testing/fstest"
)

// An omitted argument or loop binding has exactly its default.
func TestOmittedArgumentsHaveTheirDefaults(t *testing.T) {
	const more = "procedures: [{id: far, params: {at: zone}, do: []}, {id: often, params: {times: {type: int, default: 1}}, do: []}, {id: with-as, takes: acting, do: []}]\nbundles: {acting: {as: seat}}\ntracks: [{id: goods, per: [zone, taste], max: 9}]"
	for text, want := range map[string]string{
		"- often: 3":                       "call often(3)",
		"- with-as":                        "call with-as($as)",
		"- often":                          "call often(1) left 1",
		"- far: $at":                       "call far($at)",
		"- far":                            "missing-argument: far needs at",
		"- for: {$z: $at}\n  do: [plain]":  "for $z:zone in (set-of $at) fixed false\n  call plain()",
		"- mark: {$at.goods: 1}":           "wrong-type: $at.goods is not a marker of a zone; write zone.marker",
		"- gain: {\"$at.goods[sour]\": 1}": "gain (place $at sour).goods by 1",
	} {
		gd, p, list := resolveTest(t, text, more)
		got := printBody(gd, p)
		if len(list) > 0 {
			got = list[0].Code + ": " + list[0].Summary
		}
		if strings.TrimSpace(got) != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}

func TestSwitchCasesMayBeFormulas(t *testing.T) {
	stated(t, "- switch: $many\n  cases: {1: [plain], =honey: [{gain: {honey: 1}}]}", `
switch $many written true among []
case 1
  call plain()
case honey
  gain honey by 1
`)
}

func TestRollMayHaveOneSide(t *testing.T) {
	stated(t, "- roll: $n\n  sides: 1\n- gain: {honey: $n}", `
roll n by - elem int
  min 1 max 1 exact false
  result $n:int
gain honey by $n
`)
}

// The enumeration with index 0 can be a scale.
func TestScaleOfAMarkerMayBeTheFirstEnumeration(t *testing.T) {
	page := "```yaml\ngame: {id: g, main: p}\nseats: [{id: ant}]\nspaces: [{id: oak}]\nmarkers: [{id: favor, scale: [low, high]}]\nprocedures: [{id: p, do: [{mark: {oak.favor: 1}}, {shift: {oak.favor: 1}}]}]\n```\n"
	_, _, list := resolveFiles(t, fstest.MapFS{"game/10.md": {Data: []byte(page)}})
	if got := reported(list); got != "6:35 wrong-type: favor is a scale; use shift or set" {
		t.Error(got)
	}
}
