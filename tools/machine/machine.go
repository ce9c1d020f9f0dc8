// Package machine compiles the machine that a report plays on with: tools/wasm, for a browser.
package machine

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"rulebound/show/report"
)

// Build compiles the machine. It needs the go command, with which this program was compiled, too, and a working directory in
// the module.
func Build() (*report.Machine, error) {
	temp, err := os.MkdirTemp("", "rulebound-machine-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	file := filepath.Join(temp, "machine.wasm")
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, "rulebound/tools/wasm")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the machine that plays on cannot be compiled: %w\n%s", err, out)
	}
	env := exec.Command("go", "env", "GOROOT")
	root, err := env.Output()
	if err != nil {
		return nil, err
	}
	x := &report.Machine{}
	if x.Wasm, err = os.ReadFile(file); err != nil {
		return nil, err
	}
	if x.Exec, err = os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")); err != nil {
		return nil, fmt.Errorf("%w; it comes with Go", err)
	}
	return x, nil
}
