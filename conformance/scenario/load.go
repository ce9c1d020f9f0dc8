// This file reads a scenario file into a Script. Keys are strict, and all errors are reported at once with their places.

package scenario

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
	"rulebound/conformance/scenario/names"
	"rulebound/engine"
	"rulebound/engine/def"
)

// MaxBytes is the largest size of a scenario file.
const MaxBytes = 256 << 10

// MaxText is the largest number of characters of a value.
const MaxText = 2000

// bounds limits a scenario file. A file beyond them is an error, whatever it contains.
var bounds = source.Bounds{What: "scenario", Bytes: MaxBytes, Depth: 16, Values: 20000, Text: MaxText}

// parse reads one YAML document. It returns nil and at least one error if the text is unreadable.
func parse(file string, src []byte) (*source.Node, diag.List) {
	return source.Document(file, src, bounds)
}

// Load reads the scenario file name of fsys. The list holds every error; if there is one, the Script is nil.
func Load(fsys fs.FS, name string) (*Script, diag.List) {
	src, err := source.ReadFile(fsys, name, bounds.Bytes)
	if errors.Is(err, source.ErrTooLong) {
		return nil, diag.List{{Summary: "the scenario is too long", Detail: fmt.Sprintf("at most %d KiB; split it", bounds.Bytes>>10), Subject: diag.Pos{File: name}, Code: "text-too-long"}}
	}
	if err != nil {
		return nil, diag.List{{Summary: "cannot read the scenario: " + err.Error(), Subject: diag.Pos{File: name}, Code: "scenario-file"}}
	}
	return Parse(name, src)
}

// Files lists the scenario files of a game's folder, <section>/<name>.yaml, in name order. A file elsewhere is an
// error, since it would never be played.
func Files(fsys fs.FS, dir string) ([]string, error) {
	var files []string
	err := fs.WalkDir(fsys, dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case strings.HasPrefix(d.Name(), ".") && name != dir:
			return fmt.Errorf("%s: hidden files are not played; give it a name without a leading dot, or remove it", name)
		case name != dir && source.OddName(d.Name()) != "":
			return fmt.Errorf("%s: %s", name, source.OddName(d.Name()))
		case d.IsDir():
			return nil
		case path.Ext(name) != ".yaml":
			return fmt.Errorf("%s: only .yaml files are allowed here", name)
		case path.Dir(path.Dir(name)) != path.Clean(dir):
			return fmt.Errorf("%s: a scenario belongs in a folder of its rule section", name)
		}
		files = append(files, name)
		return nil
	})
	return files, err
}

// Parse reads a scenario from its text; file names it in messages and determines the Script's Name and Section.
func Parse(file string, src []byte) (*Script, diag.List) {
	root, errs := parse(file, src)
	if root == nil {
		return nil, errs
	}
	l := loader{}
	s := l.script(root)
	s.File, s.Source = file, src
	s.Name = strings.TrimSuffix(path.Base(file), path.Ext(file))
	s.Section = path.Base(path.Dir(file))
	if l.errs.HasErrors() {
		return nil, l.errs.Sorted()
	}
	return s, nil
}

// ParseLine reads one move in YAML's flow form, such as `{red: settle, spaces: [hill]}`, for tests that construct
// moves. It panics on an error: the text is part of the program.
func ParseLine(text string) *Line {
	root, errs := parse("line", []byte(text))
	l := loader{errs: errs}
	var line *Line
	if root != nil {
		line = l.line(root)
	}
	if l.errs.HasErrors() {
		panic(l.errs.Error())
	}
	return line
}

// ParseNode reads a value in YAML's flow form, for tests that construct claims. It panics on an error.
func ParseNode(text string) *source.Node {
	n, errs := parse("value", []byte(text))
	if n == nil {
		panic(errs.Error())
	}
	return n
}

type loader struct{ errs diag.List }

func (l *loader) fail(pos diag.Pos, summary, detail string) {
	l.errs = append(l.errs, diag.Diagnostic{Summary: summary, Detail: detail, Subject: pos, Code: "scenario"})
}

// keys checks that n is a mapping with only the keys of a block of the table.
func (l *loader) keys(n *source.Node, block string) bool {
	l.errs = append(l.errs, CheckKeys(n, grammar.Find(Blocks, block))...)
	return n != nil && n.Kind == source.Map
}

