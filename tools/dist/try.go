package main

// This file tries an archive in an empty folder, without Go, on a game there.

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

const trial = "kalah"

// try unpacks the archive of this machine, adds a game, and has the program check the game, play its scenarios and
// write its report.
func (r *release) try() error {
	dir, err := os.MkdirTemp("", "rulebound-try-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	name := r.name(runtime.GOOS, runtime.GOARCH)
	if err := unpack(filepath.Join(r.output, name+".tar.gz"), dir); err != nil {
		return err
	}
	for _, folder := range []string{"data/games", "scenarios", "goldens"} {
		at := filepath.Join(filepath.FromSlash(folder), trial)
		if err := os.CopyFS(filepath.Join(dir, at), os.DirFS(at)); err != nil {
			return err
		}
	}
	inside := filepath.Join(dir, "data", "games", trial) // the root is found from a subfolder
	for _, args := range [][]string{{"version"}, {"check", "--strict"}, {"goldens", "--print", trial + "/2.1-sowing/empty"}, {"report", "--output", filepath.Join(dir, "report")}} {
		c := exec.Command(filepath.Join(dir, name, "rulebound"), args...)
		c.Dir, c.Env = inside, []string{"PATH="}
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("the archive of this machine: rulebound %v: %w\n%s", args, err, out)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "report", "assets", "machine.js")); err != nil {
		return fmt.Errorf("the archive of this machine: its report cannot play on: %w", err)
	}
	fmt.Fprintln(r.log, "dist: tried", name)
	return nil
}

func unpack(archive, dir string) error {
	f, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer f.Close()
	text, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	for in := tar.NewReader(text); ; {
		head, err := in.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		name := filepath.Join(dir, filepath.FromSlash(head.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		out, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, head.FileInfo().Mode())
		if err != nil {
			return err
		}
		_, err = io.Copy(out, in)
		if err = errors.Join(err, out.Close()); err != nil {
			return err
		}
	}
}
