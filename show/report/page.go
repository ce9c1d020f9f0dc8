// This file is the frame that every page stands in.

package report

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"strings"

	"rulebound/compiler/diag"
)

// File is a file of the report; Path is below its folder, with slashes.
type File struct {
	Path    string
	Content []byte
}

// Page is what a page says of itself; Model.Render puts it into the frame.
type Page struct {
	Path  string // below the folder of the report, with slashes
	Title string // of the window and the heading
	Game  *Game  // nil: it is about the whole report
	Place Place  // the entry of the navigation that it stands under
	Trail []Link // the pages above it, outermost first
	Aside template.HTML
	Body  template.HTML
	// OwnHeading tells that Body begins with the heading of the page.
	OwnHeading bool
	Wide       bool     // Body may be wider than a column of text
	Scripts    []string // assets that it loads after report.js, such as "assets/stepper.js"
	Sheets     []string // style sheets beside that of all pages
	Data       any      // what its scripts read, as JSON in the element with the id data; nil: nothing
}

// Place is an entry of the navigation.
type Place string

// The entries of the navigation of a game.
const (
	InPlay      Place = "play"
	InBook      Place = "book"
	InCards     Place = "cards"
	InScenarios Place = "scenario"
	InChanges   Place = "changes"
	InEngines   Place = "engines"
	InDocuments Place = "documents" // of the project, not of a game
	inSearch    Place = "search"
	inTable     Place = "table"
)

// Link leads to a file of the report, at an anchor if it has one: "book/chess/10-men.html#9.1-a".
type Link struct{ Text, Target string }

// To gives the relative address of a file of the report.
func (p *Page) To(target string) string { return relative(p.Path, target) }

// Root is what leads to the folder of the report: "" or "../../".
func (p *Page) Root() string { return strings.Repeat("../", strings.Count(p.Path, "/")) }

func relative(from, to string) string {
	file, anchor, has := strings.Cut(to, "#")
	if has {
		anchor = "#" + anchor
	}
	if file == from {
		if has {
			return anchor
		}
		return path.Base(file)
	}
	up := strings.Split(path.Dir(from), "/")
	down := strings.Split(file, "/")
	if up[0] == "." {
		up = nil
	}
	for len(up) > 0 && len(down) > 1 && up[0] == down[0] {
		up, down = up[1:], down[1:]
	}
	return strings.Repeat("../", len(up)) + strings.Join(down, "/") + anchor
}

//go:embed assets/*.css assets/*.js
var assets embed.FS

//go:embed assets/*.tmpl
var templates embed.FS

// layout holds the templates of all pages; "frame" is that of Render.
var layout = template.Must(template.New("").Funcs(template.FuncMap{
	"lower":    strings.ToLower,
	"minus":    func(a, b int) int { return a - b },
	"share":    newShare,
	"pair":     func(left, right string, s *sides) shownSides { return shownSides{left, right, s, false} },
	"anchored": func(left, right string, s *sides, first bool) shownSides { return shownSides{left, right, s, first} },
}).ParseFS(templates, "assets/*.tmpl"))

// shownSides is two texts side by side with their names; Anchor reports whether the first difference gets the anchor first.
type shownSides struct {
	Left, Right string
	*sides
	Anchor bool
}

// share is a part of a whole as a bar shows it.
type share struct {
	Of, Percent int
	Open        bool // something is missing that nobody explains
	Text        string
}

func newShare(n, of, explained int) share {
	s := share{Of: of, Open: n+explained < of, Text: fmt.Sprintf("%d of %d", n, of)}
	if of > 0 {
		s.Percent = 100 * n / of
	}
	if explained > 0 {
		s.Text += fmt.Sprintf(", %d explained", explained)
	}
	return s
}

// assetFiles gives the assets as files of the report.
func assetFiles() ([]File, error) {
	names, err := fs.Glob(assets, "assets/*")
	if err != nil {
		return nil, err
	}
	var out []File
	for _, name := range names {
		content, err := assets.ReadFile(name)
		if err != nil {
			return nil, err
		}
		out = append(out, File{name, content})
	}
	return out, nil
}

// policy is what a page may load: scripts and style sheets of the report, no script or handler in its text, and the machine as
// WebAssembly. Style attributes are the report's own: indents and shares. It connects to nothing but the server that it came from.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; style-src-attr 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'"

// Render puts a page into the frame.
func (m *Model) Render(p *Page) (File, error) {
	data := []byte(nil)
	if p.Data != nil {
		var err error
		if data, err = json.Marshal(p.Data); err != nil {
			return File{}, fmt.Errorf("%s: %w", p.Path, err)
		}
	}
	var out bytes.Buffer
	// json.Marshal escapes what could end the element
	err := layout.ExecuteTemplate(&out, "frame", map[string]any{"Page": p, "Model": m, "Nav": m.navigation(p), "Data": template.JS(data), "Policy": policy, "Search": m.searched(p)})
	if err != nil {
		return File{}, fmt.Errorf("%s: %w", p.Path, err)
	}
	return File{p.Path, visible(out.Bytes())}, nil
}

// visible returns a page with U+FFFD in the place of each character that hides or turns the direction of writing. Rulebooks and scenarios
// with them are refused; goldens, conformance reports and scores may hold them.
func visible(page []byte) []byte {
	if !bytes.ContainsFunc(page, func(r rune) bool { return diag.Hidden(r) && r != '\t' && r != '\n' }) {
		return page
	}
	return []byte(diag.Plain(string(page)))
}

// execute runs a template of the layout; its result is what the template escaped.
func execute(name string, data any) (template.HTML, error) {
	var out bytes.Buffer
	err := layout.ExecuteTemplate(&out, name, data)
	return template.HTML(out.String()), err
}

// entry is an entry of the navigation as the frame shows it.
type entry struct {
	Text, Href string
	Current    bool
}

// navigation gives the entries for the game of a page.
func (m *Model) navigation(p *Page) []entry {
	if p.Game == nil {
		return nil
	}
	var out []entry
	for _, part := range parts {
		if part.title != "" && part.shown(m, p.Game) {
			out = append(out, entry{part.title, p.To(part.place.home(p.Game)), part.place == p.Place})
		}
	}
	return out
}
