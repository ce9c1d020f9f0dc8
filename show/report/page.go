// This file makes the frame around every page.

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

// Page is the content and the metadata of a page; Model.Render puts it into the frame.
type Page struct {
	Path  string // below the folder of the report, with slashes
	Title string // of the window and the heading
	Game  *Game  // nil: the whole report
	Place Place  // its entry in the navigation
	Trail []Link // its ancestors, outermost first
	Aside template.HTML
	Body  template.HTML
	// OwnHeading means that Body begins with the heading of the page.
	OwnHeading bool
	Wide       bool     // Body may be wider than a column of text
	Scripts    []string // assets to load after report.js, such as "assets/stepper.js"
	Sheets     []string // additional style sheets
	Data       any      // for its scripts, as JSON in the element with the id data; may be nil
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

// Link is a link to a file of the report, optionally with an anchor: "book/chess/10-men.html#9.1-a".
type Link struct{ Text, Target string }

// To returns the relative address of a file of the report.
func (p *Page) To(target string) string { return relative(p.Path, target) }

// Root returns the relative address of the report's folder: "" or "../../".
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

// layout holds the templates of all pages; Render uses "frame".
var layout = template.Must(template.New("").Funcs(template.FuncMap{
	"lower":    strings.ToLower,
	"minus":    func(a, b int) int { return a - b },
	"share":    newShare,
	"pair":     func(left, right string, s *sides) shownSides { return shownSides{left, right, s, false} },
	"anchored": func(left, right string, s *sides, first bool) shownSides { return shownSides{left, right, s, first} },
}).ParseFS(templates, "assets/*.tmpl"))

// shownSides is a comparison with the names of its texts; Anchor reports whether its first difference gets the anchor first.
type shownSides struct {
	Left, Right string
	*sides
	Anchor bool
}

// share is a share of a whole, for a bar.
type share struct {
	Of, Percent int
	Open        bool // something unexplained is missing
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

// assetFiles returns the assets as files of the report.
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

// policy is the content security policy of the pages: scripts and style sheets of the report, no inline scripts or
// handlers, and the machine as WebAssembly. The report itself uses style attributes, for indents and shares. Pages
// connect only to their own server.
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
	// json.Marshal escapes everything that could end the element
	err := layout.ExecuteTemplate(&out, "frame", map[string]any{"Page": p, "Model": m, "Nav": m.navigation(p), "Data": template.JS(data), "Policy": policy, "Search": m.searched(p)})
	if err != nil {
		return File{}, fmt.Errorf("%s: %w", p.Path, err)
	}
	return File{p.Path, visible(out.Bytes())}, nil
}

// visible replaces characters of a page that are invisible or change the direction of text by U+FFFD. Rulebooks and
// scenarios cannot contain them, but goldens, conformance reports and scores can.
func visible(page []byte) []byte {
	if !bytes.ContainsFunc(page, func(r rune) bool { return diag.Hidden(r) && r != '\t' && r != '\n' }) {
		return page
	}
	return []byte(diag.Plain(string(page)))
}

// execute runs a template of the layout, which escapes its data.
func execute(name string, data any) (template.HTML, error) {
	var out bytes.Buffer
	err := layout.ExecuteTemplate(&out, name, data)
	return template.HTML(out.String()), err
}

// page renders a page whose body is a template of the layout.
func (m *Model) page(p *Page, name string, data any) (File, error) {
	var err error
	if p.Body, err = execute(name, data); err != nil {
		return File{}, err
	}
	return m.Render(p)
}

// entry is an entry of the navigation as displayed.
type entry struct {
	Text, Href string
	Current    bool
}

// navigation returns the entries for the game of a page.
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
