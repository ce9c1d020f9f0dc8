package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// The order of the list and the times and modes of the files on disk do not change an archive.
func TestArchiveIsReproducible(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"rulebound", "a.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("text of "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	program, page := file{name: "rulebound", from: filepath.Join(dir, "rulebound"), mode: 0o755}, file{name: "doc/a.txt", from: filepath.Join(dir, "a.txt")}
	for _, system := range []string{"linux", "windows"} {
		var all [][]byte
		for i, files := range [][]file{{program, page}, {page, program}} {
			stamp := time.Unix(int64(1000*i), 0)
			if err := os.Chtimes(page.from, stamp, stamp); err != nil {
				t.Fatal(err)
			}
			r := &release{version: "v1", output: t.TempDir(), time: time.Unix(1_700_000_000, 0).UTC()}
			name, err := r.archive(system, "amd64", files)
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, text)
			if system == "windows" {
				continue
			}
			to := t.TempDir()
			if err := unpack(name, to); err != nil {
				t.Fatal(err)
			}
			if info, err := os.Stat(filepath.Join(to, "rulebound_v1_linux_amd64", "rulebound")); err != nil || info.Mode().Perm() != 0o755 {
				t.Errorf("the program cannot be carried out: %v %v", info, err)
			}
			if text, err := os.ReadFile(filepath.Join(to, "rulebound_v1_linux_amd64", "doc", "a.txt")); err != nil || string(text) != "text of a.txt" {
				t.Errorf("%q %v", text, err)
			}
		}
		if !bytes.Equal(all[0], all[1]) {
			t.Errorf("%s: two archives of the same files differ", system)
		}
	}
}

// commands replaces go and git by scripts.
func commands(t *testing.T, scripts map[string]string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the commands are shell scripts")
	}
	folder := t.TempDir()
	for name, body := range scripts {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/sh\n"+body), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
}

// A release has the name that git gives its revision, or the given one; its files have the time of the revision.
func TestNameAndTimeOfARelease(t *testing.T) {
	const git = "case $1 in describe) echo v1.2DIRTY;; rev-parse) echo abcdef;; log) echo 1700000000;; esac\n"
	for _, c := range []struct {
		git, version, epoch   string
		name, revision, wrong string
		time                  int64
	}{
		{git, "", "", "v1.2", "abcdef", "", 1_700_000_000},
		{strings.Replace(git, "DIRTY", "-dirty", 1), "", "", "v1.2-dirty", "abcdef, modified", "", 1_700_000_000},
		{git, "v3", "1600000000", "v3", "abcdef", "", 1_600_000_000},
		{"exit 1\n", "", "", "devel", "", "", 315_532_800},
		{git, "v1/2", "", "", "", "no slash", 0},
		{git, "v 1", "", "", "", "no space", 0},
	} {
		commands(t, map[string]string{"git": strings.Replace(c.git, "DIRTY", "", 1)})
		t.Setenv("SOURCE_DATE_EPOCH", c.epoch)
		r := &release{version: c.version}
		err := r.identify()
		if (err != nil) != (c.wrong != "") || err != nil && !strings.Contains(err.Error(), c.wrong) || err == nil && (r.version != c.name || r.revision != c.revision || r.time.Unix() != c.time) {
			t.Errorf("%+v: %q of %q at %d, %v", c, r.version, r.revision, r.time.Unix(), err)
		}
	}
}

