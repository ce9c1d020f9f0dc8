// This file highlights the data of a rulebook. It replaces a YAML highlighter, because half of the data are formulas,
// in which names must become links.

package report

import (
	"fmt"
	"html"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/conformance/coverage"
)

// token matches a token of a line of data: a comment, quoted or plain prose, a clause, a local name, a word with the
// colon of a key, a number, or any other character.
var token = regexp.MustCompile(`(^|\s)#.*$|\$[A-Za-z_][\w-]*|[0-9]+(?:\.[0-9]+)+(?:-[a-z0-9]+)*|[0-9]+-[a-z](?:[a-z0-9-]*)|[A-Za-z_][\w-]*|[0-9]+|\s+|.`)

// proseKeys lists the keys whose values are prose.
var proseKeys = []string{"title", "text", "summary", "because"}

// languageKeys holds the keys of the language, which before a colon name nothing of the game.
var languageKeys = keysOf(&grammar.Own)

func keysOf(t *grammar.Table) map[string]bool {
	out := map[string]bool{}
	add := func(keys []grammar.Key) {
		for _, k := range keys {
			out[k.Name] = true
		}
	}
	for i := range t.Blocks {
		add(t.Blocks[i].Keys)
	}
	for i := range t.Statements {
		out[t.Statements[i].Word] = true
		add(t.Statements[i].Keys)
	}
	add(t.Branch)
	add(grammar.Guards)
	return out
}

// proseEnd matches the end of prose within a flow mapping.
var proseEnd = regexp.MustCompile(`, [A-Za-z-]+:|\}|$`)

// block is a run of lines of data.
type block struct {
	g     *Game
	file  string
	page  string // its page
	first int    // line of the file of lines[0]
	col   []int  // column of the file, from 1, in which each line begins
	lines []string

	binds map[localName]int // the lines that bind local names; computed on demand
	entry []int             // by line: the first line of its entry, from 0
}

// localName is a local name in an entry, which is identified by its first line.
type localName struct {
	entry int
	name  string
}

// open counts the places of the block that no scenario reaches and nothing explains, and the conditions seen one way only.
func (b *block) open() (missed, oneWay int) {
	for i := range b.lines {
		for _, n := range b.g.names.places[place{b.file, b.first + i}] {
			switch {
			case n.Why != "":
			case !n.Executed:
				missed++
			case n.OneWay():
				oneWay++
			}
		}
	}
	return missed, oneWay
}

// declares lists the ids declared in the block.
func (b *block) declares() []string {
	var out []string
	for i, line := range b.lines {
		for at, pos := range b.tokens(i) {
			word := line[at[0]:at[1]]
			if _, id := b.g.names.ids[word]; !id {
				continue
			}
			if _, here := b.g.names.name(b.g, word, pos); here && !slices.Contains(out, word) {
				out = append(out, word)
			}
		}
	}
	return out
}

// tokens yields the tokens of a line, as offsets, with their places in the file.
func (b *block) tokens(i int) iter.Seq2[[]int, diag.Pos] {
	return func(yield func([]int, diag.Pos) bool) {
		pos, last := diag.Pos{File: b.file, Line: b.first + i, Col: b.col[i]}, 0
		for _, at := range token.FindAllStringIndex(b.lines[i], -1) {
			pos.Col += utf8.RuneCountInString(b.lines[i][last:at[0]])
			if last = at[0]; !yield(at, pos) {
				return
			}
		}
	}
}

// write writes the lines, each with its anchor.
func (b *block) write(w *strings.Builder) {
	fmt.Fprintf(w, `<pre tabindex="0" role="region" aria-label="Data from line %d"><code>`, b.first)
	for i, line := range b.lines {
		nodes := b.g.names.places[place{b.file, b.first + i}]
		class := "l"
		notes := remarks(nodes)
		if len(notes) > 0 {
			class = "l " + notes[0].class
		}
		fmt.Fprintf(w, `<span class="%s" id="L%d" data-n="%[2]d">`, class, b.first+i)
		b.line(w, i, line, nodes)
		for _, n := range notes {
			fmt.Fprintf(w, `<i class="remark">%s</i>`, html.EscapeString(n.text))
		}
		w.WriteString("\n</span>")
	}
	w.WriteString("</code></pre>")
}

// line writes the tokens of a line.
func (b *block) line(w *strings.Builder, i int, line string, nodes []coverage.Node) {
	prose, marks := -1, marksOf(nodes) // where prose ends
	for at, pos := range b.tokens(i) {
		if at[0] < prose {
			continue
		}
		text := line[at[0]:at[1]]
		key := strings.HasPrefix(line[at[1]:], ":")
		out := b.token(text, pos, key)
		if mark := marks[int32(pos.Col)]; mark != "" {
			out = `<mark class="` + mark + `">` + out + `</mark>`
		}
		w.WriteString(out)
		if key && slices.Contains(proseKeys, text) {
			prose = at[1] + proseEnd.FindStringIndex(line[at[1]:])[0]
			fmt.Fprintf(w, `:<span class="s">%s</span>`, html.EscapeString(line[at[1]+1:max(prose, at[1]+1)]))
		}
	}
}

