// This file implements play, a game in the terminal: its flags, and how a play begins and ends. playing.go reads the
// input, playprint.go prints the output.

package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rulebound/compiler"
	"rulebound/compiler/diag"
	"rulebound/conformance/corpus"
	"rulebound/conformance/revision"
	"rulebound/conformance/scenario/names"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/judge/drive"
	"rulebound/show/play"
	"rulebound/show/saved"
	"rulebound/show/steps"
)

// playing is the command play with its flags and the play.
type playing struct {
	*env
	setup          string
	options, seats []string
	seed           uint64
	chance, load   string
	everything     bool
	colour         string
	width          int

	def      *def.GameDef
	book     *compiler.Book
	p        *play.Play
	table    play.Table
	typed    lines
	keyboard *keyboard   // nil if there is no terminal
	stopped  error       // why the play ends when the terminal is handed over
	fixed    bool        // a flag sets the width of lines
	shown    map[int]int // lines of the log that each viewer has seen
	drawn    string      // the board printed last
	asked    string      // the position whose question was printed last
	viewed   int         // viewer of that question
	unsaved  bool        // persons answered or undid answers since the last save
	painted  bool
}

func playCommand(e *env) *cobra.Command {
	x := &playing{env: e, shown: map[int]int{}, viewed: play.Everything}
	c := &cobra.Command{
		Use: "play GAME", Short: "Play a game in the terminal",
		Long: "Play asks the people for each of their decisions and lists all legal answers; random players or programs play the other seats. Answers are\n" +
			"typed by number, title or id, or the beginning of one. why says why something is not an answer; help lists the commands. See docs/play.md.",
		Example: "  rulebound play kalah --setup four --seat north=random\n  rulebound play --load kalah.play",
		RunE:    func(*cobra.Command, []string) error { return x.run() },
	}
	e.oneGame(c)
	game := c.Args
	c.Args = func(c *cobra.Command, args []string) error {
		if x.load != "" && len(args) == 0 && e.game == "" {
			return nil
		}
		return game(c, args)
	}
	c.Flags().StringVar(&x.setup, "setup", "", "begin with the set-up `ID` (default: the first)")
	c.Flags().StringArrayVar(&x.options, "option", nil, "play with the game option `NAME=VALUE`; may be repeated")
	c.Flags().StringArrayVar(&x.seats, "seat", nil, "who plays a seat, `SEAT=WHO`: person, random, minimal, or the command line of a program; the seat may be others")
	c.Flags().Uint64Var(&x.seed, "seed", 0, "seed of chance and random players, a `NUMBER` (default: a random one)")
	c.Flags().StringVar(&x.chance, "chance", "seed", "`HOW` chance is decided: seed (drawn) or hand (typed)")
	c.Flags().StringVar(&x.load, "load", "", "resume the play in `FILE`")
	c.Flags().BoolVar(&x.everything, "everything", false, "also show hidden cards and values")
	c.Flags().StringVar(&x.colour, "color", "auto", "`WHEN` to use colours: auto, always or never")
	c.Flags().IntVar(&x.width, "width", 0, "write lines of at most `N` columns (default: the width of the terminal, or 80)")
	e.completeSetup(c)
	e.complete(c, "chance", func() []string { return []string{"seed", "hand"} })
	e.complete(c, "color", func() []string { return []string{"auto", "always", "never"} })
	return c
}

// run plays until the input ends or quit is typed.
func (x *playing) run() error {
	if err := x.checkFlags(); err != nil {
		return err
	}
	file, err := x.open()
	if err != nil {
		return err
	}
	defer x.close()
	if err := x.begin(file); err != nil {
		return err
	}
	x.prepare()
	x.atInterrupt(func() { x.keep(replace) })
	return x.talk()
}

