// Package corpus finds the games, scenarios and goldens of a repository and plays the scenarios. The suite and the
// command line are built on it.
package corpus

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync"

	"rulebound/compiler"
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/board"
	"rulebound/conformance/coverage"
	"rulebound/conformance/golden"
	"rulebound/conformance/listing"
	"rulebound/conformance/scenario"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Folders below the root of the repository.
const (
	GamesDir     = "data/games"
	ScenariosDir = "scenarios"
	GoldensDir   = "goldens"
)

// Corpus holds all games with their scenarios.
type Corpus struct {
	Games []*Game
}

// Game is a compiled game with its scenarios.
type Game struct {
	ID    string // name of its folder
	Def   *def.GameDef
	Book  *compiler.Book
	Cases []*Case

	explained coverage.Explained // what no scenario can show

	mu     sync.Mutex
	loaded map[loading]*engine.Game
	byRule coverage.Nodes // computed when first used
	known  []string       // sections and clauses
	has    map[string]bool
}

// nodes returns the nodes of the game by their rules.
func (g *Game) nodes() coverage.Nodes {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.byRule == nil {
		g.byRule = coverage.NodesOf(g.Def)
	}
	return g.byRule
}

// Case is a scenario of a game.
type Case struct {
	Game   *Game
	Script *scenario.Script

	once   sync.Once
	played *Play // the play that Played caches
}

// Name returns <game>/<section>/<scenario>.
func (c *Case) Name() string { return golden.Name(c.Game.ID, c.Script.ID()) }

// Play is the outcome of playing a case.
type Play struct {
	Case     *Case
	Result   *scenario.Result
	Lines    []trace.Line
	Size     int // length of the trace as text, in bytes
	Coverage coverage.Run
}

// Trace returns the trace as text.
func (p *Play) Trace() []byte { return trace.Text(p.Lines) }

// Problem returns all problems of the play as one error, nil if there are none: those of the script, a trace that is
// too long, and clauses that the scenario names but does not show.
func (p *Play) Problem() error {
	errs := []error{p.Result.Problem()}
	if p.Size > golden.MaxBytes {
		errs = append(errs, fmt.Errorf("%s: the trace is longer than the %d bytes that a golden may have", p.Case.Script.File, golden.MaxBytes))
	}
	if p.Result.Err == nil {
		for _, rule := range p.Unfounded() {
			errs = append(errs, fmt.Errorf("%s: it names clause %s, but executes no node of it and proves it by no expectation", p.Case.Script.File, rule))
		}
	}
	return errors.Join(errs...)
}

// Unfounded lists the clauses that the scenario names but neither executed nor proved.
func (p *Play) Unfounded() []string {
	var out []string
	nodes := p.Case.Game.nodes()
	for _, rule := range p.Case.Script.Rules {
		if !slices.Contains(p.Coverage.Proved, rule) && !p.Coverage.Executed(nodes[rule]) {
			out = append(out, rule)
		}
	}
	return out
}

// Broken is the error of an unreadable rulebook or scenario. Source returns the text of a file, for excerpts.
type Broken struct {
	What   string
	File   string // of the scenario; "" for a rulebook
	List   diag.List
	Source func(file string) []byte
}

// Error implements error.
func (b *Broken) Error() string { return b.What + ":\n" + b.List.Error() }

// Open reads the corpus below the root of fsys. The error joins a *Broken for each unreadable game or scenario; the
// corpus, never nil, holds the others.
func Open(fsys fs.FS) (*Corpus, error) { return open(fsys, compiler.Compile) }

// OpenRevision is Open for another revision of the repository, whose games use the library rulebooks of that revision if it has any.
func OpenRevision(fsys fs.FS) (*Corpus, error) { return open(fsys, compileOf(fsys)) }

// OpenRules compiles a game without reading its scenarios.
func OpenRules(fsys fs.FS, id string) (*Game, error) { return openRules(fsys, id, compiler.Compile) }

// OpenRulesOfRevision is OpenRules for another revision of the repository; see OpenRevision.
func OpenRulesOfRevision(fsys fs.FS, id string) (*Game, error) {
	return openRules(fsys, id, compileOf(fsys))
}

// compileOf returns a compile that uses the library rulebooks of a revision of the repository, if it has any.
func compileOf(fsys fs.FS) compile {
	libraries, err := fs.Sub(fsys, "compiler")
	if err == nil {
		_, err = fs.Stat(libraries, "library")
	}
	if err != nil {
		return compiler.Compile
	}
	return func(fsys fs.FS, dir string) (*def.GameDef, *compiler.Book, diag.List) {
		return compiler.CompileWith(libraries, fsys, dir)
	}
}

