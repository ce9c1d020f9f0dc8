package main

// These tests mutate a small module whose tests kill some mutants and not others.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var module = map[string]string{
	"go.mod": "module demo\n\ngo 1.26\n",
	"demo.go": `package demo

// Larger returns the larger number.
func Larger(a, b int) int {
	if a > b {
		return a
	}
	return b
}

// Within reports whether n is from low to high.
func Within(n, low, high int) bool {
	return low <= n && n <= high
}

// Count counts the calls that ask for it.
func Count(calls []bool) int {
	n := 0
	for _, c := range calls {
		if !c {
			continue
		}
		n++
	}
	return n
}

// Alone is never called.
func Alone(n int) int { return n - 1 }

// Down counts down; without its step it never ends.
func Down(n int) {
	for n > 0 {
		n--
	}
}
`,
	"demo_test.go": `package demo

import "testing"

func TestLarger(t *testing.T) {
	if Larger(1, 2) != 2 || Larger(3, 2) != 3 {
		t.Fatal()
	}
}

func TestWithin(t *testing.T) {
	if !Within(2, 1, 3) || Within(4, 1, 3) || !Within(3, 1, 3) {
		t.Fatal()
	}
}

func TestCount(t *testing.T) {
	if Count([]bool{true, false, true}) != 2 {
		t.Fatal()
	}
}

func TestDown(t *testing.T) { Down(3) }
`,
}

