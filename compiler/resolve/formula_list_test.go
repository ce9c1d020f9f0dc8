package resolve_test

import (
	"cmp"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/read"
	"rulebound/compiler/resolve"
	"rulebound/compiler/series"
	"rulebound/compiler/source"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// typedParams are the parameters of the functions whose values are the formulas.
const typedParams = "n: int, yes: bool, seat: seat, at: zone, card: card, piece: piece, p: procedure, gift: gifts, mood: taste, some: zones, who: order, few: set of int"

// operands are formulas of every type: computed, constant, and as bare words.
var operands = []string{"3", "$n", "$seat.purse", "$yes", "now", "$mood", "bud", "plain", "$seat", "ant", "$at", "oak", "stock", "$card",
	"$piece", "$p", "gather", "$gift", "$who", "drought", "$some", "seats", "$few", "[3, 4]", "members(taste)", "scouts", "[]", "none", "$absent"}

// formulaLists are the lists in testdata/formulas: the operands that fill the blanks, the text beside the base game, and whether
// a part of the rulebook could not be read.
var formulaLists = []struct {
	name, beside string
	params       string // beside typedParams
	operands     []string
	twice        bool // names are declared twice
	incomplete   bool
}{
	{name: "functions", operands: operands},
	{name: "operators", operands: operands},
	{name: "without a blank", operands: operands[:1]},
	{name: "who decides", params: ", decides: zone, as: seat, free: bool", operands: operands, beside: "drafts: {bindings: {unpaid: {type: bool, value: not $free}, $odd: {type: bool, value: $none-such}}}"},
	{name: "beside a page", operands: []string{"activePlayer", "1", "2", "9", "10", "$n", "none", "idle", "gather"},
		beside: "variables: [{id: activePlayer, type: seat}]\nvalues: [{id: idle, at: orchard.idle, type: procedure, default: none}]\nprocedures: [{id: noted, do: [{position: spaces, last: 9}]}]"},
	{name: "a grid", operands: onGrids, params: ", up: hill", beside: oneGrid + second},
	{name: "two grids", operands: onGrids, params: ", up: hill", beside: oneGrid + ", {id: vale, directions: {down: [[lake, oak]], out: [[elm, oak]]}}" + second},
	{name: "names declared twice", operands: []string{"oak", "ant", "pots", "bud", "holder", "reach", "gather", "season", "absent"}, twice: true,
		beside: "tracks: [{id: oak, max: 2}, {id: ant, max: 2}, {id: pots, max: 2}, {id: bud, max: 3}, {id: holder, max: 2}, {id: reach, max: 2}, {id: gather, max: 3}, {id: season, max: 2}]"},
	{name: "a part could not be read", operands: []string{"absent", "$absent", "$absent.purse", "$seat.absent", "absent(1)", "step(oak, up)", "oak.absent[1]", "absent[1]", "$absent-1", "$piece.absent",
		"scouts.absent", "$gift.absent", "activePlayer", "$n + oak", "honey + absent", "null", "honey-1x", "bud == absent"}, incomplete: true},
}

// onGrids are operands of formulas on grids and of values with an index; oneGrid is the beginning of a grid.
var onGrids = []string{"up", "down", "out", "lost", "$n", "2", "$up", "$at", "oak", "$seat", "$some", "$mood", "sour", "none", "$absent"}

const (
	oneGrid = "grids: [{id: hill, directions: {up: [[oak, elm, lake]], out: [[oak, elm]]}}"
	second  = "]\ntracks: [{id: goods, per: [zone, taste], max: 9}]\nvariables: [{id: open, type: bool, per: taste}]"
)

// In each file of testdata/formulas a line is a formula, most with a blank; below it are the operands that can fill the blank,
// grouped by the typed formula, or by its diagnostics: column, code and words. @ is the column of the operand, @+1 the second one
// after it, _ the operand itself, and … are all operands that no other line lists. LISTS=write rewrites the files; review the
// difference.
func TestFormulasWithOperandsOfEveryType(t *testing.T) {
	for _, l := range formulaLists {
		file := "testdata/formulas/" + strings.ReplaceAll(l.name, " ", "-") + ".txt"
		was, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r := &formulaResolver{T: t, beside: l.beside, params: l.params, twice: l.twice, incomplete: l.incomplete}
		got := r.list(blanks(was), l.operands)
		heldTo(t, file, got)
	}
}

// heldTo reports differences from a file. LISTS=write rewrites the file.
func heldTo(t *testing.T, file, got string) {
	t.Helper()
	if os.Getenv("LISTS") == "write" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	was, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	old, head, shown := strings.Split(string(was), "\n"), "", 0
	for i, line := range strings.Split(got, "\n") {
		if !strings.HasPrefix(line, " ") {
			head = line
		}
		if (i >= len(old) || old[i] != line) && shown < 10 {
			t.Errorf("%s:%d: %s with%s", file, i+1, head, line)
			shown++
		}
	}
}

// An error within a formula is reported once, whatever the formula is an operand of.
func TestWrongOperandGivesNoFollowUpErrors(t *testing.T) {
	for _, l := range formulaLists {
		file := "testdata/formulas/" + strings.ReplaceAll(l.name, " ", "-") + ".txt"
		list, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var alone, within []string
		for _, blank := range blanks(list) {
			for _, o := range fillers(blank, []string{"$absent", "stock"}) {
				wrong := strings.ReplaceAll(blank, "_", o)
				alone = append(alone, wrong)
				within = append(within, "level("+wrong+")", "size("+wrong+")")
			}
		}
		r := &formulaResolver{T: t, beside: l.beside, params: l.params, twice: l.twice, incomplete: l.incomplete}
		was, is := r.resolve(alone), r.resolve(within)
		for i, said := range was {
			for k := 2 * i; k < 2*i+2; k++ {
				if said != "" && said[0] == '@' && !typedAll.MatchString(said) && place.ReplaceAllString(is[k], "") != place.ReplaceAllString(said, "") {
					t.Errorf("%s: %s, and %s: %s", alone[i], said, within[k], is[k])
				}
			}
		}
	}
}

// typedAll matches diagnostics of formulas that have a type nevertheless.
var typedAll = regexp.MustCompile(`several-members|too-many`)

// blanks returns the formulas with a blank of a list.
func blanks(list []byte) []string {
	return slices.DeleteFunc(strings.Split(string(list), "\n"), func(line string) bool { return line == "" || line[0] == ' ' })
}

type formulaResolver struct {
	*testing.T
	beside, params    string
	twice, incomplete bool
}

// list resolves formulas with a blank for all operands and formats the results.
func (r *formulaResolver) list(blanks, operands []string) string {
	texts := slices.Clone(operands)
	for _, o := range operands {
		texts = append(texts, "level("+o+")", "size("+o+")")
	}
	for _, b := range blanks {
		for _, o := range fillers(b, operands) {
			texts = append(texts, strings.ReplaceAll(b, "_", o))
		}
	}
	results := r.resolve(texts)
	var own, types []string // by operand
	for i := range operands {
		x, _, _ := strings.Cut(results[i], " :")
		own = append(own, x)
		kind := ""
		for _, said := range results[len(operands)+2*i:][:2] {
			if _, is, ok := strings.Cut(said, "this is "); ok {
				kind = is
			}
		}
		types = append(types, kind)
	}
	results = results[3*len(operands):]
	var out strings.Builder
	for _, b := range blanks {
		fmt.Fprintln(&out, b)
		if !strings.Contains(b, "_") {
			fmt.Fprintf(&out, "  %s\n", place.ReplaceAllStringFunc(results[0], func(at string) string { return at[1:] }))
			results = results[1:]
			continue
		}
		var order []string
		with := map[string][]string{}
		for k, o := range operands {
			got := blanked(results[k], o, own[k], types[k], strings.Index(b, "_")+1)
			if with[got] == nil {
				order = append(order, got)
			}
			with[got] = append(with[got], o)
		}
		most := slices.MaxFunc(order, func(a, b string) int { return cmp.Compare(len(with[a]), len(with[b])) })
		for _, got := range order {
			if got == most {
				fmt.Fprintf(&out, "  …: %s\n", got)
			} else {
				fmt.Fprintf(&out, "  %s: %s\n", strings.Join(with[got], "  "), got)
			}
		}
		results = results[len(operands):]
	}
	return out.String()
}

// fillers returns the operands that fill the blank of a formula; without a blank there is only one.
func fillers(blank string, operands []string) []string {
	if strings.Contains(blank, "_") {
		return operands
	}
	return operands[:1]
}

// blanked replaces the parts of a result that depend on the operand, so that results of similar operands are equal.
func blanked(got, operand, own, kind string, column int) string {
	width := len(operand)
	got = place.ReplaceAllStringFunc(got, func(at string) string {
		switch n, _ := strconv.Atoi(at[1:]); {
		case n >= column+width:
			return fmt.Sprint("@+", n-column-width)
		case n >= column:
			return "@"
		}
		return at[1:]
	})
	if kind != "" {
		got = strings.NewReplacer("this is "+kind, "this is …", ": "+kind+" has no", ": … has no").Replace(got)
	}
	if operand > "9" && strings.HasSuffix(got, " "+operand) {
		got = strings.TrimSuffix(got, operand) + "_"
	}
	if own == "" || strings.Contains(got, ": ") {
		return got
	}
	var out strings.Builder
	for i := 0; i < len(got); {
		end := i + len(own)
		if strings.HasPrefix(got[i:], own) && (i == 0 || strings.ContainsRune("( ", rune(got[i-1]))) && (end == len(got) || strings.ContainsRune(") .", rune(got[end]))) {
			out.WriteString("_")
			i = end
			continue
		}
		out.WriteByte(got[i])
		i++
	}
	return out.String()
}

// resolve resolves formulas, many to a page, and returns the result or the diagnostics of each.
func (r *formulaResolver) resolve(texts []string) []string {
	var out []string
	for some := range slices.Chunk(texts, 160) {
		out = append(out, r.page(some)...)
	}
	return out
}

func (r *formulaResolver) page(texts []string) []string {
	page := "procedures:\n- id: tested\n  params: {" + typedParams + r.params + "}\n  do:\n  - let:\n"
	first, column := 1+strings.Count(page, "\n")+1, len("      $t000: '=")
	for i, text := range texts {
		page += fmt.Sprintf("      $t%03d: '=%s'\n", i, text)
	}
	prose, _ := source.Read(orchard(r.T, page, r.beside), "game")
	root, _ := source.Merge(prose.Blocks)
	if list := series.Expand(root, false, diag.NewBudget()); len(list) > 0 {
		r.Fatal(list)
	}
	book, _ := read.Read(root, r.incomplete, nil)
	book.Studied = true
	syms, _ := declare.Declare(book, prose)
	rb, list := resolve.Resolve(book, syms, nil)
	out := make([]string, len(texts))
	slices.SortStableFunc(list, func(a, b diag.Diagnostic) int { return cmp.Compare(a.Subject.Col, b.Subject.Col) })
	for _, d := range list {
		i := d.Subject.Line - first
		switch {
		case d.Subject.File == "game/21.md" && r.twice:
			continue
		case d.Subject.File != "game/20.md" || i < 0 || i >= len(texts):
			r.Fatal(d)
		case out[i] != "":
			out[i] += "; "
		}
		out[i] += fmt.Sprintf("@%d %s: %s", d.Subject.Col-column, d.Code, worded(d))
	}
	uses := map[string]bool{}
	for _, u := range rb.Uses {
		if u.At.File == "game/20.md" {
			uses[fmt.Sprint(u.At.Line-first, " ", u.At.Col-column, " ", strings.TrimPrefix(u.Thing.Name, "$"))] = true
		}
	}
	tested := procNamed(r.T, rb, "tested")
	var values []typed.Action
	for _, s := range tested.Body {
		switch do := s.Do.(type) {
		case *typed.Several:
			values = do.Acts
		default:
			values = []typed.Action{do}
		}
	}
	for _, a := range values {
		a := a.(*typed.Let)
		i := a.Name.Pos.Line - first
		if out[i] != "" {
			continue // typed, so consequences of its type are reported, too
		}
		out[i] = exactly(rb.Game, tested.Params, a.Value)
		for _, w := range word.FindAllStringIndex(texts[i], -1) {
			name := texts[i][w[0]:w[1]]
			if !uses[fmt.Sprint(i, " ", w[0]+1, " ", strings.TrimPrefix(name, "$"))] && !ofLanguage(name) {
				r.Errorf("%s: %s is no use of a name", texts[i], name)
			}
		}
	}
	return out
}

// ofLanguage reports whether a word of a formula belongs to the language.
func ofLanguage(name string) bool {
	return grammar.IsFunction(name) || slices.Contains(fixed, name) || name[0] <= '9' && name[0] != '$' || slices.Contains([]string{"or", "if", "none", "true", "false", "div", "mod", "cdiv", "for", "by", "unmoved", "zone", "owner", "activePlayer", "$unpaid"}, name)
}

// worded returns all texts of a diagnostic.
func worded(d diag.Diagnostic) string {
	text := d.Summary
	if d.Detail != "" {
		text += " | " + d.Detail
	}
	for _, n := range d.Context {
		text += fmt.Sprintf(" | %s", n.Text)
	}
	return text
}

// A binding without a name, and the column of a diagnostic.
var unnamed, place = regexp.MustCompile(`\?\d+`), regexp.MustCompile(`@\d+`)

// exactly formats an expression over parameters, with its type and the operand number of each operator.
func exactly(gd *def.GameDef, params []*typed.Binding, x *def.Expr) string {
	p := &printer{gd: gd, names: map[int64]string{}, exact: true}
	for _, b := range params {
		p.bind(b)
	}
	numbers := map[string]string{}
	text := unnamed.ReplaceAllStringFunc(p.expr(x), func(b string) string {
		numbers[b] = cmp.Or(numbers[b], fmt.Sprint("?", len(numbers)+1))
		return numbers[b]
	})
	return text + " :" + p.typ(x.Type)
}
