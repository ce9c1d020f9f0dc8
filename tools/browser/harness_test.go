//go:build browser

package browser

// This file starts the browser and writes the reports under test.

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"rulebound/conformance/corpus"
	"rulebound/judge/drive"
	"rulebound/show/machine"
	"rulebound/show/report"
)

const root = "../.."

// Folders of the reports under test: whole is that of this repository; troubled has a golden that differs from the run,
// and a revision to compare with.
var whole, troubled string

// twice is a scenario of troubled, in 4.1-cards, whose trace differs from the golden of the revision in two places.
var twice string

// browser is the context in which tabs are opened.
var browser context.Context

const (
	deadline = 2 * time.Minute // of one action
	patience = time.Minute     // until an expression becomes true
)

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	command := findBrowser()
	if command == "" {
		fmt.Println("test-browser: there is no chromium-headless-shell, chromium or google-chrome (or one named by CHROME); NOTHING of the report was tested in a browser")
		if os.Getenv("ALL") != "" {
			return 1
		}
		return 0
	}
	dir, err := os.MkdirTemp("", "report-")
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer os.RemoveAll(dir)
	whole, troubled = filepath.Join(dir, "whole"), filepath.Join(dir, "troubled")
	if err := reports(); err != nil {
		fmt.Println("test-browser: the report cannot be made:", err)
		return 1
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(command), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("force-color-profile", "srgb"),
		chromedp.Flag("process-per-site", true), chromedp.Flag("disable-features", "Translate,SpareRendererForSitePerProcess"), // a sixth less processor time
		chromedp.Flag("js-flags", "--liftoff-only")) // WebAssembly is compiled once, not again with optimisations: a quarter less
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	defer stop()
	var end context.CancelFunc
	browser, end = chromedp.NewContext(allocator)
	defer end()
	if err := chromedp.Do(browser); err != nil {
		fmt.Printf("test-browser: %s does not start: %v\n", command, err)
		return 1
	}
	return m.Run()
}

// findBrowser returns the path of the browser, or "". A shell without windows comes first: it takes half the processor time.
func findBrowser() string {
	for _, name := range []string{os.Getenv("CHROME"), "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); name != "" && err == nil {
			return path
		}
	}
	return ""
}

func reports() error {
	if err := write(os.DirFS(root), whole, report.Options{Docs: &report.Docs{Files: os.DirFS(root), Folder: "docs"}}); err != nil {
		return err
	}
	now, then := tidelands(), tidelands()
	replace(now, "goldens/tidelands/3.1-operations/"+firstGolden(now, "goldens/tidelands/3.1-operations/"), "\n", "\nsomething that is not so\n")
	replace(then, "data/games/tidelands/30-actions.md", "- **3.1-a**", "- **3.1-z** (definition) *Gone.* This clause is not there any more.\n- **3.1-a**")
	replace(then, "data/games/tidelands/40-cards.md", "- gain: {$executor.purse: 1}", "- gain: {$executor.purse: 2}")
	golden := "goldens/tidelands/4.1-cards/" + firstGolden(then, "goldens/tidelands/4.1-cards/")
	twice = strings.TrimSuffix(filepath.Base(golden), ".golden")
	lines := strings.SplitAfter(string(then[golden].Data), "\n")
	replace(then, golden, lines[2], "it was another game\n")
	replace(then, golden, lines[len(lines)-2], "and it ended otherwise\n")
	for name := range now { // scenarios that exist in one revision only
		if strings.Contains(name, "/4.2-lasting-effects/") {
			delete(now, name)
		}
	}
	other := &drive.Report{Game: "tidelands", Date: "2026-01-02", Implementation: drive.Implementation{Name: "other", Version: "1"}, Total: drive.Tally{Passed: 1, Failed: 1},
		Sections:  []drive.Part{{ID: "3.1", Tally: drive.Tally{Passed: 1, Failed: 1, Unsupported: 2}, Suspicion: 70}, {ID: "4.1", Tally: drive.Tally{Passed: 1}}},
		Scenarios: []drive.Outcome{{Scenario: "3.1-operations/settle", Title: "Settle", Verdict: drive.Failed, Findings: []drive.Finding{{Move: 1, Line: "reed: operation", What: "coins", Want: 1, Got: 2, Rules: []string{"3.1-a"}}}}}}
	return write(now, troubled, report.Options{Against: &report.Against{Name: "before", Files: then}, Engines: []*drive.Report{other}})
}

// tidelands returns the files of the game tidelands.
func tidelands() fstest.MapFS {
	out := fstest.MapFS{}
	for _, dir := range []string{"data/games/tidelands", "scenarios", "goldens/tidelands"} {
		filepath.WalkDir(filepath.Join(root, dir), func(name string, d fs.DirEntry, err error) error {
			rel, _ := filepath.Rel(root, name)
			if err != nil || d.IsDir() || !strings.Contains(rel, "tidelands") {
				return err
			}
			text, err := os.ReadFile(name)
			out[filepath.ToSlash(rel)] = &fstest.MapFile{Data: text}
			return err
		})
	}
	return out
}

func firstGolden(files fstest.MapFS, dir string) string {
	names, _ := fs.Glob(files, dir+"*")
	return strings.TrimPrefix(names[0], dir)
}