// inModule makes the small module the working directory.
func inModule(t *testing.T) {
	t.Helper()
	folder := t.TempDir()
	for name, text := range module {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(folder)
}

func TestSurvivorsAreListed(t *testing.T) {
	inModule(t)
	var out, errs bytes.Buffer
	if status := run([]string{"-also", "", "-json", "."}, &out, &errs); status != 0 {
		t.Fatalf("status %d: %s", status, errs.String())
	}
	var r result
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	var survive []string
	for _, c := range r.Survivors {
		survive = append(survive, c.What)
	}
	want := []string{
		"`a > b` with >=", // the same function
		"`low <= n` left out of `low <= n && n <= high`", // nothing below low is tested
		"`low <= n` with <", // nor low itself
		"`n > 0` with >=",   // one more iteration
	}
	slices.Sort(survive)
	slices.Sort(want)
	if !slices.Equal(survive, want) {
		t.Errorf("survivors:\n%s\nwant:\n%s", strings.Join(survive, "\n"), strings.Join(want, "\n"))
	}
	if len(r.Unreached) != 1 || r.Unreached[0].What != "`n - 1` with +" || r.Unreached[0].Line != 29 {
		t.Errorf("not reached: %d, the first %+v", len(r.Unreached), *r.Unreached[0])
	}
	if r.Tried != r.Changes || r.Killed != r.Tried-5 {
		t.Errorf("%d changes, %d tried, %d killed", r.Changes, r.Tried, r.Killed)
	}
}

// The file of -again lists a survivor that its new test kills, and a mutant that the new test of another package reaches.
func TestSurvivorsAreRetried(t *testing.T) {
	inModule(t)
	left := `{"package": "demo", "survivors": [{"file": "/elsewhere/demo.go", "line": 7, "in": "Within", "what": "` + "`low <= n` with <" + `"},
		{"file": "other.go", "in": "Down", "what": "` + "`n > 0` with >=" + `"}], "unreached": [{"file": "demo.go", "in": "Alone", "what": "` + "`n - 1` with +" + `"}]}
		{"package": "demo/other", "survivors": [{"file": "demo.go", "in": "Down", "what": "` + "`n > 0` with >=" + `"}]}`
	for name, text := range map[string]string{"left.json": left, "bad.json": "{", "low_test.go": "package demo\n\nimport \"testing\"\n\nfunc TestLow(t *testing.T) {\n\tif !Within(1, 1, 3) {\n\t\tt.Fatal()\n\t}\n}\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	callAlone(t)
	var out, errs bytes.Buffer
	if status := run([]string{"-also", "", "-again", "left.json", "-json", "."}, &out, &errs); status != 0 {
		t.Fatalf("status %d: %s", status, errs.String())
	}
	var r result
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	if r.Tried != 2 || r.Killed != 2 || len(r.Unreached) != 0 || !strings.Contains(errs.String(), "demo: 6 tests\n") {
		t.Errorf("%+v\n%s", r, &errs)
	}
	for _, file := range []string{"bad.json", "none.json"} {
		errs.Reset()
		if status := run([]string{"-also", "", "-again", file, "."}, &out, &errs); status != 2 || !strings.Contains(errs.String(), "-again") || !strings.Contains(errs.String(), file) {
			t.Errorf("%s: status %d: %s", file, status, errs.String())
		}
	}
}

// callAlone adds a package, the only one whose test reaches Alone.
func callAlone(t *testing.T) {
	t.Helper()
	const other = "package other\n\nimport (\n\t\"testing\"\n\n\t\"demo\"\n)\n\nfunc TestAlone(t *testing.T) {\n\tif demo.Alone(3) != 2 {\n\t\tt.Fatal()\n\t}\n}\n"
	if err := errors.Join(os.Mkdir("other", 0o755), os.WriteFile("other/other_test.go", []byte(other), 0o644)); err != nil {
		t.Fatal(err)
	}
}

func TestSelectionOfTests(t *testing.T) {
	inModule(t)
	callAlone(t)
	for _, c := range []struct {
		args                       string
		unreached, killed, untried int
		tests                      string
	}{
		{"-own", 1, 0, 0, "demo: 4 tests\n"},
		{"-own -with ./other", 0, 1, 0, "demo: 5 tests\n"},
		{"-own -within 1ns -for 1ns", 0, 0, 1, "demo: 0 tests\n"},
	} {
		var out, errs bytes.Buffer
		args := append(strings.Fields(c.args), "-also", "", "-json", "-again", "alone.json", ".")
		if err := os.WriteFile("alone.json", []byte(`{"package": "demo", "unreached": [{"file": "demo.go", "in": "Alone", "what": "`+"`n - 1` with +"+`"}]}`), 0o644); err != nil {
			t.Fatal(err)
		}
		var r result
		if status := run(args, &out, &errs); status != 0 || json.Unmarshal(out.Bytes(), &r) != nil {
			t.Fatalf("%s: status %d: %s", c.args, status, &errs)
		}
		if len(r.Unreached) != c.unreached || r.Killed != c.killed || r.Untried != c.untried || !strings.Contains(errs.String(), c.tests) {
			t.Errorf("%q: %+v\n%s", c.args, r, &errs)
		}
	}
}

// A listed mutant is not tested; it counts in the raw score and not in the adjusted one.
func TestTheScores(t *testing.T) {
	killer := &test{binary: "false", hits: map[int]bool{1: true, 2: true, 3: true}}
	b := &bench{tests: []*test{killer}, s: &subject{path: "demo", changes: []*change{{ID: 1}, {ID: 2, same: true}, {ID: 3}, {ID: 4}}}}
	for name, c := range map[string]struct {
		set                    settings
		tried, skipped, killed int
		raw, adjusted          float64
		wrong                  int
	}{
		"all":    {settings{part: 1, of: 1, jobs: 1}, 3, 1, 2, 50, 66.7, 0},
		"listed": {settings{part: 1, of: 1, jobs: 1, listed: true}, 1, 0, 1, 100, 100, 1},
		"none":   {settings{part: 9, of: 9, jobs: 1}, 0, 0, 0, 0, 0, 0},
	} {
		r := b.try(c.set, time.Time{}, io.Discard)
		if r.Tried != c.tried || r.Skipped != c.skipped || r.Killed != c.killed || r.Raw != c.raw || r.Adjusted != c.adjusted || len(r.Wrong) != c.wrong {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestPartsAndSamplesCoverThePackageEvenly(t *testing.T) {
	all := make([]*change, 10)
	for i := range all {
		all[i] = &change{ID: i + 1}
	}
	ids := func(chosen []*change) (ids []int) {
		for _, c := range chosen {
			ids = append(ids, c.ID)
		}
		return ids
	}
	if got := ids(choose(all, settings{part: 2, of: 3})); !slices.Equal(got, []int{2, 5, 8}) {
		t.Error("part 2/3:", got)
	}
	sample := func(seed uint64) []int { return ids(choose(all, settings{part: 1, of: 1, sample: 3, seed: seed})) }
	met := map[string]bool{}
	for seed := range uint64(50) {
		got := slices.Sorted(slices.Values(sample(seed)))
		if got[0] > 3 || got[1] < 4 || got[1] > 6 || got[2] < 7 {
			t.Errorf("seed %d: %v is not one out of each third", seed, got)
		}
		met[fmt.Sprint(got)] = true
	}
	if len(met) < 10 || !slices.Equal(sample(7), sample(7)) {
		t.Errorf("%d samples by 50 seeds; a seed gives one sample", len(met))
	}
	before := sample(7)
	all[2].same, all[5].same = true, true
	if !slices.Equal(sample(7), before) {
		t.Error("a sample changes when a change is listed as equivalent")
	}
	if got := ids(choose(all, settings{part: 1, of: 1, listed: true})); !slices.Equal(got, []int{3, 6}) {
		t.Error("with -listed it alone is:", got)
	}
}

func TestOnlySelectedFilesAreMutated(t *testing.T) {
	all := []*change{{ID: 1, File: "/p/look.go"}, {ID: 2, File: "/p/outlook.go"}, {ID: 3, File: "/p/outlook_code.go"}, {ID: 4, File: "/p/fill.go"}}
	for files, want := range map[string][]int{
		"":                   {1, 2, 3, 4},
		"outlook*.go":        {2, 3},
		"look.go,fill.go":    {1, 4},
		"!outlook*.go,look*": {4},
	} {
		set := settings{part: 1, of: 1}
		if err := set.only(files); err != nil {
			t.Fatal(err)
		}
		var ids []int
		for _, c := range choose(all, set) {
			ids = append(ids, c.ID)
		}
		if !slices.Equal(ids, want) {
			t.Errorf("-files %q takes %v, want %v", files, ids, want)
		}
	}
}

func TestInvalidArgumentsAreRefused(t *testing.T) {
	inModule(t)
	for _, c := range []struct {
		args []string
		says string
	}{
		{nil, "name the packages"},
		{[]string{"-part", "3/2", "."}, "-part 3/2"},
		{[]string{"-part", "half", "."}, "-part half"},
		{[]string{"-files", "[", "."}, "-files [: syntax error in pattern"},
		{[]string{"-files", "!", "."}, "-files !: name patterns"},
		{[]string{"-files", "other.go", "."}, "no change of demo is in the files of -files"},
		{[]string{"-sample", "-1", "."}, "-sample is 0 or more"},
		{[]string{"-jobs", "0", "."}, "-jobs at least 1"},
		{[]string{"./nowhere"}, "nowhere"},
		{[]string{"-also", "./nowhere", "."}, "nowhere"},
	} {
		var errs bytes.Buffer
		if status := run(c.args, &bytes.Buffer{}, &errs); status != 2 || !strings.Contains(errs.String(), c.says) {
			t.Errorf("%v: status %d, %s", c.args, status, errs.String())
		}
	}
}

func TestTestThatFailsWithoutMutationIsRefused(t *testing.T) {
	inModule(t)
	if err := os.WriteFile("broken_test.go", []byte("package demo\n\nimport \"testing\"\n\nfunc TestBroken(t *testing.T) { t.Fatal(Larger(1, 2)) }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	if status := run([]string{"-also", "", "."}, &bytes.Buffer{}, &errs); status != 2 || !strings.Contains(errs.String(), "fails without a change") {
		t.Errorf("status %d, %s", status, errs.String())
	}
}

func TestListOfEquivalentMutantsIsCheckedAgainstTheCode(t *testing.T) {
	inModule(t)
	for text, want := range map[string]string{
		"demo.go: [{in: Larger, what: \"`a > b` with >=\"}]":                             "the reason (why)",
		"demo.go: [{in: Larger, what: \"`a > b` with >=\", why: \"just so\"}]":           "the reason (why)",
		"demo.go: [{in: Larger, because: it is}]":                                        "because",
		"demo.go: [{in: Larger, what: \"`a > b` with ==\", why: it is all the same}]":    "demo.go: Larger has no change `a > b` with ==: take the entry out",
		"demo.go: [{in: Smaller, what: \"`a > b` with >=\", why: it is all the same}]":   "Smaller has no change",
		"other/demo.go: [{in: Larger, what: \"`a > b` with ==\", why: of another file}]": "",
		"demo.go: [{in: Larger, what: \"`a > b` with >=\", why: equals are one number}]": "",
	} {
		known, err := readList([]byte(text))
		var subjects []*subject
		if err == nil {
			if subjects, err = load([]string{"."}); err != nil {
				t.Fatal(err)
			}
			err = known.mark(subjects[0])
		}
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
		marked := 0
		for _, s := range subjects {
			for _, c := range s.changes {
				if c.same {
					marked++
				}
			}
		}
		if want == "" && marked != 1 && !strings.HasPrefix(text, "other") {
			t.Errorf("%s: %d changes are marked", text, marked)
		}
	}
}

func TestListedEquivalentMutantsExist(t *testing.T) {
	known, err := readList(list)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("../..")
	folders := map[string]bool{}
	for file := range known {
		folders["./"+filepath.Dir(file)] = true
	}
	subjects, err := load(slices.Sorted(maps.Keys(folders)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]bool{}
	for _, s := range subjects {
		if err := known.mark(s); err != nil {
			t.Error(err)
		}
		for name := range s.files {
			files[name] = true
		}
	}
	for file := range known {
		if whole, err := filepath.Abs(file); err != nil || !files[whole] {
			t.Errorf("%s is not a file of a package", file)
		}
	}
}

func TestCallsThatAreNotMutated(t *testing.T) {
	for call, want := range map[string]bool{"panic(1)": true, "t.Helper()": true, "GinkgoHelper()": true, "save()": false, "s.Helper(1)": false, "s.save()": false} {
		x, err := parser.ParseExpr(call)
		if err != nil {
			t.Fatal(err)
		}
		if got := stays(x.(*ast.CallExpr)); got != want {
			t.Errorf("%s stays: %v", call, got)
		}
	}
}
