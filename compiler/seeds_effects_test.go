package compiler_test

// The first drafts of the format wrote effects, macros, actions and operations in their own vocabulary. These tests compile each
// of their fragments, completed to a game, and play it. If a document has a defect, the test plays both forms and shows the
// difference.

import (
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/compiler/diag"
	"rulebound/engine"
	"rulebound/engine/def"
)

const fragmentDir = "testdata/seeds/fragments"

// fragment compiles a page of fragments beside the board; each pair of edits replaces a text of the page.
func fragment(t *testing.T, page string, edits ...string) (*def.GameDef, diag.List) {
	t.Helper()
	files := fstest.MapFS{}
	for _, name := range []string{basePage, page} {
		data, err := os.ReadFile(path.Join(fragmentDir, name))
		if err != nil {
			t.Fatal(err)
		}
		files["game/"+name] = &fstest.MapFile{Data: data}
	}
	text := string(files["game/"+page].Data)
	for i := 0; i < len(edits); i += 2 {
		if !strings.Contains(text, edits[i]) {
			t.Fatalf("%s does not say %q", page, edits[i])
		}
		text = strings.ReplaceAll(text, edits[i], edits[i+1])
	}
	files["game/"+page] = &fstest.MapFile{Data: []byte(text)}
	def, _, list := compiler.Compile(files, "game")
	return def, list
}

type table struct {
	t     *testing.T
	game  *engine.Game
	state *engine.State
}

func begin(t *testing.T, page string, at engine.Setup, edits ...string) *table {
	t.Helper()
	def, list := fragment(t, page, edits...)
	if strings.HasSuffix(page, "-defect.md") && !list.HasErrors() {
		list = nil // warnings of a defect are tested elsewhere
	}
	return sit(t, def, list, at)
}

func beginText(t *testing.T, text string, at engine.Setup) *table {
	t.Helper()
	def, _, list := compileText(text)
	return sit(t, def, list, at)
}

func sit(t *testing.T, gd *def.GameDef, list diag.List, at engine.Setup) *table {
	t.Helper()
	report(t, list)
	game, err := engine.Load(gd, nil)
	if err != nil {
		t.Fatal(err)
	}
	state, err := game.New(at)
	if err != nil {
		t.Fatal(err)
	}
	return &table{t, game, state}
}

// asked checks the present decision.
func (b *table) asked(name, seat string) *engine.Decision {
	b.t.Helper()
	d := b.state.Decision()
	if d == nil {
		b.t.Fatalf("the game is over, want the decision %s", name)
	}
	if d.Name != name || d.Seat < 0 || b.game.Def().Seats[d.Seat].ID != seat {
		b.t.Fatalf("decision %s of seat %d, want %s of %s", d.Name, d.Seat, name, seat)
	}
	return d
}

func (b *table) over() {
	b.t.Helper()
	if d := b.state.Decision(); d != nil {
		b.t.Fatalf("the decision %s is up, want the end", d.Name)
	}
}

func (b *table) apply(a engine.Answer) {
	b.t.Helper()
	if err := b.state.Apply(a); err != nil {
		b.t.Fatal(err)
	}
}

// members returns the names of the present decision's members, in order.
func (b *table) members() string {
	d := b.state.Decision()
	var words []string
	for _, m := range d.Members {
		words = append(words, b.game.Format(m, d.Elem))
	}
	return strings.Join(words, " ")
}

// options returns the names of the present menu's options.
func (b *table) options() string {
	var words []string
	for _, o := range b.state.Decision().Options {
		words = append(words, o.Name)
	}
	return strings.Join(words, " ")
}

// choose answers a decision by the names of members or of an option.
func (b *table) choose(names ...string) {
	b.t.Helper()
	d := b.state.Decision()
	for _, o := range d.Options {
		if o.Name == names[0] {
			b.apply(engine.Answer{Option: o.Index})
			return
		}
	}
	var set int64
	for _, m := range d.Members {
		if slices.Contains(names, b.game.Format(m, d.Elem)) {
			set |= 1 << uint(m)
			if d.Kind == def.One {
				b.apply(engine.Answer{Member: m})
				return
			}
		}
	}
	b.apply(engine.Answer{Set: set})
}

// sources counts the pieces that a take offers, by zone.
func (b *table) sources() map[string]int {
	found := map[string]int{}
	for _, e := range b.state.Decision().Entries {
		found[b.game.Def().Zones[e.Zone].ID] += int(e.Available)
	}
	return found
}