// CheckKeys checks that n is a mapping with only the keys of a block and returns the errors. A nil node is valid.
func CheckKeys(n *source.Node, b *grammar.Block) diag.List {
	l, allowed := loader{}, b.Names()
	if n == nil {
		return nil
	}
	if n.Kind != source.Map {
		l.fail(n.Pos, b.What+" is a mapping, not "+n.Kind.String(), "Its keys are "+strings.Join(allowed, ", ")+".")
	}
	for _, p := range n.Pairs {
		if slices.Contains(allowed, p.Key.Value) {
			continue
		}
		detail := "The keys are " + strings.Join(allowed, ", ") + "."
		if near := diag.Near(p.Key.Value, allowed); near != "" {
			detail = "Did you mean " + near + "? " + detail
		}
		l.fail(p.Key.Pos, b.What+" has no key "+p.Key.Value, detail)
	}
	return l.errs
}

// ReadSetup reads the set-up of a file that is not a scenario; a nil n is the declared initial position, with the place at.
func ReadSetup(n *source.Node, at diag.Pos) (Setup, diag.List) {
	l := loader{}
	s := l.setup(n, at)
	return s, l.errs
}

// ReadMove reads a move of a file that is not a scenario. It returns nil if the list has an error.
func ReadMove(n *source.Node) (*Line, diag.List) {
	l := loader{}
	line := l.line(n)
	if l.errs.HasErrors() {
		return nil, l.errs
	}
	return line, nil
}

func (l *loader) text(n *source.Node, what string) string {
	if n == nil {
		return ""
	}
	if n.Kind != source.Scalar {
		l.fail(n.Pos, what+" is a single value, not "+n.Kind.String(), "")
		return ""
	}
	return n.Value
}

// texts reads a list of scalars; a scalar is a list of one.
func (l *loader) texts(n *source.Node, what string) []string {
	switch {
	case n == nil || n.Kind == source.Null:
		return nil
	case n.Kind == source.Scalar:
		return []string{n.Value}
	case n.Kind != source.List:
		l.fail(n.Pos, what+" is a list, not "+n.Kind.String(), "")
		return nil
	}
	out := make([]string, 0, len(n.Items))
	for _, item := range n.Items {
		out = append(out, l.text(item, "an entry of "+what))
	}
	return out
}

func (l *loader) pairs(n *source.Node, what string) []source.Pair {
	if n == nil {
		return nil
	}
	if n.Kind != source.Map {
		l.fail(n.Pos, what+" is a mapping, not "+n.Kind.String(), "")
		return nil
	}
	return n.Pairs
}

func (l *loader) list(n *source.Node, what string) []*source.Node {
	if n == nil || n.Kind == source.Null {
		return nil
	}
	if n.Kind != source.List {
		l.fail(n.Pos, what+" is a list, not "+n.Kind.String(), "")
		return nil
	}
	return n.Items
}

func (l *loader) script(root *source.Node) *Script {
	s := &Script{}
	if !l.keys(root, "scenario") {
		return s
	}
	if v, ok := root.Get("version").Int(); !ok || v != Version {
		pos := root.Pos
		if n := root.Get("version"); n != nil {
			pos = n.Pos
		}
		l.fail(pos, "the scenario must say version: 1", "this is the only version of the format")
	}
	s.Title = l.text(root.Get("title"), "title")
	s.Game, s.GamePos = l.text(root.Get("game"), "game"), root.Pos
	if n := root.Get("game"); n != nil {
		s.GamePos = n.Pos
	}
	s.Rules = l.texts(root.Get("rules"), "rules")
	for i := range s.Rules {
		n := root.Get("rules")
		if n.Kind == source.List {
			n = n.Items[i]
		}
		s.RulePos = append(s.RulePos, n.Pos)
	}
	for _, need := range []struct{ name, value string }{{"title", s.Title}, {"game", s.Game}} {
		if need.value == "" {
			l.fail(root.Pos, "the scenario lacks "+need.name, "")
		}
	}
	if strings.ContainsAny(s.Title, "\n\r") {
		l.fail(root.Get("title").Pos, "a title is one line", "")
	}
	if len(s.Rules) == 0 {
		l.fail(root.Pos, "the scenario names no rule", "rules: lists the clauses it is about")
	}
	if n := root.Get("seed"); n != nil {
		v, ok := n.Int()
		if !ok || v < 0 {
			l.fail(n.Pos, "seed is a whole number, 0 or more", "")
		}
		seed := uint64(v)
		s.Seed = &seed
	}
	s.Chance = l.chance(root.Get("chance"))
	for _, word := range l.texts(root.Get("show"), "show") {
		if word != "options" {
			l.fail(root.Get("show").Pos, "show knows only options, not "+word, "")
		}
		s.Options = true
	}
	s.Setup = l.setup(root.Get("setup"), root.Pos)
	l.after(root, s)
	for _, n := range l.list(root.Get("moves"), "moves") {
		if n.Kind == source.Map && len(n.Pairs) == 1 && n.Pairs[0].Key.Value == "expect" {
			s.Items = append(s.Items, Item{Expect: l.expect(n.Pairs[0].Value)})
			continue
		}
		if line := l.line(n); line != nil {
			s.Items = append(s.Items, Item{Line: line})
		}
	}
	if n := root.Get("expect"); n != nil {
		s.Items = append(s.Items, Item{Expect: l.expect(n)})
	}
	if !s.expects() && !l.errs.HasErrors() {
		l.fail(root.Pos, "the scenario expects nothing", "A script without an expectation proves nothing. Write under expect what the rule demands.")
	}
	return s
}

