// This file compiles the machine that a report plays on with.

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"rulebound/conformance/report"
)

// machine compiles tools/wasm. It needs the go command, with which this command was compiled, too.
func (c *command) machine() (*report.Machine, error) {
	dir, err := os.MkdirTemp("", "rulebound-machine-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "machine.wasm")
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, "./tools/wasm")
	build.Dir = c.root
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the machine that plays on cannot be compiled (-no-play leaves it out): %w\n%s", err, out)
	}
	env := exec.Command("go", "env", "GOROOT")
	env.Dir = c.root
	root, err := env.Output()
	if err != nil {
		return nil, err
	}
	x := &report.Machine{}
	if x.Wasm, err = os.ReadFile(file); err != nil {
		return nil, err
	}
	if x.Exec, err = os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")); err != nil {
		return nil, fmt.Errorf("%w; it comes with Go (-no-play leaves playing on out)", err)
	}
	return x, nil
}
