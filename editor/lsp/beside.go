package lsp

// beside.go checks the files beside a rulebook: scenarios, and lists such as gaps and survivors.

import (
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"

	"rulebound/audit/mutation"
	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/compiler/source"
	"rulebound/conformance/board"
	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
	"rulebound/conformance/listing"
	"rulebound/conformance/overlay"
	"rulebound/conformance/scenario"
	"rulebound/editor/index"
)

// beside checks a scenario or a list while it is typed. It checks the names of a scenario and plays it only if the game compiles.
func (g *game) beside(x *index.Index, files *overlay.FS, name string, text []byte) diag.List {
	text = source.WithoutMark(text)
	if kind, _ := kindOf(name); kind == listFile {
		return listed(name, text)
	}
	script, list := scenario.Parse(name, text)
	if script == nil || x.Game == nil {
		return list.Sorted()
	}
	if list = append(list, scenario.CheckNames(script, x.Game)...); !list.HasErrors() {
		list = append(list, g.played(x, files, script)...)
	}
	return list.Sorted()
}

// onLine matches the line number in errors of list readers.
var onLine = regexp.MustCompile(`^(?:yaml: )?line ([0-9]+): `)

// listed returns the errors of a list.
func listed(name string, text []byte) diag.List {
	var err error
	switch {
	case strings.HasSuffix(name, ".boards.yaml"):
		_, err = board.Read(text)
	case strings.HasSuffix(name, ".gaps.yaml"):
		_, err = coverage.ReadExplained(text)
	case strings.HasSuffix(name, ".survivors.yaml"):
		_, err = mutation.ReadExplanations(text)
	default:
		var any any
		err = listing.Read(text, &any)
	}
	if err == nil {
		return nil
	}
	at := diag.Pos{File: name, Line: 1, Col: 1}
	summary := err.Error()
	if m := onLine.FindStringSubmatch(summary); m != nil {
		at.Line, _ = strconv.Atoi(m[1])
		summary = summary[len(m[0]):]
	}
	var list diag.List
	summary, detail, _ := strings.Cut(summary, "\n")
	list.Errorf(at, "list", "%s", summary).Detailf("%s", detail)
	return list
}

// besideOf lists the scenarios and lists of a game.
func besideOf(files *overlay.FS, game string) []string {
	out, _ := scenario.Files(files, path.Join(corpus.ScenariosDir, game))
	entries, _ := fs.ReadDir(files, corpus.ScenariosDir)
	for _, e := range entries {
		name := path.Join(corpus.ScenariosDir, e.Name())
		if kind, of := kindOf(name); kind == listFile && of == game {
			out = append(out, name)
		}
	}
	return out
}

// read reads a file, nil if it cannot be read.
func read(files *overlay.FS, name string) []byte {
	text, _ := source.ReadFile(files, name, source.MaxBytes)
	return text
}

// maxLine limits the bytes of a line that are examined.
const maxLine = 4000

// prose lists the keys whose values are for readers.
var prose = []string{"title", "game", "why"}

// mentions finds the places of a scenario or a list where a thing is named. It matches words only, because keys of
// the format, decisions and shared ids may be the same word.
func mentions(file string, lines []string, t names.Thing) []diag.Pos {
	switch t.Sort {
	case names.Bound, names.Bundle, names.Aside, names.Tag, names.Point, names.Type:
		return nil
	}
	var out []diag.Pos
	for i, line := range lines {
		if len(line) > maxLine || !strings.Contains(line, t.Name) {
			continue
		}
		for _, at := range named(file, line, i+1, t.Name) {
			if at.Col > skipped(line) {
				out = append(out, at)
			}
		}
	}
	return out
}

// named finds a word in a line.
func named(file, line string, number int, name string) []diag.Pos {
	var out []diag.Pos
	r := []rune(line)
	for col := 1; col <= len(r); col++ {
		word, begin, end := index.Word(line, col)
		if word == "" || begin != col {
			continue
		}
		if word == name {
			out = append(out, diag.Pos{File: file, Line: number, Col: begin, EndCol: end})
		}
		col = max(end-1, col)
	}
	return out
}

// skipped returns the length of a key for readers with its value: the whole line if it has one.
func skipped(line string) int {
	text := strings.TrimLeft(strings.TrimLeft(line, " "), "- ")
	for _, key := range prose {
		if strings.HasPrefix(text, key+":") {
			return len([]rune(line))
		}
	}
	if strings.HasPrefix(text, "#") {
		return len([]rune(line))
	}
	return 0
}
