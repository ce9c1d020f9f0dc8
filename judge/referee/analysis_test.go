package referee

// These tests compare the referee's analysis of possible changes with the text of the rules.

import (
	"slices"
	"testing"

	"rulebound/engine/def"
)

func procOf(t *testing.T, gd *def.GameDef, id string) int32 {
	t.Helper()
	i := slices.IndexFunc(gd.Procs, func(p def.ProcDef) bool { return p.ID == id })
	if i < 0 {
		t.Fatalf("there is no procedure %s", id)
	}
	return int32(i)
}

func TestAnalysisBoundsTheMovesOfAProcedure(t *testing.T) {
	gd := load(t, "fire-in-the-lake").game.Def()
	a := newAnalysis(gd)
	zone := func(id string) int {
		z, ok := gd.Value(id, def.TZone)
		if !ok {
			t.Fatalf("there is no space %s", id)
		}
		return int(z)
	}
	typ := func(id string) int {
		return slices.IndexFunc(gd.Types, func(p def.PieceType) bool { return p.ID == id })
	}
	for _, c := range []struct {
		proc, piece, zone string
		lacking           int16 // 1: may one arrive there, -1: may one leave
		moves             bool
	}{
		{"redeploy-nva", "nva-troops", "central-laos", 1, true},
		{"redeploy-nva", "nva-troops", "available-nva", -1, false}, // redeployment is between spaces
		{"redeploy-nva", "arvn-troops", "saigon", 1, false},        // the same procedure as for the ARVN, but not for its pieces
		{"redeploy-arvn", "nva-troops", "central-laos", 1, false},
		{"redeploy-arvn", "arvn-police", "hue", -1, true},
		{"redeploy-phase", "arvn-troops", "available-arvn", 1, true}, // out of Laos and Cambodia
		{"redeploy-phase", "arvn-troops", "available-arvn", -1, false},
		{"redeploy-phase", "us-troops", "out-of-play", 1, true},
		{"redeploy-phase", "us-troops", "hue", -1, false},
		{"commitment-phase", "us-troops", "casualties", -1, true},
		{"commitment-phase", "us-troops", "out-of-play", -1, false},
		{"support-phase", "us-troops", "saigon", -1, false},
		{"reset-phase", "vc-guerrilla", "saigon", -1, false},
	} {
		if got := a.any(procOf(t, gd, c.proc)).moves(zone(c.zone), typ(c.piece), c.lacking); got != c.moves {
			t.Errorf("%s, %s, %s, %+d: %t", c.proc, c.piece, c.zone, c.lacking, got)
		}
	}
}

func TestAnalysisReportsWhetherAProcedureHasDecisions(t *testing.T) {
	gd := load(t, "fire-in-the-lake").game.Def()
	a := newAnalysis(gd)
	for id, asks := range map[string]bool{"reset-phase": false, "resources-phase": true, "support-phase": true, "redeploy-phase": true, "commitment-phase": true} {
		if got := a.any(procOf(t, gd, id)).asks; got != asks {
			t.Errorf("%s asks: %t", id, got)
		}
	}
	reset, redeploy := a.any(procOf(t, gd, "reset-phase")), a.any(procOf(t, gd, "redeploy-phase"))
	for _, v := range gd.Vars {
		if v.ID != "support" && v.ID != "terror" {
			continue
		}
		if reset.up[v.Base] && v.ID == "support" || !reset.down[v.Base] && v.ID == "terror" || redeploy.up[v.Base] || redeploy.down[v.Base] {
			t.Errorf("%s: reset %t %t, redeployment %t %t", v.ID, reset.up[v.Base], reset.down[v.Base], redeploy.up[v.Base], redeploy.down[v.Base])
		}
	}
	guerrilla, _ := gd.Class("vc-guerrilla.active")
	if !reset.turns(0, int(gd.Classes[guerrilla].Type), int(guerrilla)) {
		t.Error("the reset turns no guerrillas")
	}
}
