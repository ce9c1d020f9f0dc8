package source

// This file warns of data in the prose, where it is ignored: YAML whose fence is missing or closed too early.

import (
	"regexp"
	"strings"
)

// Patterns of lines that look like data and unlike prose: a lower-case word with a colon that begins entries, an entry in braces,
// an entry that begins with its id.
var (
	dataHead  = regexp.MustCompile(`^\s*(?:- )?[a-z][A-Za-z]*:$`)
	dataEntry = regexp.MustCompile(`^\s*- (?:[{][a-z$][\w.$-]*: .*[}\],]|id: [\w{}-]+)$`)
	dataLine  = regexp.MustCompile(`^\s*(?:- )?[a-z][A-Za-z]*: [{\[].*[}\],]$`)
	dataBelow = regexp.MustCompile(`^\s*(?:- )?(?:[{\[].*[}\],]|[a-z$][\w.$-]*:(?: .*)?)$`)
)

// checkUnfenced warns, once for each page, of the first line of prose that looks like data. HTML comments are skipped.
func (p *pageReader) checkUnfenced() {
	comment := false
	for i, start := range p.lines {
		text := strings.TrimRight(p.lineText(i), " ")
		comment = comment || !p.fenced[i] && strings.Contains(text, "<!--")
		inside := comment
		if comment && strings.LastIndex(text, "-->") > strings.LastIndex(text, "<!--") {
			comment = false
		}
		if inside || p.fenced[i] || !strings.Contains(text, ":") {
			continue
		}
		data := dataEntry.MatchString(text) || dataLine.MatchString(text) ||
			dataHead.MatchString(text) && i+1 < len(p.lines) && dataBelow.MatchString(strings.TrimRight(p.lineText(i+1), " "))
		if !data {
			continue
		}
		indent := len(text) - len(strings.TrimLeft(text, " "))
		p.diags.Warnf(p.pos(start+indent, len([]rune(text[indent:]))), "unfenced-data", "this looks like data, but it is outside a fence and is not read").
			Detailf("Put it between a line ```yaml and a line ```, or, if it is prose, into a sentence.")
		return
	}
}