func (b *table) takeAll() {
	b.t.Helper()
	var counts []int32
	for _, e := range b.state.Decision().Entries {
		counts = append(counts, e.Available)
	}
	b.apply(engine.Answer{Counts: counts})
}

func (b *table) is(name, want string) {
	b.t.Helper()
	v, typ, err := b.state.Value(name)
	if err != nil {
		b.t.Fatal(err)
	}
	if got := b.game.Format(v, typ); got != want {
		b.t.Errorf("%s is %s, want %s", name, got, want)
	}
}

func (b *table) says(what, got, want string) {
	b.t.Helper()
	if got != want {
		b.t.Errorf("%s: %q, want %q", what, got, want)
	}
}

// cubesOnTheRoad returns a set-up with cubes of a seat in a space next to a road with an enemy, and two and three steps away.
func cubesOnTheRoad(cube, watch, scout string) engine.Setup {
	return engine.Setup{Pieces: map[string]map[string]int{"port": {cube: 2, scout: 1}, "pike": {watch: 1}, "moor": {watch: 1, "nva-band": 1}}}
}

func TestPatrolSourcesCubesFromSeveralStepsAway(t *testing.T) {
	for _, seat := range []string{"US", "ARVN"} {
		prefix := strings.ToLower(seat)
		edits := []string{"'US'", "'" + seat + "'", "decides: US, as: US, pays: US", "decides: " + seat + ", as: " + seat + ", pays: " + seat, "patrol-us-profile", "patrol-" + prefix + "-profile"}
		position := func() engine.Setup {
			at := cubesOnTheRoad(prefix+"-cube", prefix+"-watch", "us-scout")
			return at
		}
		start := func(page string, at engine.Setup) *table {
			b := begin(t, page, at, edits...)
			b.asked("targetLoCs", seat)
			b.says("spaces to patrol", b.members(), "bend ford pike")
			b.choose("bend")
			return b
		}
		t.Run(seat, func(t *testing.T) {
			b := start("patrol-defect.md", position())
			if got, want := b.sources(), map[string]int{"moor": 1}; !maps.Equal(got, want) {
				t.Errorf("the draft offers %v, want %v", got, want)
			}

			b = start("patrol.md", position())
			d := b.asked("movingCubes", seat)
			if got, want := b.sources(), map[string]int{"port": 2, "pike": 1, "moor": 1}; !maps.Equal(got, want) {
				t.Errorf("cubes come from %v, want %v", got, want)
			}
			if d.Min != 0 || d.Max != 4 {
				t.Errorf("%d to %d cubes, want 0 to 4", d.Min, d.Max)
			}
			b.takeAll()
			b.over()
			b.is("bend."+prefix+"-cube", "2")
			b.is("bend."+prefix+"-watch", "2")
			b.is("port.us-scout", "1")
			b.is("penalty", "2") // set by the macro, at most 2

			at := position() // an enemy on the way
			at.Pieces["ford"] = map[string]int{"vc-band": 1, prefix + "-cube": 1}
			b = start("patrol.md", at)
			if got, want := b.sources(), map[string]int{"ford": 1, "moor": 1}; !maps.Equal(got, want) {
				t.Errorf("past an enemy cubes come from %v, want %v", got, want)
			}
		})
	}
}