// Programs contain no paths of this machine unless it is a trial; errors of the compiler are reported.
func TestAProgramIsBuiltForItsPlatform(t *testing.T) {
	asked := filepath.Join(t.TempDir(), "asked")
	commands(t, map[string]string{"go": "echo \"$GOOS/$GOARCH $CGO_ENABLED $GOFLAGS $*\" >" + asked + "\n[ \"$GOARCH\" != pdp11 ] || { echo no such machine; exit 1; }\n"})
	for _, c := range []struct {
		trim               bool
		system, arch, want string
	}{
		{true, "linux", "arm64", "linux/arm64 0 -trimpath build -tags=release "},
		{false, "", "", "/ 1 -mine build -tags=release "},
	} {
		t.Setenv("CGO_ENABLED", "1")
		t.Setenv("GOFLAGS", "-mine")
		t.Setenv("GOOS", "")
		t.Setenv("GOARCH", "")
		r := &release{version: "v1", revision: "abc", trim: c.trim}
		err := r.build("out", c.system, c.arch)
		if text, _ := os.ReadFile(asked); err != nil || !strings.HasPrefix(string(text), c.want) || !strings.Contains(string(text), "main.released=v1 '-X=main.built=abc' -o out ./tools/rulebound") {
			t.Errorf("%s/%s: %v, go was asked %s", c.system, c.arch, err, text)
		}
	}
	if err := (&release{}).build("out", "linux", "pdp11"); err == nil || !strings.Contains(err.Error(), "linux/pdp11") || !strings.Contains(err.Error(), "no such machine") {
		t.Errorf("a build that fails: %v", err)
	}
}

// An archive also has the manual, the completions and the licences of Go and of each module; a module without a licence
// is an error.
func TestTheFilesBesideTheProgram(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{"go/LICENSE": "of Go", "one/LICENCE.md": "of one", "one/NOTICE": "by one", "bare/README": "none"} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	list := "example.org/one " + root + "/one\\n\\nexample.org/one " + root + "/one\\n"
	goes := func(list string) map[string]string {
		return map[string]string{"go": "case $1 in list) printf '" + list + "';; env) echo " + root + "/go;; esac\n", "host": "case $1 in man) mkdir -p $2; echo $SOURCE_DATE_EPOCH >$2/rulebound.1;; completion) echo $2;; esac\n"}
	}
	commands(t, goes(list))
	work := t.TempDir()
	files, err := (&release{time: time.Unix(1_700_000_000, 0)}).documents("host", work)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.name)
	}
	want := []string{"README.md", "LICENSE", "man/rulebound.1", "completion/rulebound.bash", "completion/rulebound.fish", "completion/rulebound.powershell", "completion/rulebound.zsh",
		"licences/example.org/one/LICENCE.md", "licences/example.org/one/NOTICE", "licences/go/LICENSE"}
	if !slices.Equal(names, want) {
		t.Errorf("they are %q\nwant %q", names, want)
	}
	if text, err := os.ReadFile(filepath.Join(work, "rulebound.fish")); err != nil || string(text) != "fish\n" {
		t.Errorf("the completion is %q, %v", text, err)
	}
	if text, err := os.ReadFile(filepath.Join(work, "man", "rulebound.1")); err != nil || string(text) != "1700000000\n" {
		t.Errorf("the manual is of %q, %v", text, err)
	}
	commands(t, goes(list+"example.org/bare "+root+"/bare\\n"))
	if _, err := licences(); err == nil || !strings.Contains(err.Error(), "example.org/bare has no file LICENSE in "+root) {
		t.Errorf("a module without a licence: %v", err)
	}
	for command, failing := range map[string]string{"manual pages": "case $1 in man) exit 1;; esac\n", "completion of bash": "case $1 in man) mkdir -p $2;; completion) exit 1;; esac\n"} {
		commands(t, map[string]string{"host": failing})
		if _, err := (&release{}).documents("host", t.TempDir()); err == nil || !strings.Contains(err.Error(), command) {
			t.Errorf("%s: %v", command, err)
		}
	}
}

