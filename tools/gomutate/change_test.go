package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestMutationsOfEachKindOfCode(t *testing.T) {
	folder := t.TempDir()
	var code, want []string
	for _, c := range []struct {
		code    string
		changes []string
	}{
		{"func Larger(a, b int) bool { return a > b }", []string{"`a > b` with >=", "`a > b` with <="}},
		{"func Until(n int) {\n\tfor n <= 3 {\n\t\tn++\n\t}\n}", []string{"`n <= 3` with <", "`n++` left out"}}, // no negation
		{"func Same(a, b string) bool { return a == b }", []string{"`a == b` negated"}},
		{"func First(a, b string) string {\n\tif a < b {\n\t\treturn a + b\n\t}\n\treturn b\n}", []string{"`a < b` with <=", "`a < b` with >="}}, // + of strings is not mutated
		{"func Half(a float64) float64 { return a - 1 }", nil},
		{"func Any[T int | float64](a, b T) bool { return a < b || a+b == b }", []string{"`a < b` left out of `a < b || a+b == b`", "`a+b == b` left out of `a < b || a+b == b`", "`a+b == b` negated"}},
		{"func Next(n int) int { return n + 1 }", []string{"`n + 1` with -"}},
		{"func Bit(n uint) int64 { return 1<<n + 2 }", nil}, // typed by its context
		{"func Low(n uint) int64 { return 2 - 1>>n }", nil},
		{"func All(a, b, c bool) bool { return a && b && c }", []string{"`a` left out of `a && b`", "`b` left out of `a && b`", "`c` left out of `a && b && c`"}},
		{"func Both(a, b flag) flag { return a && b }", nil},
		{"func Not(a bool) int {\n\tif !a {\n\t\treturn 1\n\t}\n\treturn 2\n}", []string{"condition `!a` negated"}},
		{"func Never(n int) {\n\tif n == 0 {\n\t\tpanic(n)\n\t}\n}", []string{"`n == 0` negated"}},
		{"func Yes() bool { return true }", []string{"`return true` with the opposite"}},
		{"func No() bool { return false }", []string{"`return false` with the opposite"}},
		{"func Certain(n int) (bool, error) {\n\tif n == 1 {\n\t\treturn true, errors.New(\"one\")\n\t}\n\tif n == 2 {\n\t\treturn true, fmt.Errorf(\"two\")\n\t}\n\treturn true, fault\n}", []string{"`n == 1` negated", "`n == 2` negated"}},
		{"func Perhaps(err error) (bool, error) {\n\tif err == nil {\n\t\treturn true, nil\n\t}\n\treturn true, wrap(err)\n}", []string{"`err == nil` negated", "`return true, nil` with the opposite", "`return true, wrap(err)` with the opposite"}},
		{"func Keep(m map[string]int) {\n\tx := 1\n\t_ = x\n\tm[\"a\"] = x\n}", []string{"`m[\"a\"] = x` left out"}},
		{"func Go(n int) {\n\tfor i := range n {\n\t\tswitch i {\n\t\tcase 1:\n\t\t\tcontinue\n\t\tcase 2:\n\t\t\tbreak\n\t\tcase 3:\n\t\t\treturn\n\t\t}\n\t\tprintln(i)\n\t}\n}", []string{"`break` left out", "`continue` left out", "`println(i)` left out", "`return` left out"}},
		{"const Known = 2 < 3 && 1+1 == 2", nil},
	} {
		code = append(code, c.code)
		want = append(want, c.changes...)
	}
	text := "package demo\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n)\n\ntype flag bool\n\ntype wrong struct{}\n\nfunc (wrong) Error() string { return \"\" }\n\nvar fault = wrong{}\n\nfunc wrap(err error) error { return err }\n\n" + strings.Join(code, "\n\n") + "\n"
	for name, text := range map[string]string{"go.mod": module["go.mod"], "demo.go": text} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(folder)
	subjects, err := load([]string{"."})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range subjects[0].changes {
		got = append(got, c.What)
	}
	slices.Sort(got)
	slices.Sort(want)
	for _, w := range want {
		if i := slices.Index(got, w); i >= 0 {
			got = slices.Delete(got, i, i+1)
		} else {
			t.Errorf("no change %s", w)
		}
	}
	for _, g := range got {
		t.Errorf("there is the change %s", g)
	}
}

// A process runs quick tests of one binary up to a second of processor time; a slow test and a command run alone.
func TestQuickTestsOfABinaryRunInOneProcess(t *testing.T) {
	of := func(binary, function string, took time.Duration) *test {
		return &test{binary: binary, function: function, took: took, args: []string{"alone"}}
	}
	for _, c := range []struct {
		tests []*test
		n     int
		args  string
		took  time.Duration
	}{
		{[]*test{of("a", "TestA", time.Second/4), of("a", "TestB", time.Second/4), of("a", "TestC", time.Second)}, 2, "-test.short -test.failfast -test.run ^(TestA|TestB)$", time.Second / 2},
		{[]*test{of("a", "TestA", 2*time.Second), of("a", "TestB", 0)}, 1, "-test.short -test.failfast -test.run ^(TestA)$", 2 * time.Second},
		{[]*test{of("a", "TestA", 0), of("b", "TestB", 0)}, 1, "-test.short -test.failfast -test.run ^(TestA)$", 0},
		{[]*test{of("a", "", time.Second), of("a", "TestB", 0)}, 1, "alone", time.Second},
		{[]*test{of("a", "TestA", 0), of("a", "", time.Second)}, 1, "-test.short -test.failfast -test.run ^(TestA)$", 0},
	} {
		if n, args, took := together(c.tests); n != c.n || strings.Join(args, " ") != c.args || took != c.took {
			t.Errorf("%d tests with %q for %v, want %+v", n, args, took, c)
		}
	}
}

func TestTextOfAResult(t *testing.T) {
	var out bytes.Buffer
	(&result{Package: "demo", Changes: 9, Same: 1, Tried: 4, Killed: 2, Untried: 3, Raw: 40, Adjusted: 50, Survivors: []*change{{What: "a negated"}}, Unreached: []*change{{What: "b left out"}}}).print(&out)
	for _, want := range []string{"no test notices\n", "a negated\nno test reaches\n", "b left out\n", "demo: 9 changes, 1 of them equivalent, 4 tried, 2 killed (raw 40.0%, adjusted 50.0%), 3 not tried: the time was up\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
	if strings.Contains(out.String(), "although") {
		t.Errorf("nothing is listed:\n%s", &out)
	}
}
