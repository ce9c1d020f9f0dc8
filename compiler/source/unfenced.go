package source

// This file warns of data that stands in the prose, where no machine reads it: YAML whose fence was forgotten, or closed too early.

import (
	"regexp"
	"strings"
)

// What a line of data looks like that prose does not: a lower-case word with a colon that heads entries, an entry in braces, or an entry
// that begins with its id.
var (
	dataHead  = regexp.MustCompile(`^\s*(?:- )?[a-z][A-Za-z]*:$`)
	dataEntry = regexp.MustCompile(`^\s*- (?:[{][a-z$][\w.$-]*: .*[}\],]|id: [\w{}-]+)$`)
	dataLine  = regexp.MustCompile(`^\s*(?:- )?[a-z][A-Za-z]*: [{\[].*[}\],]$`)
	dataBelow = regexp.MustCompile(`^\s*(?:- )?(?:[{\[].*[}\],]|[a-z$][\w.$-]*:(?: .*)?)$`)
)

// checkUnfenced warns, once for a page, of the first line of its prose that looks like data. HTML comments may hold any.
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
