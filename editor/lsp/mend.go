package lsp

// mend.go computes the edits of quick fixes from the text around a fault.

import (
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/editor/index"
)

// fault is a diagnostic at a place of a page.
type fault struct {
	x    *index.Index
	doc  *page
	d    diag.Diagnostic
	at   diag.Pos
	line []rune // its line
}

// under is the character at the place.
func (f *fault) under() rune {
	if f.at.Col <= len(f.line) {
		return f.line[f.at.Col-1]
	}
	return ' '
}

// put replaces columns of the line by a text.
func (f *fault) put(from, to int, text string) edit {
	return edit{f.doc.lines, diag.Pos{File: f.doc.name, Line: f.at.Line, Col: from, EndCol: to}, text}
}

// instead replaces the word at the place.
func (f *fault) instead(text string) (edit, string, bool) {
	from, to := f.at.Col, f.at.EndCol
	if to <= from {
		_, _, to = index.Word(string(f.line), from)
	}
	return f.put(from, to, text), "Write " + text, to > from
}

// whole replaces the word at the place including its points.
func (f *fault) whole(text string) (edit, string, bool) {
	to := f.at.Col
	for to <= len(f.line) && (index.IsWord(f.line[to-1]) || f.line[to-1] == '.') {
		to++
	}
	return f.put(f.at.Col, to, text), "Write " + text, to > f.at.Col
}

// text replaces a text that begins at the place or, in a value in quotes or behind a mark, soon after.
func (f *fault) text(old, text string) (edit, string, bool) {
	rest := string(f.line[f.at.Col-1:])
	i := strings.Index(rest, old)
	if i < 0 {
		return edit{}, "", false
	}
	if old == "" && (strings.HasPrefix(rest, "'") || strings.HasPrefix(rest, "\"")) {
		i = 1
	}
	from := f.at.Col + len([]rune(rest[:i]))
	title := "Write " + strings.TrimSpace(text)
	if text == "" {
		title = "Take out " + old
	}
	if before := f.line[:from-1]; len(text) > 0 && index.IsWord(rune(text[0])) && len(before) > 0 && index.IsWord(before[len(before)-1]) {
		text = " " + text
	}
	return f.put(from, from+len([]rune(old)), text), title, true
}

// anywhere replaces the first occurrence of a text in the line.
func (f *fault) anywhere(old, text string) (edit, string, bool) {
	before, _, ok := strings.Cut(string(f.line), old)
	from := len([]rune(before)) + 1
	return f.put(from, from+len([]rune(old)), text), "Write " + text, ok
}

// without removes n characters at the place.
func (f *fault) without(n int) (edit, string, bool) {
	return f.put(f.at.Col, f.at.Col+n, ""), "Take it out", f.at.Col+n <= len(f.line)+1
}

// straight replaces typographic quotes in the line.
func (f *fault) straight() (edit, string, bool) {
	text := strings.NewReplacer("“", "", "”", "", "„", "", "‘", "", "’", "").Replace(string(f.line))
	return f.put(1, len(f.line)+1, text), "Take the quotes out", text != string(f.line)
}

// spaced replaces unusual spaces in the line by ordinary ones.
func (f *fault) spaced() (edit, string, bool) {
	text := strings.NewReplacer("\u00a0", " ", "\u2007", " ", "\u202f", " ", "\u3000", " ", "\t", "  ").Replace(string(f.line))
	return f.put(1, len(f.line)+1, text), "Write ordinary spaces", text != string(f.line)
}

// closes closes an open fence: before the next heading, or at the end.
func (f *fault) closes() (edit, string, bool) {
	last := f.at.Line
	for last < len(f.doc.lines) && !strings.HasPrefix(f.doc.lines[last], "# ") && !strings.HasPrefix(f.doc.lines[last], "## ") {
		last++
	}
	for last > f.at.Line && strings.TrimSpace(f.doc.lines[last-1]) == "" {
		last--
	}
	col := len([]rune(f.doc.lines[last-1])) + 1
	return edit{f.doc.lines, diag.Pos{File: f.doc.name, Line: last, Col: col, EndCol: col}, "\n```"}, "Close the block", true
}