// expects reports whether the script has an expectation; that each claims something is checked elsewhere.
func (s *Script) expects() bool {
	return slices.ContainsFunc(s.Items, func(i Item) bool {
		return i.Expect != nil || i.Line != nil && i.Line.Expect != nil
	})
}

func (l *loader) setup(n *source.Node, at diag.Pos) Setup {
	s := Setup{Pos: at, places: map[engine.SetupEntry]diag.Pos{}}
	if n == nil {
		return s
	}
	s.Pos = n.Pos
	if !l.keys(n, "setup") {
		return s
	}
	if id := n.Get("scenario"); id != nil {
		s.Scenario = l.text(id, "scenario")
		s.places[engine.SetupEntry{Field: "ID", Name: s.Scenario}] = id.Pos
	}
	s.Options = l.pairs(n.Get("options"), "options")
	for _, p := range s.Options {
		l.text(p.Value, "option "+p.Key.Value)
	}
	if deck := n.Get("deck"); deck != nil {
		l.pile(&s, "deck", deck, deck.Pos)
	}
	for _, p := range l.pairs(n.Get("piles"), "piles") {
		if p.Key.Value == "deck" && n.Get("deck") != nil {
			l.fail(p.Key.Pos, "the deck is given twice", "give it as deck: or under piles:")
		}
		l.pile(&s, p.Key.Value, p.Value, p.Key.Pos)
	}
	s.Values = l.pairs(n.Get("values"), "values")
	for _, p := range s.Values {
		if p.Value.Kind == source.List {
			l.texts(p.Value, "value "+p.Key.Value)
		} else {
			l.text(p.Value, "value "+p.Key.Value)
		}
		s.places[engine.SetupEntry{Field: "Values", Name: p.Key.Value}] = p.Value.Pos
	}
	s.Pieces = l.pairs(n.Get("pieces"), "pieces")
	for _, zone := range s.Pieces {
		s.places[engine.SetupEntry{Field: "Pieces", Name: zone.Key.Value}] = zone.Key.Pos
		for _, p := range l.pairs(zone.Value, "pieces of "+zone.Key.Value) {
			if v, ok := p.Value.Int(); !ok || v < 0 || v > def.MaxPieces {
				hint := ""
				if p.Value.Kind == source.Map && len(p.Value.Pairs) > 0 {
					hint = fmt.Sprintf("; a status is part of the name: write %s.%s: n", p.Key.Value, p.Value.Pairs[0].Key.Value)
				}
				l.fail(p.Value.Pos, fmt.Sprintf("the count of %s is a whole number, 0 to %d%s", p.Key.Value, def.MaxPieces, hint), "")
			}
			s.places[engine.SetupEntry{Field: "Pieces", Name: zone.Key.Value, Within: p.Key.Value}] = p.Value.Pos
		}
	}
	s.Lasting = l.texts(n.Get("lasting"), "lasting")
	for _, id := range n.Get("lasting").List() {
		s.places[engine.SetupEntry{Field: "Lasting", Name: id.Value}] = id.Pos
	}
	return s
}

// pile reads the cards of a pile.
func (l *loader) pile(s *Setup, pile string, cards *source.Node, at diag.Pos) {
	s.Piles = append(s.Piles, PileCards{Pile: pile, Cards: l.texts(cards, "pile "+pile), Pos: at})
	s.places[engine.SetupEntry{Field: "Piles", Name: pile}] = at
	for _, card := range cards.List() {
		s.places[engine.SetupEntry{Field: "Piles", Name: pile, Within: card.Value}] = card.Pos
	}
}

// chance reads outcomes by name: a list in order; a scalar is a list of one.
func (l *loader) chance(n *source.Node) []source.Pair {
	pairs := slices.Clone(l.pairs(n, "chance"))
	for i, p := range pairs {
		switch p.Value.Kind {
		case source.Scalar:
			pairs[i].Value = &source.Node{Kind: source.List, Items: []*source.Node{p.Value}, Pos: p.Value.Pos}
		case source.List:
		default:
			l.fail(p.Value.Pos, "the outcomes of "+p.Key.Value+" are a list, not "+p.Value.Kind.String(), "")
		}
	}
	return pairs
}

