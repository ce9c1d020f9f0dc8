package main

// These tests need no other machine: scripts replace its programs, or this machine plays twice.

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/conformance/corpus"
	"rulebound/engine"
)

func TestEmulatorOfAMachine(t *testing.T) {
	have := func(name string) (string, error) {
		if name == "qemu-s390x" {
			return "/usr/bin/qemu-s390x", nil
		}
		return "", exec.ErrNotFound
	}
	for _, x := range []struct{ host, arch, emulator, reason string }{
		{"linux/amd64", "amd64", "", ""},
		{"linux/amd64", "386", "", ""},
		{"linux/arm64", "arm64", "", ""},
		{"linux/amd64", "s390x", "/usr/bin/qemu-s390x", ""},
		{"linux/amd64", "arm64", "", "qemu-aarch64 is missing"},
		{"linux/arm64", "386", "", "qemu-i386 is missing"},
		{"darwin/arm64", "arm64", "", "only a Linux machine"},
		{"linux/amd64", "pdp11", "", "no such machine"},
	} {
		c := cross{host: x.host, find: have}
		emulator, reason := c.way(x.arch)
		if emulator != x.emulator || (reason == "") != (x.reason == "") || !strings.Contains(reason, x.reason) {
			t.Errorf("%s on %s: %q %q", x.arch, x.host, emulator, reason)
		}
	}
}

func TestSkippedMachinesAreNamed(t *testing.T) {
	t.Setenv("PATH", "") // finds neither emulators nor go
	var foreign []string
	for _, arch := range []string{"loong64", "ppc64", "riscv64"} {
		if arch != runtime.GOARCH {
			foreign = append(foreign, arch)
		}
	}
	names := strings.Join(foreign, ",")
	var out, errs bytes.Buffer
	if status := run([]string{"-arch", names}, &out, &errs); status != 0 || !strings.Contains(out.String(), "not checked: "+strings.Join(foreign, ", ")) ||
		strings.Count(out.String(), "SKIPPED") != len(foreign) {
		t.Errorf("status %d\n%s%s", status, &out, &errs)
	}
	if status := run([]string{"-arch", names, "-all"}, &out, &errs); status != 2 {
		t.Errorf("status %d with -all", status)
	}
}

func TestInvalidArgumentsAreRefused(t *testing.T) {
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"-speed"}, "not defined: -speed"}, {[]string{"-arch", "pdp11"}, `no machine "pdp11"`}, {[]string{"-arch", ""}, `no machine ""`}, {[]string{"-games", "0"}, "-games and -every are 1 or more"}, {[]string{"-every", "0"}, "-every are 1 or more"}, {[]string{"s390x"}, "it takes flags"},
	} {
		var out, errs bytes.Buffer
		if status := run(c.args, &out, &errs); status != 2 || !strings.Contains(errs.String(), c.says) {
			t.Errorf("%q: status %d\n%s%s", c.args, status, &out, &errs)
		}
	}
	t.Chdir(t.TempDir())
	var out, errs bytes.Buffer
	if status := run([]string{"-results"}, &out, &errs); status != 1 || !strings.HasPrefix(errs.String(), "cross: ") {
		t.Errorf("without games: status %d, %s", status, &errs)
	}
}

func TestDifference(t *testing.T) {
	for _, x := range []struct {
		a, b        string
		line        int
		left, right string
	}{{"a\nb\n", "a\nb\n", 0, "", ""}, {"a\nb\n", "a\nc\n", 2, "b", "c"}, {"a\n", "a\nb\n", 2, "", "b"}, {"a", "a\nb", 2, "(nothing)", "b"}} {
		if line, left, right := difference([]byte(x.a), []byte(x.b)); line != x.line || left != x.left || right != x.right {
			t.Errorf("%q %q: %d %q %q", x.a, x.b, line, left, right)
		}
	}
}