// compile compiles the rulebook in a folder.
type compile func(fsys fs.FS, dir string) (*def.GameDef, *compiler.Book, diag.List)

func open(fsys fs.FS, compile compile) (*Corpus, error) {
	c := &Corpus{}
	games, err := Games(fsys)
	if games == nil {
		return c, err
	}
	errs := []error{err}
	for _, id := range games {
		g, err := openGame(fsys, id, compile, scenario.Load)
		errs = append(errs, err)
		if g != nil {
			c.Games = append(c.Games, g)
		}
	}
	errs = append(errs, strays(fsys, games))
	return c, errors.Join(errs...)
}

// OpenGame compiles a game and reads its scenarios.
func OpenGame(fsys fs.FS, id string) (*Game, error) {
	return openGame(fsys, id, compiler.Compile, scenario.Load)
}

func openRules(fsys fs.FS, id string, compile compile) (*Game, error) {
	if err := Find(fsys, id); err != nil {
		return nil, err
	}
	def, book, list := compile(fsys, path.Join(GamesDir, id))
	if def == nil {
		b := &Broken{What: "the rulebook of " + id + " does not compile", List: list}
		if book != nil {
			b.Source = book.Source
		}
		return nil, b
	}
	g := &Game{ID: id, Def: def, Book: book, loaded: map[loading]*engine.Game{}, known: coverage.Known(book), has: map[string]bool{}}
	for _, name := range g.known {
		g.has[name] = name != ""
	}
	return g, nil
}

// openGame compiles a game and loads its scenarios.
func openGame(fsys fs.FS, id string, compile compile, load func(fs.FS, string) (*scenario.Script, diag.List)) (*Game, error) {
	g, err := openRules(fsys, id, compile)
	if err != nil {
		return nil, err
	}
	dir := path.Join(ScenariosDir, id)
	files, err := scenario.Files(fsys, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return g, nil
	}
	errs := []error{err, g.explain(fsys)}
	for _, file := range files {
		script, list := load(fsys, file)
		if script != nil {
			list = append(list, g.check(script)...)
		}
		if list.HasErrors() {
			errs = append(errs, brokenScenario(fsys, file, list))
			continue
		}
		g.Cases = append(g.Cases, &Case{Game: g, Script: script})
	}
	errs = append(errs, g.link(fsys))
	return g, errors.Join(errs...)
}

// link resolves `after` references between scenarios and removes the scenarios for which that fails.
func (g *Game) link(fsys fs.FS) error {
	var scripts []*scenario.Script
	for _, c := range g.Cases {
		scripts = append(scripts, c.Script)
	}
	var errs []error
	bad := scenario.Link(scripts)
	g.Cases = slices.DeleteFunc(g.Cases, func(c *Case) bool {
		list := bad[c.Script]
		if list != nil {
			errs = append(errs, brokenScenario(fsys, c.Script.File, list))
		}
		return list != nil
	})
	return errors.Join(errs...)
}

// brokenScenario returns the error of a scenario. Its file is reread at most once, however many excerpts are printed.
func brokenScenario(fsys fs.FS, file string, list diag.List) *Broken {
	text := sync.OnceValue(func() []byte {
		text, _ := source.ReadFile(fsys, file, source.MaxBytes)
		return text
	})
	return &Broken{What: "the scenario " + file + " cannot be used", File: file, List: list, Source: func(name string) []byte {
		if name != file {
			return nil
		}
		return text()
	}}
}