// ends adds a mark at the end of the line, before a comment.
func (f *fault) ends(mark string) (edit, string, bool) {
	to := f.end()
	return f.put(to, to, mark), "Write " + mark + " at the end", true
}

// end returns the column after the content of the line, without a comment.
func (f *fault) end() int {
	to := len(f.line) + 1
	for i := 1; i < len(f.line); i++ {
		if f.line[i] == '#' && f.line[i-1] == ' ' {
			to = i + 1
			break
		}
	}
	for to > 1 && f.line[to-2] == ' ' {
		to--
	}
	return to
}

// value returns the columns of the value around the place: it begins after a key, a dash, a bracket or a comma,
// unless these are in brackets of a formula.
func (f *fault) value() (from, to int) {
	from = 1
	flow, formula := 0, 0 // brackets that are open
	blank := func(i int) bool { return strings.TrimSpace(string(f.line[from-1:i-1])) == "" }
	for i := 1; i <= min(f.at.Col, len(f.line)); i++ {
		r, next := f.line[i-1], ' '
		if i < len(f.line) {
			next = f.line[i]
		}
		switch {
		case r == '(' || r == '[' && !blank(i):
			formula++
		case (r == ')' || r == ']') && formula > 0:
			formula--
		case formula > 0:
		case (r == '{' || r == '[') && blank(i) && i < f.at.Col:
			flow, from = flow+1, i+1
		case (r == '}' || r == ']') && i < f.at.Col:
			flow--
		case r == ',' && flow > 0 && i < f.at.Col, r == '-' && next == ' ' && flow == 0 && blank(i):
			from = i + 1
		case r == ':' && next == ' ' && i < f.at.Col && strings.TrimFunc(strings.TrimSpace(string(f.line[from-1:i-1])), index.IsWord) == "":
			from = i + 1
		}
	}
	end := f.end()
	for from < end && f.line[from-1] == ' ' {
		from++
	}
	if flow == 0 {
		return from, end
	}
	return from, f.upTo(from, end, f.at.Col+1)
}

// upTo returns the column where an entry of a flow collection ends: before its closing bracket, or before a comma in
// one of the columns from comma on; end if there is neither.
func (f *fault) upTo(from, end, comma int) int {
	depth := 0
	for i := from; i < end; i++ {
		switch r := f.line[i-1]; {
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			if depth--; depth < 0 {
				return i
			}
		case r == ',' && depth == 0 && i >= comma:
			return i
		}
	}
	return end
}

// quoted quotes the value at the place.
func (f *fault) quoted() (edit, string, bool) {
	from, to := f.value()
	if from >= to || strings.ContainsRune("'\"", f.line[from-1]) || f.d.Code == "yaml-syntax" || f.d.Code == "comment" {
		return edit{}, "", false
	}
	value := strings.TrimRight(string(f.line[from-1:to-1]), " ")
	quote := "'"
	if strings.Contains(value, "'") {
		quote = `"`
		value = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value)
	}
	return f.put(from, to, quote+value+quote), "Put the value in quotes", true
}

// requoted replaces the double quotes around the value at the place by single ones.
func (f *fault) requoted() (edit, string, bool) {
	from := f.at.Col
	for from > 1 && f.line[min(from, len(f.line))-1] != '"' {
		from--
	}
	n := slices.Index(f.line[from:], '"')
	if n < 0 || f.line[from-1] != '"' || slices.Contains(f.line[from:from+n], '\'') {
		return edit{}, "", false
	}
	return f.put(from, from+n+2, "'"+string(f.line[from:from+n])+"'"), "Use single quotes", true
}