// checkFlags checks the flags without a game.
func (x *playing) checkFlags() error {
	if err := errors.Join(oneOf("chance", x.chance, "seed", "hand"), oneOf("color", x.colour, "auto", "always", "never")); err != nil {
		return err
	}
	if x.width != 0 && x.width < minWidth {
		return wrongUsage("--width is %d columns or more", minWidth)
	}
	if x.load != "" && (x.setup != "" || len(x.options) > 0 || x.seed != 0) {
		return wrongUsage("--load FILE says set-up, options and seed itself; leave out --setup, --option and --seed")
	}
	for _, s := range x.seats {
		if name, who, ok := strings.Cut(s, "="); !ok || name == "" || strings.TrimSpace(who) == "" {
			return wrongUsage("--seat is SEAT=WHO, such as --seat north=random, not %q", s)
		}
	}
	for _, o := range x.options {
		if name, _, ok := strings.Cut(o, "="); !ok || name == "" {
			return wrongUsage("--option is NAME=VALUE, not %q", o)
		}
	}
	return nil
}

// minWidth is the minimal width of lines.
const minWidth = 20

// open reads the play file, if there is one, and the game.
func (x *playing) open() (*saved.File, error) {
	var file *saved.File
	if x.load != "" {
		var err error
		if file, err = readPlay(x.load); err != nil {
			return nil, err
		}
		if x.env.game != "" && x.env.game != file.Game {
			return nil, fmt.Errorf("%s is a play of %s, not of %s; leave the game out", x.load, file.Game, x.env.game)
		}
		x.env.game = file.Game
	}
	game, err := corpus.OpenRules(x.files(), x.env.game)
	if err == nil {
		x.def, x.book = game.Def, game.Book
	}
	return file, err
}

func readPlay(name string) (*saved.File, error) {
	text, err := readBounded(name, saved.MaxBytes)
	if err != nil {
		return nil, err
	}
	file, problems := saved.Parse(name, text)
	if file == nil {
		return nil, &corpus.Broken{What: "the play " + name + " cannot be read", File: name, List: problems, Source: func(string) []byte { return text }}
	}
	return file, nil
}

// begin begins the play, or resumes that of a file.
func (x *playing) begin(file *saved.File) error {
	if file != nil {
		_, _ = fmt.Sscan(file.Seed, &x.seed)
	} else if x.seed == 0 {
		x.seed = uint64(time.Now().UnixNano()/int64(time.Millisecond))%999_999 + 1
	}
	if err := x.seated(); err != nil {
		return err
	}
	if file != nil {
		return x.resume(file)
	}
	options, err := x.optioned()
	if err != nil {
		return err
	}
	if x.setup, err = setupOf(x.def, x.setup); err != nil {
		return err
	}
	loaded, err := engine.Load(x.def, options)
	if err != nil {
		return err
	}
	x.p, err = play.New(x.env.game, loaded, steps.Setup{ID: x.setup, Options: options, Seed: fmt.Sprint(x.seed)})
	return err
}

func (x *playing) resume(file *saved.File) error {
	loaded, err := engine.Load(x.def, file.Options())
	if err != nil {
		return err
	}
	x.p, err = play.Load(file, loaded, func(seat int) play.By {
		if x.table[seat] == nil {
			return play.Person
		}
		return play.Computer
	})
	changed := file.Fingerprint != "" && file.Fingerprint != saved.Fingerprint(loaded)
	switch {
	case err != nil && changed:
		return fmt.Errorf("%w\nthe rulebook has changed since the play was saved; rulebound replay compares the two", err)
	case err != nil:
		return err
	case changed:
		fmt.Fprintln(x.err, "the rulebook has changed since the play was saved, but all answers are still legal")
	}
	return nil
}

// optioned parses --option.
func (x *playing) optioned() (map[string]string, error) {
	if len(x.options) == 0 {
		return nil, nil
	}
	out := map[string]string{}
	ids := names.Of(x.def.Options, func(o *def.OptionDef) string { return o.ID })
	for _, o := range x.options {
		id, v, _ := strings.Cut(o, "=")
		i := slices.Index(ids, id)
		if i < 0 {
			return nil, fmt.Errorf("%s has no option %q; %s", x.env.game, id, oneAmong(id, ids))
		}
		if values := x.def.Options[i].Values; !slices.Contains(values, v) {
			return nil, fmt.Errorf("the option %s has no value %q; %s", id, v, oneAmong(v, values))
		}
		out[id] = v
	}
	return out, nil
}

