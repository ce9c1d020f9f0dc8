package compiler_test

// paper_test.go compiles the paper pages: rules of every kind, written in the language before there was a compiler for
// it. They decide the language's words, so they have to stay compilable, also where the game itself states the rule later.

import (
	"bytes"
	"io/fs"
	"os"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/compiler/diag"
	"rulebound/engine"
)

// overlay puts the Markdown files of several folders into one.
func overlay(t *testing.T, dirs ...string) fs.FS {
	t.Helper()
	out := fstest.MapFS{}
	for _, dir := range dirs {
		files, err := fs.Glob(os.DirFS(dir), "*.md")
		if err != nil || len(files) == 0 {
			t.Fatalf("no page in %s: %v", dir, err)
		}
		for _, name := range files {
			data, err := fs.ReadFile(os.DirFS(dir), name)
			if err != nil {
				t.Fatal(err)
			}
			if out[name] != nil {
				t.Fatalf("%s stands in two of %v", name, dirs)
			}
			out[name] = &fstest.MapFile{Data: data}
		}
	}
	return out
}

// compilePages compiles the pages and fails the test on any diagnostic, warnings included.
func compilePages(t *testing.T, dirs ...string) *engine.GameDef {
	t.Helper()
	def, book, list := compiler.Compile(overlay(t, dirs...), ".")
	if len(list) > 0 || def == nil {
		var text bytes.Buffer
		diag.Write(&text, list, func(file string) []byte {
			if book == nil {
				return nil
			}
			return book.Source(file)
		})
		t.Fatalf("%d diagnostics:\n%s", len(list), text.String())
	}
	if _, err := engine.Load(def, nil); err != nil {
		t.Fatalf("the engine refuses the pages: %v", err)
	}
	return def
}

// missing lists the ids that no procedure of def has.
func missing(def *engine.GameDef, ids []string) []string {
	have := map[string]bool{}
	for i := range def.Procs {
		have[def.Procs[i].ID] = true
	}
	var out []string
	for _, id := range ids {
		if !have[id] {
			out = append(out, id)
		}
	}
	return out
}

func TestPaperPagesOfTheMapGame(t *testing.T) {
	def := compilePages(t, "../data/games/fire-in-the-lake", "testdata/paper/fire-in-the-lake")
	if gone := missing(def, []string{
		"train", "pacify", "govern", "sweep", "rally", "patrol", "assault", "assault-place", // the game's own
		"advise", "air-lift", "air-strike", "transport", "raid", "search-mission", "patrol-the-delta",
		"march", "attack", "ambush", "terror-operation",
		"infiltrate", "bombard", "tax",
		"resources-phase", "support-phase", "redeploy-phase", "commitment-phase",
		"card-23-shaded",
		"card-27-unshaded", "card-27-shaded", "card-44-shaded", "card-55-shaded",
		"card-56-unshaded", "card-56-shaded", "card-62-shaded", "card-68-unshaded", "card-68-shaded",
		"card-73-unshaded", "card-73-shaded", "card-87-unshaded", "card-87-shaded",
		"card-92-shaded", "card-99-shaded", "card-103-unshaded", "card-103-shaded",
		"card-113-unshaded", "card-113-shaded", "card-124-unshaded",
	}); len(gone) > 0 {
		t.Errorf("no procedures %v", gone)
	}
}

// TestPaperAttachments holds the lasting effects of the pages to the points they join and to the kinds of these points.
func TestPaperAttachments(t *testing.T) {
	def := compilePages(t, "../data/games/fire-in-the-lake", "testdata/paper/fire-in-the-lake")
	kinds := map[engine.PointKind]string{engine.PointNumber: "number", engine.PointLimit: "limit", engine.PointAllow: "allow",
		engine.PointPool: "pool", engine.PointRun: "run"}
	have := map[string]string{}
	for _, a := range def.Attachments {
		p := def.Points[a.Point]
		have[def.Lasting[a.Lasting].ID+" "+p.ID] = kinds[p.Kind]
	}
	for _, w := range attachments {
		key := w.lasting + " " + w.point
		if have[key] != w.kind {
			t.Errorf("%s: a hook of kind %q, want %q", key, have[key], w.kind)
		}
		delete(have, key)
	}
	for key := range have {
		t.Errorf("%s: not in the list of this test", key)
	}
}