// unlisted removes the entry at the place from its list.
func (f *fault) unlisted() (edit, string, bool) {
	from, to := f.at.Col, f.at.Col
	for to <= len(f.line) && !strings.ContainsRune(",]})|& #", f.line[to-1]) {
		to++
	}
	comma := from - 1
	for comma > 0 && f.line[comma-1] == ' ' {
		comma--
	}
	switch {
	case to == from:
		return edit{}, "", false
	case comma > 0 && f.line[comma-1] == ',':
		from = comma
	case to <= len(f.line) && f.line[to-1] == ',':
		for to++; to <= len(f.line) && f.line[to-1] == ' '; to++ {
		}
	case comma > 0 && f.line[comma-1] == '-' && strings.Trim(string(f.line[:comma-1]), " ") == "": // a line of its own
		return f.lineOut(f.at.Line)
	case comma == 0 || f.line[comma-1] != '[':
		return edit{}, "", false
	}
	return f.put(from, to, ""), "Leave it out", true
}

// lineOut removes a line.
func (f *fault) lineOut(line int) (edit, string, bool) {
	return edit{f.doc.lines, diag.Pos{File: f.doc.name, Line: line, Col: 1, EndCol: len([]rune(f.doc.lines[line-1])) + 1}, ""}, "Leave it out", true
}

// unkeyed removes a key with its value from the mapping at the place.
func (f *fault) unkeyed(key string) (edit, string, bool) {
	title := "Leave out " + key
	text := string(f.line)
	for from := 0; ; {
		i := strings.Index(text[from:], key+":")
		if i < 0 {
			break
		}
		i += from
		col := len([]rune(text[:i])) + 1
		if col > 1 && index.IsWord(f.line[col-2]) {
			from = i + 1
			continue
		}
		before := strings.TrimRight(text[:i], " ")
		if strings.Trim(before, "- ") == "" {
			break
		}
		g := &fault{f.x, f.doc, f.d, diag.Pos{File: f.at.File, Line: f.at.Line, Col: col}, f.line}
		to := g.entry()
		if strings.HasSuffix(before, ",") {
			return f.put(len([]rune(before)), to, ""), title, true
		}
		for to <= len(f.line) && (f.line[to-1] == ',' || f.line[to-1] == ' ') {
			to++
		}
		return f.put(col, to, ""), title, true
	}
	indent := index.Indent(string(f.line))
	for _, step := range []int{1, -1} {
		for n := f.at.Line; n >= 1 && n <= len(f.doc.lines); n += step {
			line := f.doc.lines[n-1]
			if strings.TrimSpace(line) == "" || strings.HasPrefix(strings.TrimSpace(line), "```") || index.Indent(line) < indent {
				break
			}
			if index.Indent(line) == indent && strings.HasPrefix(strings.TrimLeft(line, " "), key+":") && strings.TrimSpace(line) != key+":" {
				e, _, ok := f.lineOut(n)
				return e, title, ok
			}
			if n != f.at.Line && strings.HasPrefix(strings.TrimLeft(line, " "), "- ") && index.Indent(line) == indent {
				break
			}
		}
	}
	return edit{}, "", false
}

// entry returns the column where the flow mapping's entry at the place ends.
func (f *fault) entry() int { return f.upTo(f.at.Col, f.end(), f.at.Col) }

// keyed sets a key of the mapping at the place to a value.
func (f *fault) keyed(key, value string) (edit, string, bool) {
	title := "Write " + key + ": " + value
	if before, _, ok := strings.Cut(string(f.line), key+": "); ok && !strings.HasSuffix(before, "-") {
		g := &fault{f.x, f.doc, f.d, diag.Pos{File: f.at.File, Line: f.at.Line, Col: len([]rune(before)) + len(key) + 3}, f.line}
		return f.put(g.at.Col, g.entry(), value), title, true
	}
	return added(f.doc.lines, f.at, key, value), title, true
}

