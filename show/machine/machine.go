// Package machine provides the engine that a report runs in a browser (tools/wasm). Releases embed it; other builds
// compile it from their source.
package machine

import (
	_ "embed" // the licence
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"rulebound/show/report"
)

const (
	command = "./tools/wasm"
	wasm    = "machine.wasm"
	script  = "wasm_exec.js"
)

// licence is the licence of Go, under which wasm_exec.js and the runtime in the machine are distributed.
//
//go:embed wasm_exec.LICENSE
var licence []byte

// Get returns the embedded machine, or calls say and compiles it. Compiling needs the go command and the source:
// root, if that is a clone, or the folder that this program was built in.
func Get(root string, say func(text string)) (*report.Machine, error) {
	if embedded != nil {
		return read(func(name string) ([]byte, error) { return embedded.ReadFile("embedded/" + name) })
	}
	source, err := sourceFolder(root)
	if err != nil {
		return nil, err
	}
	say("compiling the machine that the report plays on with, from " + source)
	temp, err := os.MkdirTemp("", "rulebound-machine-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	if err := Compile(source, temp); err != nil {
		return nil, err
	}
	return read(func(name string) ([]byte, error) { return os.ReadFile(filepath.Join(temp, name)) })
}

// Compile compiles the machine from the clone in folder source into folder dir, with Go's script that starts it. The
// output is reproducible for the same source and version of Go.
func Compile(source, dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	build := exec.Command("go", "build", "-C", source, "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", filepath.Join(dir, wasm), command)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("the machine that plays on cannot be compiled: %w\n%s", err, out)
	}
	root, err := exec.Command("go", "-C", source, "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", script))
	if err != nil {
		return fmt.Errorf("%w; it comes with Go", err)
	}
	return os.WriteFile(filepath.Join(dir, script), text, 0o644)
}

func read(file func(name string) ([]byte, error)) (*report.Machine, error) {
	code, err := file(wasm)
	exec, also := file(script)
	return &report.Machine{Wasm: code, Exec: exec, Licence: licence}, errors.Join(err, also)
}

// sourceFolder finds a clone with the source of the machine.
func sourceFolder(root string) (string, error) {
	folders := []string{root}
	if _, file, _, ok := runtime.Caller(0); ok { // <clone>/show/machine/machine.go, unless it was built with -trimpath
		folders = append(folders, filepath.Dir(filepath.Dir(filepath.Dir(file))))
	}
	for _, folder := range folders {
		if _, err := os.Stat(filepath.Join(folder, "tools", "wasm", "main.go")); err == nil {
			return folder, nil
		}
	}
	return "", errors.New("the machine that plays on is compiled from the source of rulebound, which is not here; take a release, which has it embedded, or run this in a clone")
}