// line reads a move. Its first key is the seat, chance or stance; the other keys are answers.
func (l *loader) line(n *source.Node) *Line {
	if len(n.Pairs) == 0 {
		l.fail(n.Pos, "a move is a mapping that begins with the seat, not "+n.Kind.String(), "for example - red: settle")
		return nil
	}
	first := n.Pairs[0]
	line := &Line{Pos: first.Key.Pos, Text: first.Key.Value}
	if first.Key.Value == "chance" {
		line.Chance = l.chance(first.Value)
		if len(n.Pairs) > 1 {
			l.fail(n.Pairs[1].Key.Pos, "a line of chance has no other key", "to script chance within a move, put chance: after the seat")
		}
		return line
	}
	if first.Key.Value == "stance" {
		l.stances(line, n)
		return line
	}
	line.Seat = first.Key.Value
	switch first.Value.Kind {
	case source.Null:
	case source.Scalar:
		line.Words = strings.Fields(first.Value.Value)
		line.Text += ": " + strings.Join(line.Words, " ")
	case source.Map:
		line.Words = []string{names.PairText(first.Value)}
		line.Text += ": {" + line.Words[0] + "}"
		if line.Value = first.Value; len(line.Value.Pairs) != 1 || line.Value.Pairs[0].Value.Kind != source.Scalar {
			l.fail(first.Value.Pos, "a mapping behind the seat is the answer to a decision about a pair", "for example - red: {a1: a4}; answers by the names of decisions are keys of their own, below the seat")
		}
	default:
		line.Value, line.Words = first.Value, []string{names.PairText(first.Value)}
		line.Text += ": " + line.Words[0]
	}
	for _, p := range n.Pairs[1:] {
		switch p.Key.Value {
		case "activity":
			line.Activity = l.activity(p)
		case "chance":
			line.Chance = l.chance(p.Value)
		case "expect":
			line.Expect = l.expect(p.Value)
		case "stance":
			l.fail(p.Key.Pos, "a stance is not a part of a move", "write - stance: {…} before the move")
		default:
			line.Answers = append(line.Answers, p)
		}
	}
	line.Tried = tried(line.Words, n.Pairs[1:])
	return line
}

// tried spells what a move tries: its words and its answers.
func tried(words []string, pairs []source.Pair) string {
	pairs = slices.DeleteFunc(slices.Clone(pairs), func(p source.Pair) bool { return p.Key.Value == "chance" || p.Key.Value == "expect" })
	if len(pairs) > 0 {
		words = append(slices.Clone(words), (&source.Node{Kind: source.Map, Pairs: pairs}).String())
	}
	return strings.Join(words, " ")
}

// stances reads a line of stances.
func (l *loader) stances(line *Line, n *source.Node) {
	line.Stances = l.pairs(n.Pairs[0].Value, "stance")
	for _, p := range line.Stances {
		line.Words = append(line.Words, p.Key.Value+":", l.text(p.Value, "the stance "+p.Key.Value))
	}
	line.Text += ": " + strings.Join(line.Words, " ")
	line.Tried = strings.Join(line.Words, " ")
	if len(line.Stances) == 0 {
		l.fail(n.Pos, "this sets no stance", "for example - stance: {red.ready: yes}")
	}
	if len(n.Pairs) > 1 {
		l.fail(n.Pairs[1].Key.Pos, "a line of stances has no other key", "for example - stance: {red.ready: yes}")
	}
}

func (l *loader) activity(p source.Pair) *Activity {
	a := &Activity{Pos: p.Key.Pos}
	if p.Value.Kind == source.Scalar {
		a.Name = p.Value.Value
		return a
	}
	for _, q := range l.pairs(p.Value, "activity") {
		switch q.Key.Value {
		case "name":
			a.Name = l.text(q.Value, "name")
		case "at":
			a.At, a.After = l.moment(q.Value)
		default:
			a.Answers = append(a.Answers, q)
		}
	}
	if a.Name == "" {
		l.fail(p.Key.Pos, "the activity has no name", "activity: {name: …, at: before | after | after MEMBER, …answers}")
	}
	return a
}

func (l *loader) moment(n *source.Node) (When, string) {
	words := strings.Fields(l.text(n, "at"))
	switch {
	case len(words) == 1 && words[0] == "before":
		return Before, ""
	case len(words) == 1 && words[0] == "after":
		return AfterAll, ""
	case len(words) == 2 && words[0] == "after":
		return AfterMember, words[1]
	}
	l.fail(n.Pos, "at is before, after, or after MEMBER", "after hill: when the first action has resolved hill, before its next space")
	return AfterAll, ""
}