// attachments are the effects that change operations, activities and phases, with kind and place.
var attachments = []struct{ lasting, point, kind string }{
	// Train
	{"platoons-unshaded", "train-done", "run"},
	{"cords-unshaded", "train-pacify-spaces", "number"},
	{"cords-shaded", "train-pacify-ceiling", "limit"},
	{"leader-minh", "train-done", "run"},
	{"leader-ky", "pacify-price", "number"},
	// Patrol
	{"patton-shaded", "patrol-done", "run"},
	{"body-count", "patrol-price", "number"},
	// Sweep
	{"platoons-shaded", "sweep-spaces", "limit"},
	{"cobras-unshaded", "sweep-exposed", "run"},
	{"booby-traps-shaded", "sweep-space-done", "run"},
	// Assault
	{"abrams-unshaded", "assault-first-hit", "run"},
	{"abrams-shaded", "assault-spaces", "limit"},
	{"cobras-shaded", "assault-over", "run"},
	{"patton-unshaded", "assault-begins", "run"},
	{"search-and-destroy-unshaded", "assault-past-troops", "run"},
	{"search-and-destroy-shaded", "assaulted", "run"},
	{"body-count", "assault-price", "number"},
	{"body-count", "assault-losses", "run"},
	{"lansdale-shaded", "may-assault", "allow"},
	// Rally
	{"aaa-unshaded", "rally-trail-spaces", "limit"},
	{"sa2s-shaded", "rally-trail-boxes", "number"},
	{"cadres-shaded", "rally-done", "run"},
	{"mcnamara-line", "may-rally-trail", "allow"},
	// March, Attack, Terror
	{"main-force-unshaded", "march-threshold", "number"},
	{"claymores", "march-noticed", "run"},
	{"pt76-unshaded", "attack-begins", "run"},
	{"pt76-shaded", "attack-full", "number"},
	{"cadres-unshaded", "terror-sacrifice", "number"},
	// special activities
	{"typhoon-kate", "special-activity-spaces", "limit"},
	{"typhoon-kate", "may-air-lift", "allow"},
	{"typhoon-kate", "may-transport", "allow"},
	{"typhoon-kate", "may-bombard", "allow"},
	{"medevac-shaded", "may-air-lift", "allow"},
	{"top-gun-unshaded", "air-strike-boxes", "number"},
	{"top-gun-shaded", "air-strike-roll", "number"},
	{"arc-light-unshaded", "air-strike-blind", "number"},
	{"arc-light-shaded", "air-strike-shift", "number"},
	{"laser-bombs-unshaded", "air-strike-shift", "number"},
	{"laser-bombs-shaded", "air-strike-pieces", "limit"},
	{"aaa-shaded", "air-strike-floor", "number"},
	{"migs-shaded", "air-strike-degraded", "run"},
	{"sa2s-unshaded", "air-strike-degraded", "run"},
	{"wild-weasels-shaded", "may-air-strike-degrade", "allow"},
	{"wild-weasels-shaded", "air-strike-pieces", "limit"},
	{"rolling-thunder", "may-air-strike", "allow"},
	{"da-nang-shaded", "may-air-strike", "allow"},
	{"bombing-pause", "may-air-strike", "allow"},
	{"oriskany-shaded", "may-air-strike-degrade", "allow"},
	{"mandate-unshaded", "govern-without-shift", "number"},
	{"mandate-shaded", "govern-spaces-limit", "limit"},
	{"leader-young-turks", "govern-done", "run"},
	{"armored-cavalry-unshaded", "action-over", "run"},
	{"armored-cavalry-shaded", "transport-movers", "pool"},
	{"leader-khanh", "may-change-lines", "allow"},
	{"mcnamara-line", "may-infiltrate", "allow"},
	{"transport-group", "infiltrate-spaces", "limit"},
	{"guns-unshaded", "bombard-spaces", "number"},
	{"guns-shaded", "bombard-spaces", "number"},
	{"booby-traps-unshaded", "ambush-spaces", "limit"},
	{"main-force-shaded", "ambush-double", "number"},
	{"claymores", "may-ambush", "allow"},
	// the coup round and the Trail
	{"oriskany-shaded", "may-trail-decay", "allow"},
	{"blowtorch-komer", "pacify-price", "number"},
	{"mandate-shaded", "pacification-spaces", "limit"},
	{"cadres-unshaded", "agitation-sacrifice", "number"},
	{"medevac-unshaded", "commitment-begins", "run"},
	{"migs-unshaded", "reset-begins", "run"},
	{"oriskany-shaded", "may-reset-trail-down", "allow"},
	{"adsid", "trail-changed", "run"},
}

func TestPaperPagesOfTheCardTable(t *testing.T) {
	def := compilePages(t, "testdata/paper/holdem")
	if gone := missing(def, []string{"hand", "post", "betting", "bet", "showdown", "share"}); len(gone) > 0 {
		t.Errorf("no procedures %v", gone)
	}
	if len(def.Cards) != 52 {
		t.Errorf("%d cards, want 52", len(def.Cards))
	}
}