func TestOutputOfThisMachineIsDeterministic(t *testing.T) {
	var first, second bytes.Buffer
	root := t.TempDir()
	for _, game := range []string{"kalah", "tidelands"} {
		for _, folder := range []string{corpus.GamesDir, corpus.ScenariosDir, corpus.GoldensDir} {
			if err := os.CopyFS(filepath.Join(root, folder, game), os.DirFS(filepath.Join("../..", folder, game))); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := errors.Join(writeResults(os.DirFS(root), 1, 4, &first), writeResults(os.DirFS(root), 1, 4, &second)); err != nil {
		t.Fatal(err)
	}
	if line, a, b := difference(first.Bytes(), second.Bytes()); line > 0 {
		t.Errorf("line %d: %s, %s", line, a, b)
	}
	for _, want := range []string{`extreme 0: fault "overflow"`, "extreme 28: die 1 to 1073741824", ": compiled ", " random games", "kalah: 7 goldens, all equal"} {
		if !strings.Contains(first.String(), want) {
			t.Errorf("it does not report %q:\n%s", want, &first)
		}
	}
}

// The digests cover whole plays, also after a state was restored. The injected fault is in the last of fifty decisions.
func TestDigestsCoverWholePlays(t *testing.T) {
	const page = "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\ntracks: [{id: gold, min: 0, max: 99, initial: 0}]\nvariables: [{id: n, type: int}]\nsetups: [{id: start}]\n" +
		"procedures:\n- id: play\n  do:\n  - repeat: 50\n    do:\n    - {menu: act, by: red, options: {dig: {do: []}, rest: {do: []}}}\n    - gain: {n: 1}\n    - if: n == 50\n      then: [{gain: {gold: LAST}}, {note: {ended: {}}}]\n  - over: {}\n```\n"
	digests := func(last, note string) []string {
		gd, _, list := compiler.Compile(fstest.MapFS{"toy/1.md": {Data: []byte(strings.NewReplacer("LAST", last, "ended", note).Replace(page))}}, "toy")
		if list.HasErrors() {
			t.Fatal(list)
		}
		g, err := engine.Load(gd, nil)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := writeGames(g, "start", 2, &out); err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.TrimSpace(out.String()), ", ")
	}
	first := digests("1", "ended")
	if len(first) != 5 || first[0] != "toy/start: 2 random games" || first[1] != "100 decisions" {
		t.Fatalf("%q", first)
	}
	if other := digests("2", "ended"); other[2] == first[2] || other[3] == first[3] {
		t.Errorf("with another last change the digests are %q, as before", other)
	}
	if other := digests("1", "done"); other[2] == first[2] {
		t.Errorf("with another last line the digest of the traces is %q, as before", other[2])
	}
}

// A machine whose play differs from a golden has failed. The injected faults are in the golden and in the expectation
// of the scenario.
func TestAGoldenThatDiffersIsAFailure(t *testing.T) {
	const page = "# Toy\n\n- **1.1-a** Play.\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\ntracks: [{id: gold, min: 0, max: 9, initial: 0}]\n" +
		"setups: [{id: start}]\nprocedures:\n- id: play\n  do:\n  - menu: act\n    by: red\n    options: {dig: {do: [{rule: 1.1-a, do: [{gain: {gold: 1}}]}]}, rest: {do: []}}\n  - over: {}\n```\n"
	const script = "version: 1\ntitle: T\ngame: toy\nrules: [1.1-a]\nsetup: {scenario: start}\nmoves: [{red: dig}]\nexpect: {state: {gold: GOLD}}\n"
	const golden = "trace 1\nscenario T\ngame toy set-up start\nrules 1.1-a\nred act: dig\n  gold: 0 → 1\nover red 0\n"
	for _, c := range []struct{ gold, golden, want string }{
		{"1", golden, ""},
		{"2", golden, "gold"},
		{"1", strings.Replace(golden, "0 → 1", "1 → 2", 1), "differs from the golden"},
		{"1", "", "file does not exist"},
	} {
		files := fstest.MapFS{"data/games/toy/10.md": {Data: []byte(page)}, "scenarios/toy/1.1/dig.yaml": {Data: []byte(strings.Replace(script, "GOLD", c.gold, 1))}}
		files["goldens/other"] = &fstest.MapFile{} // the folder exists
		if c.golden != "" {
			files["goldens/toy/1.1/dig.golden"] = &fstest.MapFile{Data: []byte(c.golden)}
		}
		err := writeResults(files, 1, 1, io.Discard)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("gold %s, golden %q: %v", c.gold, c.golden, err)
		}
	}
}

