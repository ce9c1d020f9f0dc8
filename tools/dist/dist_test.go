package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The order in which files are named, their own times and modes leave no trace in an archive.
func TestAnArchiveDependsOnItsFilesAlone(t *testing.T) {
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