// A release has an archive for each platform, their hashes and a bill of materials. The archive of this machine is
// tried on a game. The commands are scripts; the program that they build is a script, too.
func TestAReleaseIsMadeAndTried(t *testing.T) {
	root := t.TempDir()
	t.Chdir(root)
	program := "#!/bin/sh\ncase $1 in man) mkdir -p $2; echo page >$2/rulebound.1;; completion) echo $2;; report) /bin/mkdir -p $3/assets; echo js >$3/assets/machine.js;; esac\n"
	for name, text := range map[string]string{"README.md": "readme", "LICENSE": "licence", "lib/wasm/wasm_exec.js": "script", "program": program,
		"data/games/kalah/1.md": "page", "scenarios/kalah/a.yaml": "a", "goldens/kalah/a.golden": "a", "build/dist/old.tar.gz": "old"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	compiler := "case $1 in\nlist) ;;\nenv) echo " + root + ";;\n-C) echo " + root + ";;\nrun) while [ \"$1\" != -output ]; do shift; done; echo bill >$2;;\n" +
		"build) echo $* >>" + root + "/asked; while [ \"$1\" != -o ]; do shift; done; cp " + root + "/program $2; chmod +x $2;;\nesac\n"
	commands(t, map[string]string{"go": compiler, "git": "exit 1\n"})
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	var log bytes.Buffer
	here := runtime.GOOS + "/" + runtime.GOARCH
	if err := run([]string{"-version", "v1", "-platforms", here + ",windows/arm64"}, &log); err != nil {
		t.Fatal(err)
	}
	r := &release{version: "v1", output: filepath.Join("build", "dist"), log: &log}
	entries, err := os.ReadDir(r.output)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	own := r.name(runtime.GOOS, runtime.GOARCH) + ".tar.gz"
	want := []string{"SHA256SUMS", "rulebound_v1.cdx.json", own, "rulebound_v1_windows_arm64.zip"}
	if slices.Sort(want); !slices.Equal(names, want) {
		t.Errorf("the release is %q, want %q", names, want)
	}
	sums, err := os.ReadFile(filepath.Join(r.output, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range want[1:] {
		if text, err := os.ReadFile(filepath.Join(r.output, name)); err != nil || !strings.Contains(string(sums), fmt.Sprintf("%x  %s\n", sha256.Sum256(text), name)) {
			t.Errorf("the hash of %s is not in\n%s (%v)", name, sums, err)
		}
	}
	packed, err := zip.OpenReader(filepath.Join(r.output, "rulebound_v1_windows_arm64.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	modes := map[string]os.FileMode{}
	for _, f := range packed.File {
		modes[strings.TrimPrefix(f.Name, "rulebound_v1_windows_arm64/")] = f.Mode()
	}
	if modes["rulebound.exe"] != 0o755 || modes["man/rulebound.1"] != 0o644 || modes["LICENSE"] != 0o644 {
		t.Errorf("the archive has %v", modes)
	}
	for _, want := range []string{"dist: tried " + r.name(runtime.GOOS, runtime.GOARCH) + "\n", "dist: " + filepath.Join(r.output, own) + ", ", "dist: " + filepath.Join(r.output, "rulebound_v1.cdx.json") + "\n"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("it does not say %q:\n%s", want, &log)
		}
	}
	if text, err := os.ReadFile("asked"); err != nil || strings.Count(string(text), "build -tags=release ") != 3 {
		t.Errorf("go was asked\n%s (%v)", text, err)
	}
	for want, args := range map[string][]string{"name it as OS/ARCH": {"-platforms", "linux"}, "no slash": {"-version", "a/b"}, "not defined: -speed": {"-speed"}, `not "linux"`: {"linux"}} {
		log.Reset()
		if err := run(args, &log); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "not defined") != strings.Contains(log.String(), "-platforms") {
			t.Errorf("%q: %v\n%s", args, err, &log)
		}
	}
	log.Reset()
	if err := run([]string{"-version", "v1", "-platforms", "plan9/mips", "-sbom=false", "-output", "other"}, &log); err != nil || strings.Contains(log.String(), "tried") || strings.Contains(log.String(), "cdx") {
		t.Errorf("for another machine: %v\n%s", err, &log)
	}
}

func TestFailingArchiveIsNoRelease(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, folder := range []string{"data/games/kalah", "scenarios/kalah", "goldens/kalah"} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	for script, want := range map[string]string{"[ $1 != check ]": "rulebound [check --strict]", "true": "its report cannot play on", "pwd >&2; exit 1": filepath.Join("data", "games", "kalah"), "echo \"path $PATH\"; exit 1": "path \n"} {
		if err := os.WriteFile("program", []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		r := &release{version: "v1", output: ".", log: io.Discard}
		if _, err := r.archive(runtime.GOOS, runtime.GOARCH, []file{{name: "rulebound", from: "program", mode: 0o755}}); err != nil {
			t.Fatal(err)
		}
		if err := r.try(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", script, err, want)
		}
	}
}