// oneAmong suggests the most similar name, or lists all.
func oneAmong(name string, known []string) string {
	if near := diag.Near(name, known); near != "" {
		return "did you mean " + near + "?"
	}
	if len(known) == 0 {
		return "it has none"
	}
	return "there is " + names.Abridge(known)
}

// deciders are the values of --seat other than programs.
var deciders = []string{"person", "random", "minimal"}

// seated parses --seat and starts the programs.
func (x *playing) seated() error {
	ids := x.def.IDs(def.Type{Kind: def.KSeat})
	x.table = make(play.Table, len(ids))
	who := map[string]string{}
	for _, s := range x.seats {
		seat, by, _ := strings.Cut(s, "=")
		switch {
		case seat != "others" && !slices.Contains(ids, seat):
			return fmt.Errorf("%s has no seat %q; %s (others: all seats not named)", x.env.game, seat, oneAmong(seat, ids))
		case who[seat] != "":
			return fmt.Errorf("the seat %s is given twice", seat)
		}
		who[seat] = strings.TrimSpace(by)
	}
	programs := map[string]play.Program{}
	for i, id := range ids {
		switch by := cmp.Or(who[id], who["others"], "person"); by {
		case "person":
		case "random", "minimal":
			x.table[i] = play.Random{Seed: x.seed, Minimal: by == "minimal"}
		default:
			if _, started := programs[by]; !started {
				program, err := drive.Start(strings.Fields(by), drive.Limits{Within: programWithin})
				if err != nil {
					if near := diag.Near(by, deciders); near != "" {
						return fmt.Errorf("the seat %s: there is no program %q; did you mean %s?", id, by, near)
					}
					return fmt.Errorf("the seat %s: %w; a seat is played by %s or a program", id, err, strings.Join(deciders, ", "))
				}
				programs[by] = play.Program{Program: program}
			}
			x.table[i] = programs[by]
		}
	}
	return nil
}

// programWithin limits the time of a program's answer.
const programWithin = time.Minute

func (x *playing) close() {
	closed := map[drive.Program]bool{}
	for _, d := range x.table {
		if p, ok := d.(play.Program); ok && !closed[p.Program] {
			closed[p.Program] = true
			p.Program.Close()
		}
	}
}

// write saves the play in a file.
func (x *playing) write(file string, write func(file string, text []byte) error) error {
	err := write(file, x.p.Text(x.schema(file, "play"), revision.Head(x.root())))
	x.unsaved = x.unsaved && err != nil
	return err
}

// keep saves unsaved answers in a new file in the working directory, and prints its name.
func (x *playing) keep(write func(file string, text []byte) error) {
	if !x.unsaved || x.p == nil {
		return
	}
	name := x.env.game + ".play"
	for n := 2; ; n++ {
		if _, err := os.Lstat(name); errors.Is(err, os.ErrNotExist) {
			break
		}
		name = fmt.Sprintf("%s-%d.play", x.env.game, n)
	}
	if err := x.write(name, write); err != nil {
		fmt.Fprintf(x.err, "the play could not be saved: %v\n%s", err, x.p.Text("", ""))
		return
	}
	fmt.Fprintf(x.err, "saved in %s; to resume: rulebound play --load %s%s\n", name, name, x.seatFlags())
}

// seatFlags returns the flags that say who plays.
func (x *playing) seatFlags() string {
	text := ""
	for _, s := range x.seats {
		text += " --seat " + quoted(s)
	}
	if x.chance != "seed" {
		text += " --chance " + x.chance
	}
	return text
}

// optionText spells the options of the play, sorted by name.
func (x *playing) optionText() string {
	text := ""
	options := x.p.Setup().Options
	for _, id := range slices.Sorted(maps.Keys(options)) {
		text += ", " + id + " " + options[id]
	}
	return text
}
