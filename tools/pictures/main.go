// Command pictures draws the terminal output of a failing scenario for the README: the transcript of docs/tour.md,
// which a test of tools/rulebound verifies.
package main

import (
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Sizes in pixels, except columns.
const (
	columns    = 118 // longer lines are cut
	charWidth  = 7.25
	lineHeight = 17
	margin     = 14
)

func main() {
	os.Exit(status(write("docs"), os.Stderr))
}

// status prints an error and returns the exit status.
func status(err error, errs io.Writer) int {
	if err == nil {
		return 0
	}
	fmt.Fprintln(errs, "pictures:", err)
	return 1
}

// write draws the failing transcript of the tour in a folder of documents.
func write(docs string) error {
	page, err := os.ReadFile(filepath.Join(docs, "tour.md"))
	if err != nil {
		return err
	}
	lines := failing(string(page))
	if lines == nil {
		return errors.New("the tour shows no scenario that fails")
	}
	return os.WriteFile(filepath.Join(docs, "pictures", "failure.svg"), []byte(draw(lines)), 0o644)
}

// failing returns the lines of the first transcript of conformance with a failure.
func failing(page string) []string {
	for _, block := range strings.Split(page, "\n$ ")[1:] {
		text, _, _ := strings.Cut(block, "\n```")
		if strings.HasPrefix(text, "rulebound conformance") && strings.Contains(text, "\nFAIL ") {
			return strings.Split("$ "+strings.TrimSpace(text), "\n")
		}
	}
	return nil
}

// draw writes lines as an image of a terminal.
func draw(lines []string) string {
	var b strings.Builder
	width, height := columns*charWidth+2*margin, float64(len(lines)*lineHeight+2*margin)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img" aria-label="A terminal: rulebound conformance names the clause that was changed and the scenarios that fail">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="8" fill="#1d2126"/>`+"\n"+`<g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="12" xml:space="preserve">`+"\n")
	for i, line := range lines {
		if r := []rune(line); len(r) > columns {
			line = string(r[:columns-1]) + "…"
		}
		fmt.Fprintf(&b, `<text x="%d" y="%d" fill="%s">%s</text>`+"\n", margin, margin+(i+1)*lineHeight-4, colour(line), html.EscapeString(line))
	}
	return b.String() + "</g>\n</svg>\n"
}

// colour returns the colour of a line.
func colour(line string) string {
	switch text := strings.TrimSpace(line); {
	case strings.HasPrefix(text, "$ "):
		return "#ffffff"
	case strings.HasPrefix(text, "FAIL"), strings.HasPrefix(text, "- "), strings.HasPrefix(text, "---"):
		return "#ff8f80"
	case strings.HasPrefix(text, "ok "), strings.HasPrefix(text, "+"):
		return "#8fd694"
	case strings.HasPrefix(text, "changed since"):
		return "#ffd479"
	}
	return "#c9d1d9"
}
