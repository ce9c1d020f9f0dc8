// Package saved defines the file of a play: it writes and reads one, and replays its answers or reports where they do
// not fit the rules. `rulebound play` and the pages of the report write the same format. It has the set-up of a
// scenario, and each answer as a move of its own, so that moves of scenarios and answers of plays are written alike.
package saved

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
	"rulebound/conformance/scenario"
	"rulebound/conformance/scenario/names"
	"rulebound/conformance/scribe"
	"rulebound/engine"
	"rulebound/show/steps"
)

// Version is the version of the format.
const Version = 1

// Block is the table of the keys of a play file, from which its JSON schema is also made. The forms are those of package scenario.
var Block = grammar.Block{Name: "play", What: "a play", Doc: "A play of a game: its set-up and its answers by name. See docs/play.md.", Keys: []grammar.Key{
	{Name: "version", Form: "int", Doc: "1, the only version of the format", Must: true},
	{Name: "game", Form: "text", Doc: "the folder of the game in data/games", Must: true},
	{Name: "fingerprint", Form: "text", Doc: "of the compiled game that it was played with"},
	{Name: "revision", Form: "text", Doc: "of the repository that it was played with"},
	{Name: "setup", Form: "setup", Doc: "the position that it begins in, and the game options"},
	{Name: "seed", Form: "text", Doc: "of the generator that draws the outcomes of chance; 0 if left out"},
	{Name: "end", Form: "text", Doc: "fingerprint of the position at the end"},
	{Name: "answers", Form: "[move] | empty", Doc: "the answers in order: moves of one answer, outcomes of chance and stances", Must: true},
}}

// bounds limits a play file.
var bounds = source.Bounds{What: "play", Bytes: MaxBytes, Depth: 12, Values: 12 * MaxAnswers, Text: scenario.MaxText}

// MaxBytes is the maximum size of a play file.
const MaxBytes = 8 << 20

// MaxAnswers limits the answers of a play.
const MaxAnswers = 100_000

// File is a play as stored.
type File struct {
	Name        string // for messages
	Game        string
	Fingerprint string
	Revision    string
	Setup       scenario.Setup
	Seed        string
	End         string
	Entries     []Entry
}

// Entry is an answer of a File. Decision is "" if it answers any pending decision.
type Entry struct {
	Pos      diag.Pos
	Seat     string // "" for a stance
	Decision string // for a stance its name, seat.variable
	Value    *source.Node
	Chance   bool
	Stance   bool
}

// String spells an entry as a move on one line.
func (e *Entry) String() string {
	if e.Decision == "" {
		return e.Seat + ": " + e.Value.String()
	}
	return e.Seat + " " + e.Decision + ": " + e.Value.String()
}

// Options returns the game options.
func (f *File) Options() map[string]string {
	out := map[string]string{}
	for _, p := range f.Setup.Options {
		out[p.Key.Value] = p.Value.Value
	}
	return out
}

// Fingerprint returns the fingerprint of a game as text.
func Fingerprint(g *engine.Game) string { return fmt.Sprintf("%016x", g.Fingerprint()) }

// Play is the input of Text.
type Play struct {
	Game    string // its folder
	Setup   steps.Setup
	Replies []names.Reply
	Schema  string // address of the JSON schema, for editors; "" for none
	Release string // revision of the repository; "" for none
}

// Text writes a play, with its game and its present state, as a file.
func (p *Play) Text(g *engine.Game, s *engine.State) []byte {
	var b strings.Builder
	if p.Schema != "" {
		b.WriteString("# yaml-language-server: $schema=" + p.Schema + "\n")
	}
	fmt.Fprintf(&b, "version: %d\ngame: %s\nfingerprint: %q\n", Version, scribe.Word(p.Game), Fingerprint(g))
	if p.Release != "" {
		fmt.Fprintf(&b, "revision: %q\n", p.Release)
	}
	b.WriteString(p.Setup.YAML())
	if p.Setup.Seed != "" {
		b.WriteString("seed: " + p.Setup.Seed + "\n")
	}
	fmt.Fprintf(&b, "end: %q\nanswers:", End(g, s))
	if len(p.Replies) == 0 {
		b.WriteString(" []")
	}
	b.WriteString("\n")
	for i := range p.Replies {
		r := &p.Replies[i]
		pair := scribe.Word(r.Decision) + ": "
		switch {
		case r.Stance:
			b.WriteString("- stance: {" + pair + flow(r.Value) + "}\n")
		case r.Chance:
			b.WriteString("- chance: {" + pair + "[" + flow(r.Value) + "]}\n")
		default:
			b.WriteString("- " + scribe.Word(r.Seat) + ":\n  " + pair + flow(r.Value) + "\n")
		}
	}
	return []byte(b.String())
}

