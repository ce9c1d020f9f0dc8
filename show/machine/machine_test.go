package machine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// goCommand replaces the go command by a script, which records its arguments in the file asked.
func goCommand(t *testing.T, body string) (folder string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the go command is a shell script")
	}
	folder = t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "go"), []byte("#!/bin/sh\necho \"$GOOS $GOARCH $CGO_ENABLED $*\" >>"+folder+"/asked\n"+body), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
	return folder
}

// compiles is a script of a working go command: the last argument but one of build is the output.
const compiles = `case "$*" in
*env*) echo "$HERE";;
*) while [ $# -gt 2 ]; do shift; done; [ "$2" = ./tools/wasm ] && printf code >"$1";;
esac
`

// clone creates a folder like a clone, and a Go installation with its script.
func clone(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{"tools/wasm/main.go": "package main", "lib/wasm/wasm_exec.js": "script"} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("HERE", root)
	return root
}

// Outside of a release the machine is compiled from a clone to WebAssembly, with the support script of the Go
// installation.
func TestTheMachineIsCompiledFromAClone(t *testing.T) {
	root, folder := clone(t), goCommand(t, compiles)
	said := ""
	m, err := Get(root, func(text string) { said = text })
	if err != nil || string(m.Wasm) != "code" || string(m.Exec) != "script" || !strings.Contains(string(m.Licence), "Redistribution") || !strings.Contains(said, root) {
		t.Fatalf("%+v, %v, after %q", m, err, said)
	}
	asked, err := os.ReadFile(filepath.Join(folder, "asked"))
	if err != nil || !strings.HasPrefix(string(asked), "js wasm 0 build -C "+root+" -trimpath ") {
		t.Errorf("go was asked %s, %v", asked, err)
	}
	if source, err := sourceFolder(t.TempDir()); err != nil || source == root {
		t.Errorf("without a clone the source is %s, %v", source, err) // the clone of this test
	}
}

func TestFailureToCompileTheMachineIsReported(t *testing.T) {
	root := clone(t)
	for body, want := range map[string]string{
		"echo no such package; exit 1\n":                "no such package",
		"case \"$*\" in *env*) exit 1;; esac\n":         "exit status 1",
		"case \"$*\" in *env*) echo /nowhere;; esac\n":  "it comes with Go",
		"case \"$*\" in *env*) echo \"$HERE\";; esac\n": "machine.wasm",
	} {
		goCommand(t, body)
		if m, err := Get(root, func(string) {}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v; want %s", body, m, err, want)
		}
	}
	if _, err := read(func(string) ([]byte, error) { return nil, fs.ErrNotExist }); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("files that are not there: %v", err)
	}
}