// The programs of the machines are scripts; the output of the second is the injected fault.
func TestDifferingMachineIsReported(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	for word, want := range map[string]error{"two": nil, "three": errDiffers} {
		dir, out := t.TempDir(), bytes.Buffer{}
		for arch, second := range map[string]string{"amd64": "two", "386": word} {
			if err := os.WriteFile(program(dir, arch), []byte("#!/bin/sh\necho one\necho "+second+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		c := &cross{host: "linux/amd64", out: &out}
		if err := c.hold(dir, []machine{{"amd64", ""}, {"386", ""}}); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", word, err, want)
		}
		if differs := strings.Contains(out.String(), "DIFFERS in line 2:\n  amd64: two\n  386: three"); differs != (want != nil) {
			t.Errorf("%s: %s", word, &out)
		}
	}
}

func TestAnEmulatorRunsTheProgram(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	dir, out := t.TempDir(), bytes.Buffer{}
	emulator := filepath.Join(dir, "qemu-s390x")
	for name, text := range map[string]string{program(dir, "s390x"): "echo $*\n", emulator: "#!/bin/sh\nexec sh \"$@\"\n"} {
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	c := &cross{host: "linux/amd64", out: &out, games: 3, every: 2}
	if err := c.hold(dir, []machine{{"s390x", emulator}}); err != nil || !strings.HasPrefix(out.String(), "-results -games 3 -every 2\n") || !strings.Contains(out.String(), "s390x    under qemu-s390x") {
		t.Errorf("%v\n%s", err, &out)
	}
}

// If the kernel cannot run the programs of one machine, the next is tried. The compiler is a script: its program for
// 386 cannot be executed, the one for arm needs the emulator.
func TestFirstRunnableMachineIsUsed(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("programs of 386 run by themselves on linux/amd64 alone")
	}
	bin := t.TempDir()
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	compiler := "#!/bin/sh\ncase $GOARCH in 386) echo junk ;; *) echo '#!/bin/sh' ;; esac >$3\nchmod +x $3\n"
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte(compiler), 0o755); err != nil {
		t.Fatal(err)
	}
	for emulator, want := range map[string]struct {
		machine *machine
		reasons string
	}{
		"/usr/bin/qemu-arm": {&machine{"arm", "/usr/bin/qemu-arm"}, "this machine runs no 386 programs"},
		"":                  {nil, "this machine runs no 386 programs; qemu-arm is missing; Debian has it in the package qemu-user"},
	} {
		c := &cross{host: "linux/amd64", find: func(string) (string, error) {
			if emulator == "" {
				return "", exec.ErrNotFound
			}
			return emulator, nil
		}}
		runs, reasons, err := c.settle(t.TempDir(), []string{"386", "arm"})
		if err != nil || !reflect.DeepEqual(runs, want.machine) || strings.Join(reasons, "; ") != want.reasons {
			t.Errorf("with emulator %q: %v, %q, %v", emulator, runs, reasons, err)
		}
	}
}

// A difference is status 1, any failure 2. The compiler is a script, which injects the difference into the programs.
func TestExitStatusDistinguishesDifferenceFromFailure(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("this machine runs one kind of program by itself")
	}
	t.Chdir(t.TempDir())
	for _, folder := range []string{corpus.GamesDir, corpus.ScenariosDir, corpus.GoldensDir, "bin"} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	bin, err := filepath.Abs("bin")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	for tells, want := range map[string]int{"echo one": 0, "echo $GOARCH": 1, "exit 3": 2} {
		compiler := "#!/bin/sh\n{ echo '#!/bin/sh'; echo \"" + tells + "\"; } >$3\nchmod +x $3\n"
		if err := os.WriteFile("bin/go", []byte(compiler), 0o755); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if status := run([]string{"-arch", "amd64,386"}, &out, &errs); status != want || strings.Contains(out.String(), "not checked") {
			t.Errorf("%s: status %d, want %d\n%s%s", tells, status, want, &out, &errs)
		}
	}
}