// flow writes a plain value in YAML's flow form.
func flow(v any) string {
	switch v := v.(type) {
	case []any:
		out := make([]string, len(v))
		for i := range v {
			out[i] = flow(v[i])
		}
		return "[" + strings.Join(out, ", ") + "]"
	case map[string]any:
		var out []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			out = append(out, scribe.Word(key)+": "+flow(v[key]))
		}
		return "{" + strings.Join(out, ", ") + "}"
	}
	return scribe.Word(fmt.Sprint(v))
}

// Parse reads a play from the text of a file. The File is nil if the list has an error.
func Parse(name string, text []byte) (*File, diag.List) {
	root, errs := source.Document(name, source.WithoutMark(text), bounds)
	if root == nil {
		return nil, errs
	}
	errs = append(errs, scenario.CheckKeys(root, &Block)...)
	if errs.HasErrors() {
		return nil, errs.Sorted()
	}
	f := &File{Name: name}
	if v, ok := root.Get("version").Int(); !ok || v != Version {
		errs.Errorf(place(root, "version"), "play", "the play must say version: %d", Version).Detailf("This is the only version of the format.")
	}
	for _, k := range []struct {
		key  string
		into *string
	}{{"game", &f.Game}, {"fingerprint", &f.Fingerprint}, {"revision", &f.Revision}, {"seed", &f.Seed}, {"end", &f.End}} {
		n := root.Get(k.key)
		if n == nil {
			continue
		}
		if *k.into = n.Value; n.Kind != source.Scalar {
			errs.Errorf(n.Pos, "play", "%s is a single value, not %s", k.key, n.Kind)
		}
	}
	if f.Game == "" {
		errs.Errorf(root.Pos, "play", "the play does not say of which game it is").Detailf("game: names its folder in data/games.")
	}
	if _, err := strconv.ParseUint(f.Seed, 10, 64); f.Seed != "" && err != nil {
		errs.Errorf(place(root, "seed"), "play", "seed is a whole number, 0 or more")
	}
	setup, list := scenario.ReadSetup(root.Get("setup"), root.Pos)
	f.Setup, errs = setup, append(errs, list...)
	answers := root.Get("answers")
	switch {
	case answers == nil:
		errs.Errorf(root.Pos, "play", "the play has no answers").Detailf("A play of none says answers: []. Is the end of the file missing?")
	case answers.Kind != source.List && answers.Kind != source.Null:
		errs.Errorf(answers.Pos, "play", "answers is a list, not %s", answers.Kind)
	case len(answers.Items) > MaxAnswers:
		errs.Errorf(answers.Pos, "play", "the play has %d answers", len(answers.Items)).Detailf("A play has at most %d.", MaxAnswers)
	default:
		for _, n := range answers.Items {
			f.entry(n, &errs)
		}
	}
	if errs.HasErrors() {
		return nil, errs.Sorted()
	}
	return f, nil
}

// place returns the place of a key, or else that of its mapping.
func place(root *source.Node, key string) diag.Pos {
	if p := root.Pair(key); p != nil {
		return p.Key.Pos
	}
	return root.Pos
}

// entry reads an answer.
func (f *File) entry(n *source.Node, errs *diag.List) {
	line, list := scenario.ReadMove(n)
	if line == nil {
		*errs = append(*errs, list...)
		return
	}
	e := Entry{Pos: line.Pos, Seat: line.Seat}
	one := func(pairs []source.Pair) {
		if len(pairs) == 1 {
			e.Decision, e.Value = pairs[0].Key.Value, pairs[0].Value
		}
	}
	switch {
	case len(line.Stances) > 0:
		e.Stance, e.Seat = true, "stance"
		one(line.Stances)
	case line.Seat == "":
		e.Chance, e.Seat = true, "chance"
		if one(line.Chance); e.Value != nil && len(e.Value.Items) == 1 {
			e.Value = e.Value.Items[0]
		} else {
			e.Value = nil
		}
	case line.Activity != nil || line.Expect != nil || len(line.Chance) > 0 || len(line.Words) > 0 && len(line.Answers) > 0 || len(line.Words) > 1:
	case line.Value != nil:
		e.Value = line.Value
	case len(line.Words) == 1:
		e.Value = names.Word(line.Words[0], line.Pos)
	default:
		one(line.Answers)
	}
	if e.Value == nil {
		errs.Errorf(line.Pos, "play", "an answer of a play is a move of one answer").
			Detailf("For example - red: {site: hill}, written as - red: and below it site: hill; - chance: {roll: [4]}; - stance: {red.ready: yes}.")
	}
	f.Entries = append(f.Entries, e)
}

// Begins returns the set-up of a file, with the seed and the options. The error names what is unknown to the game,
// which is loaded with its options.
func (f *File) Begins(g *engine.Game) (steps.Setup, error) {
	setup, err := f.Setup.Engine(g)
	if err != nil {
		return steps.Setup{}, err
	}
	begin := steps.SetupOf(setup, f.Options())
	begin.Seed = f.Seed
	return begin, nil
}
