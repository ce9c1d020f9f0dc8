package check

// This file warns of contradictions between the numbers in the prose of a clause and those in its data.

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// numbersOf are the numbers in the prose and in the data of a clause.
type numbersOf struct {
	clause *source.Clause
	stated []int64        // in the prose
	read   bool           // whether stated is computed
	data   []*source.Node // nodes of the numbers of the clause alone
	values []int64        // their values, in the same order
}

// proseNumber compares the clauses of the game with their data. Prose says less than data, and in other words, so only
// contradictions are reported: the prose has a number that neither the data of the clause nor those of its section have, and the
// data of the clause have one that the prose does not have.
func proseNumber(s *Subject) diag.List {
	if s.prose == nil {
		return nil
	}
	all := map[string]*numbersOf{}
	var ids []string
	for i := range s.prose.Clauses {
		if c := &s.prose.Clauses[i]; c.Kind == source.KindRule {
			ids = append(ids, c.ID)
			all[c.ID] = &numbersOf{clause: c}
		}
	}
	s.memo.begin(ids)
	d := &dataNumbers{clauses: all, sections: map[string][]int64{}}
	for _, b := range s.prose.Blocks {
		if b != nil {
			for _, n := range s.memo.numbersOf(b, d) {
				d.note(n)
			}
		}
	}
	var list diag.List
	for i := range s.prose.Clauses {
		n := all[s.prose.Clauses[i].ID]
		if n == nil || n.clause != &s.prose.Clauses[i] || len(n.values) == 0 {
			continue
		}
		s.at = n.clause.Pos
		n.compare(d, &s.spender, &list)
	}
	return list
}

// prose returns the numbers of the prose, computed on first use, because few clauses need them.
func (n *numbersOf) prose() []int64 {
	if !n.read {
		n.stated, n.read = stated(n.clause.Title+". "+n.clause.Text), true
	}
	return n.stated
}

func (n *numbersOf) compare(d *dataNumbers, by *spender, list *diag.List) {
	var extra []*source.Node
	var values []int64
	for i, at := range n.data {
		v := n.values[i]
		if by.look(1 + len(values)); v <= 1 || len(d.shared[at]) > maxShared || slices.Contains(values, v) {
			continue
		}
		if by.look(len(n.prose())); !slices.Contains(n.prose(), v) && !d.said(at, v) {
			extra, values = append(extra, at), append(values, v)
		}
	}
	if len(extra) == 0 {
		return
	}
	known := slices.Concat(n.values, d.sections[n.clause.Section])
	var missing []int64
	by.look(len(known))
	for _, v := range n.prose() {
		by.look(len(known) + len(missing))
		alike := func(at *source.Node) bool {
			by.look(stepLooks)
			return alike(v, at)
		}
		if !slices.Contains(known, v) && !slices.Contains(missing, v) && !slices.ContainsFunc(n.data, alike) {
			missing = append(missing, v)
		}
	}
	if len(missing) == 0 {
		return
	}
	report := list.Warnf(n.clause.Pos, "prose-number", "%s has %s, its data have %s", n.clause.ID, listed(missing), listed(values))
	report.Detailf("Correct the one that is wrong. If the data belong to another clause, name it with rule:. A sentence that begins with For example, and a clause of the kind (example), are not compared.")
	extra = slices.CompactFunc(extra, func(a, b *source.Node) bool { return a.Pos == b.Pos }) // a formula may have several numbers
	for _, at := range extra[:min(3, len(extra))] {
		report.Notef(at.Pos, "the data")
	}
}

func listed(values []int64) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = strconv.FormatInt(v, 10)
	}
	return strings.Join(words, ", ")
}

// maxShared is the greatest number of clauses to which a contradicting number may belong. Data of many clauses, such as a set-up,
// contain more than each of them says.
const maxShared = 2

// dataNumbers collects the numbers of data by clause and by section.
type dataNumbers struct {
	clauses  map[string]*numbersOf
	sections map[string][]int64
	shared   map[*source.Node][]string // the clauses of a number that belongs to several
	found    []number                  // the numbers of the present block
}

// number is a number in the data and the clauses to which it belongs.
type number struct {
	at    *source.Node
	value int64
	rules []string
}

// said reports whether the prose of another clause of a number has it.
func (d *dataNumbers) said(at *source.Node, v int64) bool {
	return slices.ContainsFunc(d.shared[at], func(id string) bool { n := d.clauses[id]; return n != nil && slices.Contains(n.prose(), v) })
}

// visit collects the numbers of a node that belongs to some rules.
func (d *dataNumbers) visit(n *source.Node, rules []string) {
	switch n.Kind {
	case source.Scalar:
		for _, v := range inData(n) {
			d.found = append(d.found, number{n, v, rules})
		}
	case source.List:
		for _, item := range n.Items {
			d.visit(item, rules)
		}
	case source.Map:
		if r := n.Get("rule").Given(); r != nil {
			rules = nil
			for _, w := range r.List() {
				rules = append(rules, w.Value)
			}
		}
		id := n.Text("id")
		if d.clauses[id] != nil {
			rules = []string{id}
		}
		for _, p := range n.Pairs {
			switch p.Key.Value {
			case "rule", "costRule", "attribute", "id", "title", "at", "notes", "look", "indent":
				continue
			}
			of := rules
			if id != "" && d.clauses[id+"-"+p.Key.Value] != nil {
				of = []string{id + "-" + p.Key.Value}
			}
			for _, v := range inData(p.Key) {
				d.found = append(d.found, number{p.Key, v, of})
			}
			d.visit(p.Value, of)
		}
	}
}