// replace replaces the first occurrence of a text in a file, which must have one.
func replace(files fstest.MapFS, name, old, new string) {
	text := string(files[name].Data)
	if !strings.Contains(text, old) {
		panic(name + " has no " + old)
	}
	files[name] = &fstest.MapFile{Data: []byte(strings.Replace(text, old, new, 1))}
}

// compiled is the WebAssembly machine that pages play with.
var compiled = sync.OnceValues(func() (*report.Machine, error) { return machine.Get(root, func(string) {}) })

func write(files fs.FS, dir string, options report.Options) error {
	all, err := corpus.Open(files)
	if err != nil {
		return err
	}
	if options.Goldens, err = fs.Sub(files, corpus.GoldensDir); err != nil {
		return err
	}
	if options.Machine, err = compiled(); err != nil {
		return err
	}
	m, err := report.Build(all, options)
	if err != nil {
		return err
	}
	return report.Write(dir, m, nil)
}

// tab is a tab of the browser. An error that a page logs fails the test.
type tab struct {
	*testing.T
	ctx  context.Context
	base string // address of the report

	mu     sync.Mutex
	faults []string
}

// open opens a tab of desktop width on a page of a report in a folder.
func open(t *testing.T, dir, page string) *tab {
	t.Helper()
	return openAt(t, "file://"+dir+"/", page)
}

// openAt opens a page of a report at an address.
func openAt(t *testing.T, base, page string) *tab {
	t.Helper()
	ctx, done := chromedp.NewContext(browser)
	x := &tab{T: t, ctx: ctx, base: base}
	if err := chromedp.Listen(ctx, x.listen); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		done()
		x.mu.Lock()
		defer x.mu.Unlock()
		for _, fault := range x.faults {
			t.Errorf("the browser complains: %s", fault)
		}
	})
	x.size(1400, 900)
	send(x, log.Enable, cdp.Empty{})
	x.visit(page)
	return x
}

func (x *tab) listen(event any) {
	fault := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		fault = e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			fault += " " + e.ExceptionDetails.Exception.Description
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning || e.Type == runtime.ConsoleAPICalledTypeAssert {
			for _, arg := range e.Args {
				fault += string(arg.Value) + arg.Description + " "
			}
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			fault = e.Entry.Text + " " + e.Entry.URL
		}
	}
	if fault != "" && !strings.HasSuffix(fault, "/favicon.ico") { // every browser requests it
		x.mu.Lock()
		x.faults = append(x.faults, fault)
		x.mu.Unlock()
	}
}

func (x *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	x.Helper()
	ctx, cancel := context.WithTimeout(x.ctx, deadline)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		x.Fatalf("the browser: %v", err)
	}
}

func send[P, R any](x *tab, command cdp.Command[P, R], params P) {
	x.Helper()
	ctx, cancel := context.WithTimeout(x.ctx, deadline)
	defer cancel()
	if _, err := chromedp.Call(ctx, command, params); err != nil {
		x.Fatalf("the browser: %v", err)
	}
}

// ask returns the value of an action.
func ask[T any](x *tab, action chromedp.Action[T]) T {
	x.Helper()
	ctx, cancel := context.WithTimeout(x.ctx, deadline)
	defer cancel()
	out, err := chromedp.Run(ctx, action)
	if err != nil {
		x.Fatalf("the browser: %v", err)
	}
	return out
}

func (x *tab) size(width, height int64) { x.do(chromedp.EmulateViewport(width, height)) }

// dark sets the preferred colour scheme of the system.
func (x *tab) dark(yes bool) {
	scheme := "light"
	if yes {
		scheme = "dark"
	}
	send(x, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
}

// visit loads a page of the report, also if only its fragment differs from the current address.
func (x *tab) visit(page string) {
	x.Helper()
	x.do(chromedp.Navigate("about:blank"), chromedp.Navigate(x.base+page))
	x.holds(`location.href !== 'about:blank' && document.readyState === 'complete'`) // a busy machine may still be loading it
}

// click clicks the first element that matches a selector.
func (x *tab) click(selector string) {
	x.Helper()
	x.do(chromedp.Click(chromedp.CSS(selector)))
}

// write replaces the text of a field.
func (x *tab) write(selector, text string) {
	x.Helper()
	x.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("document.querySelector(%q).value = ''", selector)), chromedp.SendKeys(chromedp.CSS(selector), text))
}

// eval returns the value of an expression in the page.
func eval[T any](x *tab, expression string) T {
	x.Helper()
	return ask(x, chromedp.Evaluate[T](expression))
}

// holds fails the test unless an expression becomes true in the page within the patience.
func (x *tab) holds(expression string) {
	x.Helper()
	ctx, cancel := context.WithTimeout(x.ctx, deadline)
	defer cancel()
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		yes := false
		if yes, err = chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+expression+")")); yes {
			return
		} // a page being unloaded answers with an error
	}
	x.Fatalf("it does not hold that %s (%v)", expression, err)
}

// shot saves a screenshot of the tab in build/browser.
func (x *tab) shot(name string) {
	x.Helper()
	png := ask(x, chromedp.CaptureScreenshot())
	dir := filepath.Join(root, "build", "browser")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		x.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o666); err != nil {
		x.Fatal(err)
	}
}