// Beside reads the optional file GAME<end> next to the scenario folders of a game. Without the file, out is the zero value.
func Beside[T any](fsys fs.FS, game, end string, read func(text []byte) (T, error)) (out T, err error) {
	file := path.Join(ScenariosDir, game+end)
	text, err := source.ReadFile(fsys, file, listing.MaxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err == nil {
		out, err = read(text)
	}
	if err != nil {
		return out, fmt.Errorf("%s: %w", file, err)
	}
	return out, nil
}

// Boards reads the wishes for random boards of a game.
func Boards(fsys fs.FS, game string) ([]board.Wish, error) {
	return Beside(fsys, game, boards, board.Read)
}

// explain reads the optional list of what no scenario of the game can show.
func (g *Game) explain(fsys fs.FS) error {
	list, err := Beside(fsys, g.ID, gapsEnd, coverage.ReadExplained)
	if list != nil {
		g.explained = *list
	}
	return err
}

// check checks the game and the clauses that a script names against the rulebook.
func (g *Game) check(s *scenario.Script) diag.List {
	var list diag.List
	if s.Game != g.ID {
		list = append(list, diag.Diagnostic{Summary: "the scenario names the game " + s.Game + " but is in the folder of " + g.ID, Detail: "Write game: " + g.ID + ", or move the file.", Subject: s.GamePos, Code: "scenario"})
	}
	list = append(list, scenario.CheckNames(s, g.Def)...)
	var nearest diag.Speller
	for i, rule := range s.Rules {
		if !g.has[rule] {
			detail := ""
			if near := nearest.Near(rule, g.known); near != "" {
				detail = "Did you mean " + near + "?"
			}
			list = append(list, diag.Diagnostic{Summary: "the rulebook has no clause " + rule, Detail: detail, Subject: s.RulePos[i], Code: "scenario"})
		}
	}
	return list.Sorted()
}

// loading is how a game is loaded: its options, and whether it records coverage, which disables the engine's optimisations.
type loading struct {
	options string
	counted bool
}

// Load returns the game loaded with options and coverage. Games are cached by their options.
func (g *Game) Load(options map[string]string) (*engine.Game, error) {
	return g.load(options, loading{fmt.Sprint(options), true}, engine.WithCoverage())
}

// LoadOptimised returns the game loaded with options and without coverage, as for a normal game. Games are cached by their options.
func (g *Game) LoadOptimised(options map[string]string) (*engine.Game, error) {
	return g.load(options, loading{options: fmt.Sprint(options)})
}

func (g *Game) load(options map[string]string, key loading, how ...engine.LoadOption) (*engine.Game, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if loaded, ok := g.loaded[key]; ok {
		return loaded, nil
	}
	loaded, err := engine.Load(g.Def, options, how...)
	if err == nil {
		g.loaded[key] = loaded
	}
	return loaded, err
}

// Played returns the play of the case, which it plays on the first call only.
func (c *Case) Played() *Play {
	c.once.Do(func() { c.played = c.Play() })
	return c.played
}

// Play plays the case. Plays of one game must not run concurrently: they share its coverage.
func (c *Case) Play() *Play {
	p := &Play{Case: c, Coverage: coverage.Run{Scenario: c.Script.ID(), Rules: c.Script.Rules}}
	g, err := c.Game.Load(scenario.OptionsOf(c.Script))
	if err != nil {
		p.Result = &scenario.Result{Script: c.Script, Err: fmt.Errorf("%s: %w", c.Script.File, err)}
		return p
	}
	before := g.Coverage()
	p.record(g, nil)
	p.Coverage.Proved = p.Result.Proved
	p.Coverage.See(before, g.Coverage())
	return p
}

// Record plays the case on a game that is loaded with its options, without coverage. The observer that watch makes
// gets each event after the recorder of the trace.
func (c *Case) Record(g *engine.Game, watch func(*trace.Recorder) engine.Observer) *Play {
	p := &Play{Case: c}
	p.record(g, watch)
	return p
}

// record plays the case on a loaded game and stores the result and the trace. watch is that of Record, or nil.
func (p *Play) record(g *engine.Game, watch func(*trace.Recorder) engine.Observer) {
	c := p.Case
	header := trace.Header{Title: c.Script.Title, Game: c.Game.ID, Setup: c.Script.Setup.Scenario, Rules: c.Script.Rules}
	options := scenario.OptionsOf(c.Script)
	for _, o := range c.Game.Def.Options {
		if v, ok := options[o.ID]; ok {
			header.Options = append(header.Options, o.ID+"="+v)
		}
	}
	recorder := trace.New(g, header)
	observers := []engine.Observer{recorder}
	if watch != nil {
		observers = append(observers, watch(recorder))
	}
	p.Result = scenario.Play(g, c.Script, observers...)
	if s := p.Result.Session; s != nil {
		recorder.Finish(s.State())
	}
	if recorder.Size() > golden.MaxBytes { // an error; a hundred such traces would not fit in memory
		recorder.Shorten(longTrace)
	}
	p.Lines, p.Size = recorder.Lines(), recorder.Size()
}

// longTrace is how many bytes of a trace that is too long for a golden are kept.
const longTrace = 64 << 10

// Report measures the coverage of the game by plays of its cases. Failed cases cover nothing.
func (g *Game) Report(plays []*Play) *coverage.Report {
	return coverage.Measure(g.Def, g.Book, g.runs(plays), g.beside(plays))
}

// Uncovered returns an error that names each clause of kind rule without a covering scenario or an explanation, and
// each stale explanation. section limits it to a section or clause; "" is the whole rulebook.
func (g *Game) Uncovered(r *coverage.Report, section string) error {
	var errs []error
	gaps := path.Join(ScenariosDir, g.ID+gapsEnd)
	missing := r.Missing()
	if len(g.Cases) == 0 && len(missing) > 1 {
		errs = append(errs, fmt.Errorf("no scenario covers the %d clauses of %s, which has none yet; rulebound new scenario CLAUSE NAME writes one", len(missing), g.ID))
		missing = nil
	}
	for _, k := range g.Book.Clauses {
		if slices.Contains(missing, k.ID) && (section == "" || coverage.Below(k.ID, section) || coverage.Below(k.Section, section)) {
			errs = append(errs, fmt.Errorf("%s: no scenario covers clause %s; write one that names it in rules and shows it, or say under unplayed in %s why there is none", k.Pos, k.ID, gaps))
		}
	}
	for _, clause := range r.StaleUnplayed() {
		errs = append(errs, fmt.Errorf("%s: unplayed names clause %s, but a scenario covers it or the rulebook has no such rule; remove it from the list", gaps, clause))
	}
	return errors.Join(errs...)
}

// Inspect examines the nodes of a section or clause by plays of the game's cases, as Report does. It returns nil if
// the rulebook has no such section or clause.
func (g *Game) Inspect(plays []*Play, section string) *coverage.Inspection {
	if !coverage.Knows(g.Book, section) {
		return nil
	}
	return coverage.Inspect(g.Def, g.Book, g.runs(plays), g.beside(plays), section)
}

// Places returns each reachable place of the rulebook with what plays of the game's cases saw there.
func (g *Game) Places(plays []*Play) []coverage.Node {
	return coverage.Places(g.Def, g.Book, g.runs(plays), g.beside(plays))
}

// beside returns the explanations of the game and what plays of other games saw.
func (g *Game) beside(plays []*Play) *coverage.Beside {
	b := &coverage.Beside{Explained: g.explained}
	var others []*Game
	for _, p := range plays {
		if o := p.Case.Game; o != g && !slices.Contains(others, o) {
			others = append(others, o)
			b.Others = append(b.Others, coverage.See(o.Def, o.runs(plays)))
		}
	}
	return b
}

// Open lists the nodes that plays of the game's cases leave open and nothing explains.
func (g *Game) Open(plays []*Play) []coverage.Open {
	return coverage.OpenNodes(g.Def, g.Book, g.runs(plays), g.beside(plays))
}

// runs returns the coverage of the successful plays of the game's cases.
func (g *Game) runs(plays []*Play) []coverage.Run {
	var runs []coverage.Run
	for _, p := range plays {
		if p.Case.Game == g && p.Result.OK() {
			runs = append(runs, p.Coverage)
		}
	}
	return runs
}

// Cases lists the cases of all games.
func (c *Corpus) Cases() []*Case {
	var out []*Case
	for _, g := range c.Games {
		out = append(out, g.Cases...)
	}
	return out
}

// Names lists the golden names of all cases.
func (c *Corpus) Names() []string {
	var names []string
	for _, x := range c.Cases() {
		names = append(names, x.Name())
	}
	return names
}

// Play plays all cases in order.
func (c *Corpus) Play() []*Play { return PlayEach(c.Cases(), func(int, int) {}) }

// maxPlayed limits the steps that the plays of a list of cases may take together. Each byte of a trace counts as stepsOfByte.
const (
	maxPlayed   = 1 << 30
	stepsOfByte = 32
)

// PlayEach plays cases in order and calls progress after each. When no steps are left, the remaining cases are not
// played, and each of them has a problem that says so.
func PlayEach(cases []*Case, progress func(done, total int)) []*Play {
	plays, taken := make([]*Play, 0, len(cases)), int64(0)
	for i, x := range cases {
		p := x.unplayed()
		if taken < maxPlayed {
			p = x.Play()
			taken += p.Result.Steps + stepsOfByte*int64(p.Size)
		}
		plays = append(plays, p)
		progress(i+1, len(cases))
	}
	return plays
}

// unplayed returns the play of a case that is not played because earlier cases used up the step limit.
func (c *Case) unplayed() *Play {
	err := fmt.Errorf("%s: not played: the scenarios before it took more than the %d steps of one run, %d for each byte of a trace; play fewer at once, with --game or --section", c.Script.File, maxPlayed, stepsOfByte)
	return &Play{Case: c, Result: &scenario.Result{Script: c.Script, Err: err}, Coverage: coverage.Run{Scenario: c.Script.ID(), Rules: c.Script.Rules}}
}