// wants sets keys of the mapping at the place to values, "" to remove one: it makes the edit for the first one that differs.
func (f *fault) wants(keys ...[2]string) (edit, string, bool) {
	for _, k := range keys {
		_, now, has := strings.Cut(string(f.line), k[0]+": ")
		switch {
		case k[1] == "" && has:
			return f.unkeyed(k[0])
		case k[1] != "" && !strings.HasPrefix(now+",", k[1]+",") && !strings.HasPrefix(now, k[1]+"}"):
			return f.keyed(k[0], k[1])
		}
	}
	return edit{}, "", false
}

// missing adds a key whose value the author must write.
func (f *fault) missing(key string) (edit, string, bool) {
	return added(f.doc.lines, f.at, key, ""), "Add " + key + ":", true
}

// lacking is missing for the key that a text names, if the fault is a missing key.
func (f *fault) lacking(m []string) (edit, string, bool) {
	if !strings.HasPrefix(f.d.Code, "missing-") || strings.Contains(string(f.line), "call: ") || strings.Contains(string(f.line), "macro: ") {
		return edit{}, "", false
	}
	return f.missing(m[1])
}

// borders adds the reverse of an adjacency.
func (f *fault) borders(m []string) (edit, string, bool) {
	e, ok := border(f.x, m[2], m[1])
	return e, "Let " + m[2] + " border on " + m[1], ok
}

// border returns the edit that makes a space adjacent to another one.
func border(x *index.Index, space, other string) (edit, bool) {
	declared := x.Declared(names.Thing{Name: space})
	if len(declared) == 0 {
		return edit{}, false
	}
	u := declared[0]
	lines := x.Text(u.At.File)
	for i := u.At.Line; i <= len(lines) && i < u.At.Line+12; i++ {
		if i > u.At.Line && strings.HasPrefix(strings.TrimSpace(lines[i-1]), "- ") {
			break
		}
		begin := strings.Index(lines[i-1], "adjacent:")
		if begin < 0 {
			continue
		}
		value := begin + len("adjacent:")
		rest := lines[i-1][value:]
		at := diag.Pos{File: u.At.File, Line: i}
		if open := strings.Index(rest, "["); open >= 0 && strings.TrimSpace(rest[:open]) == "" {
			if closing := strings.Index(rest, "]"); closing > open {
				at.Col = len([]rune(lines[i-1][:value+closing])) + 1
				at.EndCol = at.Col
				return edit{lines, at, ", " + other}, true
			}
			return edit{}, false
		}
		word := strings.TrimLeft(rest, " ")
		end := strings.IndexAny(word+",", ",}")
		at.Col = len([]rune(lines[i-1][:len(lines[i-1])-len(word)])) + 1
		at.EndCol = at.Col + len([]rune(word[:end]))
		return edit{lines, at, "[" + strings.TrimSpace(word[:end]) + ", " + other + "]"}, true
	}
	return added(lines, u.At, "adjacent", other), true
}

// added returns the edit that adds a key to the mapping at a place: before its first entry if it is in brackets, else on the next line.
func added(lines []string, at diag.Pos, key, value string) edit {
	line := []rune(lines[at.Line-1])
	col := min(max(at.Col, 1), len(line)+1)
	for i := min(col, len(line)) - 1; i >= 0 && line[i] != '}'; i-- {
		if line[i] == '{' {
			pos := diag.Pos{File: at.File, Line: at.Line, Col: i + 2, EndCol: i + 2}
			rest := strings.TrimSpace(string(line[i+1:]))
			if strings.HasPrefix(rest, "}") {
				return edit{lines, pos, key + ": " + value}
			}
			return edit{lines, pos, key + ": " + value + ", "}
		}
	}
	indent := 0
	for indent < len(line) && (line[indent] == ' ' || line[indent] == '-') {
		indent++
	}
	end := diag.Pos{File: at.File, Line: at.Line, Col: len(line) + 1, EndCol: len(line) + 1}
	return edit{lines, end, "\n" + strings.Repeat(" ", indent) + key + ": " + value}
}