// token writes a token.
func (b *block) token(text string, at diag.Pos, key bool) string {
	escaped := html.EscapeString(text)
	span := func(class string) string { return `<span class="` + class + `">` + escaped + `</span>` }
	link := func(target, class string) string {
		return `<a` + class + ` href="` + html.EscapeString(relative(b.page, target)) + `">` + escaped + `</a>`
	}
	first := text[0]
	switch {
	case strings.Contains(text, "#"):
		return span("c")
	case first == '$':
		if line := b.binding(text, at.Line); line == at.Line {
			return `<b class="v">` + escaped + `</b>`
		} else {
			return link(b.page+lineAnchor(int32(line)), ` class="v"`)
		}
	case len(strings.TrimSpace(text)) == 0:
		return text
	}
	if target := b.g.names.clauses[text]; target != "" && strings.ContainsAny(text, ".-") {
		return link(target, ` class="r"`)
	}
	if target, here := b.g.names.name(b.g, text, at); here {
		return `<b>` + escaped + `</b>`
	} else if target != "" && !slices.Contains(proseKeys, text) && !(key && languageKeys[text]) {
		return link(target, "")
	}
	switch {
	case key && first > '9':
		return span("k")
	case first >= '0' && first <= '9':
		return span("n")
	}
	return escaped
}

// beginning matches the first line of an entry with an id.
var beginning = regexp.MustCompile(`^(\s*)- (?:\{)?id:`)

// wholeWord matches names, including the sign of local ones.
var wholeWord = regexp.MustCompile(`[\w$-]+`)

// binding returns the line that binds a local name used in a line: the first in its entry with the name, or with it as a parameter.
func (b *block) binding(name string, line int) int {
	if b.binds == nil {
		b.bind()
	}
	i := line - b.first
	if at, ok := b.binds[localName{b.entry[i], name}]; ok && at < i {
		return b.first + at
	}
	return line
}

// bind finds the lines that bind local names, in one pass over the block.
func (b *block) bind() {
	b.binds, b.entry = map[localName]int{}, make([]int, len(b.lines))
	start, indent := 0, -1
	for i, line := range b.lines {
		if m := beginning.FindStringSubmatch(line); m != nil && (indent < 0 || len(m[1]) <= indent) {
			start, indent = i, len(m[1])
		}
		b.entry[i] = start
		add := func(name string) {
			if k := (localName{start, name}); name[0] == '$' {
				if _, ok := b.binds[k]; !ok {
					b.binds[k] = i
				}
			}
		}
		for _, name := range wholeWord.FindAllString(line, -1) {
			add(name)
		}
		if _, params, ok := strings.Cut(line, "params:"); ok {
			for _, name := range wholeWord.FindAllString(params, -1) {
				add("$" + name)
			}
		}
	}
}

// marksOf returns the class of each column: that of the worst node that begins there, none if all is seen.
func marksOf(nodes []coverage.Node) map[int32]string {
	marks := map[int32]string{}
	for i := range nodes {
		n := &nodes[i]
		switch class := marks[n.Col]; {
		case !n.Executed && n.Why == "":
			marks[n.Col] = "miss"
		case class == "miss":
		case n.OneWay() && n.Why == "":
			marks[n.Col] = "half"
		case class == "" && n.Why != "":
			marks[n.Col] = "said"
		}
	}
	return marks
}

// remark is a note at the end of a line with something unseen.
type remark struct{ class, text string }

// remarks returns the remarks without duplicates, the worst first.
func remarks(nodes []coverage.Node) []remark {
	var out []remark
	known := map[remark]bool{}
	add := func(class, text string) {
		if r := (remark{class, text}); !known[r] {
			known[r] = true
			out = append(out, r)
		}
	}
	for i := range nodes {
		if n := &nodes[i]; !n.Executed && n.Why == "" {
			add("miss", "not executed")
		}
	}
	for i := range nodes {
		if n := &nodes[i]; n.OneWay() && n.Why == "" {
			add("half", oneWay(n))
		}
	}
	for i := range nodes {
		if n := &nodes[i]; n.Why != "" && (!n.Executed || n.OneWay()) {
			add("said", "not seen: "+n.Why)
		}
	}
	return out
}

// oneWay says which outcome of a condition was seen.
func oneWay(n *coverage.Node) string {
	switch {
	case n.Domain && n.Yes:
		return "excludes no candidate"
	case n.Domain:
		return "excludes every candidate"
	case n.Yes:
		return "seen true only"
	case n.No:
		return "seen false only"
	}
	return "seen neither true nor false"
}