func TestArvnChoosesNoMoreSpacesThanItCanPayFor(t *testing.T) {
	for _, k := range []struct {
		which, with string // variables that are true
		resources   int64
		max         int // 0: the operation is impossible
	}{
		{"sweep", "", 6, 2}, {"sweep", "", 3, 1}, {"sweep", "", 9, 3}, {"sweep", "", 5, 1}, {"sweep", "", 2, 0},
		{"sweep", "cap_caps", 9, 2}, {"sweep", "cap_caps", 3, 1}, {"sweep", "limits", 9, 1},
		{"assault", "", 6, 2}, {"assault", "mom_bodyCount", 0, 6}, {"assault", "cap_abrams", 9, 2}, {"assault", "cap_abrams", 4, 1},
		{"assault", "cap_abrams mom_bodyCount", 0, 2}, {"assault", "", 0, 0},
	} {
		at := engine.Setup{Cells: map[string]int64{"arvnResources": k.resources}, Values: map[string]string{"which": k.which}}
		for _, name := range strings.Fields(k.with) {
			at.Values[name] = "true"
		}
		name := k.which + " " + k.with
		if k.max == 0 {
			def, list := fragment(t, "afford-arvn.md")
			report(t, list)
			game, err := engine.Load(def, nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := game.New(at); err == nil {
				t.Errorf("%s with %d resources goes ahead", name, k.resources)
			}
			continue
		}
		b := begin(t, "afford-arvn.md", at)
		if d := b.asked("targetSpaces", "ARVN"); d.Max != k.max {
			t.Errorf("%s with %d resources in up to %d spaces, want %d", name, k.resources, d.Max, k.max)
		}
		draft := begin(t, "afford-arvn.md", at, "{ op: floorDiv, left: { ref: gvar, var: arvnResources }, right: 3 }", "99")
		limited := map[bool]int{true: 1, false: 6}[k.with == "limits"]
		if strings.Contains(k.with, "cap_") {
			limited = 2
		}
		if d := draft.asked("targetSpaces", "ARVN"); d.Max != limited {
			t.Errorf("%s of the draft in up to %d spaces, want %d", name, d.Max, limited)
		}
	}
	b := begin(t, "afford-arvn.md", engine.Setup{Cells: map[string]int64{"arvnResources": 7}})
	b.choose("mill", "port")
	b.over()
	b.is("arvnResources", "1")
}

// The document abbreviates one bound, which is not valid in the format.
func TestAbbreviationOfABoundIsReported(t *testing.T) {
	_, list := fragment(t, "afford-arvn.md", "args: [2, { op: floorDiv, left: { ref: gvar, var: arvnResources }, right: 3 }]", "args: [2, floorDiv(arvnResources, 3)]")
	if !list.HasErrors() {
		t.Error("floorDiv(…) in a list of operands is taken")
	}
}

func TestInsurgentsChooseNoMoreSpacesThanTheyCanPayFor(t *testing.T) {
	everywhere := map[string]map[string]int{}
	for _, z := range []string{"bend", "ford", "pike", "mill", "port", "moor"} {
		everywhere[z] = map[string]int{"vc-band": 1}
	}
	for _, k := range []struct {
		which, seat, with string
		resources         int64
		max               int
	}{
		{"rally", "NVA", "", 3, 3}, {"rally", "NVA", "gift", 1, 6}, {"rally", "NVA", "limits", 3, 1},
		{"attack", "VC", "", 5, 5}, {"attack", "VC", "gift", 0, 6},
	} {
		at := engine.Setup{Cells: map[string]int64{strings.ToLower(k.seat) + "Resources": k.resources}, Values: map[string]string{"which": k.which}, Pieces: everywhere}
		for _, name := range strings.Fields(k.with) {
			at.Values[name] = "true"
		}
		if d := begin(t, "afford-insurgent.md", at).asked("targetSpaces", k.seat); d.Max != k.max {
			t.Errorf("%s %s with %d resources in up to %d spaces, want %d", k.which, k.with, k.resources, d.Max, k.max)
		}
	}
	for _, which := range []string{"rally", "attack"} { // there is no choice without resources
		begin(t, "afford-insurgent.md", engine.Setup{Values: map[string]string{"which": which}, Pieces: everywhere}).over()
	}

	at := engine.Setup{Values: map[string]string{"which": "march"}, Pieces: everywhere}
	b := begin(t, "afford-insurgent.md", at)
	b.asked("targetSpaces", "VC")
	b.says("destinations without resources", b.members(), "bend ford pike")
	at.Cells = map[string]int64{"vcResources": 2}
	b = begin(t, "afford-insurgent.md", at)
	b.says("destinations with resources", b.members(), "bend ford pike mill port moor")
	b.choose("bend", "mill", "moor")
	b.is("vcResources", "0")
	// With the document's form, march is bounded by the resources, too: without resources it allows not even a road.
	at.Cells = nil
	begin(t, "afford-insurgent.md", at, "      min: 0\n      max: 99\n", "      min: 0\n      max: {ref: gvar, var: {param: resourceVar}}\n").over()
}

// Two of the three roads can be sabotaged; one marker is left for them, or enough.
func TestSabotageIsAChoiceOnlyWhenMarkersAreShort(t *testing.T) {
	position := func(placed int64) engine.Setup {
		return engine.Setup{Cells: map[string]int64{"terrorSabotageMarkersPlaced": placed}, Pieces: map[string]map[string]int{
			"bend": {"vc-band": 2, "us-cube": 1}, "pike": {"nva-band": 1}, "ford": {"us-cube": 1, "vc-band": 1}, "mill": {"us-cube": 1}, "port": {"arvn-watch": 1}}}
	}
	for _, page := range []string{"sabotage-defect.md", "sabotage.md"} {
		b := begin(t, page, position(13))
		b.over()
		b.is("bend.sabotage", "1")
		b.is("ford.sabotage", "0")
		b.is("pike.sabotage", "1")
		b.is("terrorSabotageMarkersPlaced", "15")

		b = begin(t, page, position(15))
		b.over()
		b.is("bend.sabotage", "0")
	}

	_, list := fragment(t, "sabotage-defect.md")
	list = withoutUnused(list)
	if len(list) != 1 || list[0].Code != "loop-order" {
		t.Errorf("that the order of the map decides gives %v", list)
	}
	b := begin(t, "sabotage-defect.md", position(14)) // the first on the map
	b.over()
	b.is("bend.sabotage", "1")
	b.is("pike.sabotage", "0")

	b = begin(t, "sabotage.md", position(14))
	d := b.asked("chosenLocs", "VC")
	b.says("roads to sabotage", b.members(), "bend pike")
	if d.Min != 1 || d.Max != 1 {
		t.Errorf("%d to %d roads, want exactly one", d.Min, d.Max)
	}
	b.choose("pike")
	b.over()
	b.is("bend.sabotage", "0")
	b.is("pike.sabotage", "1")
	b.is("terrorSabotageMarkersPlaced", "15")

	at := position(14) // one is already sabotaged, so only the other is left and the decision is forced
	at.Cells["bend.sabotage"] = 1
	b = begin(t, "sabotage.md", at)
	b.over()
	b.is("pike.sabotage", "1")

	at = position(0) // a city without control next to a road
	at.Pieces["port"] = map[string]int{"vc-band": 1}
	b = begin(t, "sabotage.md", at)
	b.is("ford.sabotage", "1")
}

func TestNoShiftWhileThereIsTerror(t *testing.T) {
	for action, k := range map[string]struct{ seat, shift, after string }{
		"coupPacifyUS":   {"US", "shiftSupport", "passiveSupport"},
		"coupPacifyARVN": {"ARVN", "shiftSupport", "passiveSupport"},
		"coupAgitateVC":  {"VC", "shiftOpposition", "passiveOpposition"},
	} {
		t.Run(action, func(t *testing.T) {
			at := func() engine.Setup {
				return engine.Setup{Cells: map[string]int64{"mill.terror": 1, "arvnResources": 9, "vcResources": 9}, Values: map[string]string{"who": k.seat}}
			}
			start := func(page string, at engine.Setup) *table {
				b := begin(t, page, at)
				b.says("actions", b.options(), action+" done")
				b.choose(action)
				return b
			}
			b := start("terror-defect.md", at())
			b.choose("mill")
			b.says("of the draft, with terror", b.members(), "removeTerror "+k.shift)

			b = start("terror.md", at())
			b.asked("targetSpace", k.seat)
			b.says("spaces", b.members(), "mill port moor")
			b.choose("mill")
			b.over() // terror can only be removed
			b.is("mill.terror", "0")
			b.is("mill.supportOpposition", "neutral")

			b = start("terror.md", at())
			b.choose("moor")
			b.over() // there is no terror to remove
			b.is("moor.supportOpposition", k.after)
			b.is("moor.coupSupportShiftCount", "one")

			twice := at()
			twice.Values["moor.coupSupportShiftCount"] = "two"
			b = start("terror.md", twice)
			b.says("spaces not shifted twice", b.members(), "mill port")

			poor := at()
			poor.Cells["arvnResources"], poor.Cells["vcResources"] = 0, 0
			begin(t, "terror.md", poor).over() // done is the only option
		})
	}
}

func TestPivotalEventIsPlayedOnce(t *testing.T) {
	own := []struct{ seat, card string }{{"US", "card-121"}, {"ARVN", "card-123"}, {"NVA", "card-122"}, {"VC", "card-124"}}
	b := begin(t, "pivotal-defect.md", engine.Setup{})
	for range 3 {
		for _, o := range own {
			b.asked("move", o.seat)
			b.choose("pivotalEvent") // it has only one card
		}
	}
	b.over()

	b = begin(t, "pivotal.md", engine.Setup{})
	for _, o := range own {
		b.asked("move", o.seat)
		b.says("options of "+o.seat, b.options(), "pivotalEvent pass")
		if o.seat == "NVA" {
			b.choose("pass")
			continue
		}
		b.choose("pivotalEvent")
		b.is("pivotalUsed_"+strings.Replace(o.card, "-", "", 1), "1")
	}
	b.asked("move", "NVA") // the only seat with an option other than pass
	b.choose("pivotalEvent")
	b.over()
	b.is("pivotalUsed_card122", "1")
}