func (d *dataNumbers) note(n number) {
	for _, id := range n.rules {
		if c := d.clauses[id]; c != nil {
			c.data, c.values = append(c.data, n.at), append(c.values, n.value)
			if len(n.rules) > 1 {
				if d.shared == nil {
					d.shared = map[*source.Node][]string{}
				}
				d.shared[n.at] = n.rules
			}
		} else {
			d.sections[id] = append(d.sections[id], n.value)
		}
	}
}

var (
	example   = regexp.MustCompile(`(?i)(?:^|[.(;:] *)(?:for example|example|e\.g\.)[^.)]*[.)]?`)
	reference = regexp.MustCompile(`\b\d+(?:\.\d+)+(?:-\w+)?\b|\b(?:card|cards|scenario|page|rule|clause|section)s? \d+(?:\.\d+)*(?:(?:,| and| or| to) \d+(?:\.\d+)*)*|[A-Za-z]\w*-\d+\S*|\d+-[a-z]\w*|\b1[89]\d\d\b|\b20\d\d\b|\d+(?:st|nd|rd|th)\b`)
)

// words are numerals. "One" alone is not compared, because it is too common.
var words = map[string]int64{"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
	"thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
	"sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100, "thousand": 1000}

// stated returns the numbers above 1 in prose.
func stated(text string) []int64 {
	if strings.Contains(text, "xample") || strings.Contains(text, "e.g.") {
		text = example.ReplaceAllString(text, " ")
	}
	var out spelled
	for len(text) > 0 {
		n := phrase(text)
		part := text[:n]
		text = text[n:]
		if strings.ContainsAny(part, digits) {
			part = reference.ReplaceAllString(part, " ")
		}
		out.read(part)
	}
	out.end()
	return out.numbers
}

// spelled collects the numbers of a text. A number may take several words: twenty-five, two hundred and fifty.
type spelled struct {
	numbers []int64
	open    int64  // the number that the next word may continue; 0 if there is none
	between string // the text since its last word
}

func (s *spelled) read(text string) {
	apart := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for text != "" {
		word := text
		if n := strings.IndexFunc(text, apart); n == 0 {
			_, n = utf8.DecodeRuneInString(text)
			s.between, text = s.between+text[:n], text[n:]
			continue
		} else if n > 0 {
			word = text[:n]
		}
		text = text[len(word):]
		s.word(strings.ToLower(word))
	}
}

func (s *spelled) word(w string) {
	joined := s.between == " " || s.between == "-"
	v, whole := words[w], s.open%100 == 0
	if strings.Contains(digits, w[:1]) {
		s.end()
		v, _ = strconv.ParseInt(w, 10, 64)
		s.note(v)
		return
	}
	switch {
	case s.open == 0 || !joined || v == 0 && (w != "and" || !whole):
		s.end()
		s.open = v
	case v == 0: // and
	case v >= 100 && s.open < v:
		s.open *= v
	case v < 100 && whole, v < 10 && s.open%100 > 19 && s.open%10 == 0:
		s.open += v
	default:
		s.end()
		s.open = v
	}
	s.between = ""
}

// end completes the present number.
func (s *spelled) end() {
	s.note(s.open)
	s.open, s.between = 0, ""
}

func (s *spelled) note(v int64) {
	if v > 1 {
		s.numbers = append(s.numbers, v)
	}
}

// phrase returns the length of the shortest prefix of a text after which no reference continues: a reference continues after a
// space only with a number or a word between numbers. Splitting the text makes the search much faster.
func phrase(text string) int {
	for i := 1; i < len(text); i++ {
		if rest := text[i:]; text[i-1] == ' ' && !isDigit(rest[0]) && !strings.HasPrefix(rest, "and ") && !strings.HasPrefix(rest, "or ") && !strings.HasPrefix(rest, "to ") {
			return i
		}
	}
	return len(text)
}

// compared matches a strict comparison with a number: `> 2` is "at least three" in prose.
var compared = regexp.MustCompile(`([<>]) (\d{1,9})\b`)

// alike reports whether a number of the prose corresponds to a strict comparison in the data: `< 3` is "at most two".
func alike(v int64, at *source.Node) bool {
	for _, m := range compared.FindAllStringSubmatch(at.Value, -1) {
		n, err := strconv.ParseInt(m[2], 10, 64)
		if m[1] == "<" {
			n--
		} else {
			n++
		}
		if err == nil && v == n {
			return true
		}
	}
	return false
}

const digits = "0123456789"

// inData returns the numbers of a value or of its formula, without those that are parts of names or have a decimal point.
func inData(n *source.Node) []int64 {
	var out []int64
	text := n.Value
	for i := 0; i < len(text); i++ {
		from := i
		for i < len(text) && isDigit(text[i]) {
			i++
		}
		if i == from || i-from > 9 {
			continue
		}
		before, after := text[:from], text[i:]
		apart := (before == "" || strings.HasSuffix(before, "..") || before[from-1] != '$' && !inName(before[from-1])) &&
			(after == "" || strings.HasPrefix(after, "..") || !inName(after[0]))
		if v, err := strconv.ParseInt(text[from:i], 10, 64); apart && err == nil {
			out = append(out, v)
		}
	}
	return out
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// inName reports whether a byte next to digits makes them a part of a name or of a decimal fraction.
func inName(c byte) bool {
	return c == '_' || c == '.' || c == '-' || isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z'
}
