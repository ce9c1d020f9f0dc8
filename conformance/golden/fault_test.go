// These tests kill rewrites and inject disk errors: every golden must be the old or the new one afterwards, and the
// next rewrite must complete the change.

package golden

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// corpusOf returns the traces of a small corpus. Two editions share some goldens, differ in others, and each has some
// that the other lacks.
func corpusOf(edition string) map[string][]byte {
	out := map[string][]byte{}
	for i := range 5 {
		text := fmt.Sprintf("trace %d\n", i)
		if i%2 == 0 {
			text = strings.Repeat(edition+" "+text, 40)
		}
		out[fmt.Sprintf("game/%d/scenario-%d", i%2, i)] = []byte(text)
	}
	out["game/"+edition+"/only"] = []byte(edition)
	return out
}

// held returns the goldens in dir.
func held(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	err := filepath.WalkDir(dir, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(file)
		out[strings.TrimSuffix(filepath.ToSlash(rel), Suffix)] = text
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return out
}

func equal(a, b map[string][]byte) bool { return maps.EqualFunc(a, b, bytes.Equal) }

// errKilled is the error of every operation of a killed process.
var errKilled = errors.New("killed")

// mortal is a disk whose n-th operation fails with err after having no effect, a partial effect or its whole effect. If
// the process dies of it, later operations have no effect.
type mortal struct {
	storage
	left   int
	part   int // thirds of the effect: none, a part, all
	err    error
	dies   bool
	failed string // the failed operation
}

// do executes an operation, or injects the error.
func (m *mortal) do(name string, whole func() error, some func()) error {
	if m.failed != "" && m.dies {
		return m.err
	}
	if m.left--; m.left != 0 {
		return whole()
	}
	m.failed = name
	switch {
	case m.part == 1:
		some()
	case m.part == 2 && m.dies: // a completed operation does not fail, but it may be the last
		_ = whole()
	}
	return &fs.PathError{Op: strings.Fields(name)[0], Path: strings.Fields(name)[1], Err: m.err}
}

func (m *mortal) MkdirTemp(dir, pattern string) (name string, err error) {
	err = m.do("mkdir "+dir, func() (err error) { name, err = m.storage.MkdirTemp(dir, pattern); return err }, func() {})
	return name, err
}

func (m *mortal) MkdirAll(name string) error {
	return m.do("mkdir "+name, func() error { return m.storage.MkdirAll(name) }, func() { _ = m.storage.MkdirAll(filepath.Dir(name)) })
}

func (m *mortal) WriteFile(name string, data []byte) error {
	return m.do("write "+name, func() error { return m.storage.WriteFile(name, data) }, func() { _ = m.storage.WriteFile(name, data[:len(data)/2]) })
}

func (m *mortal) Rename(old, new string) error {
	return m.do("rename "+old, func() error { return m.storage.Rename(old, new) }, func() {})
}

func (m *mortal) Remove(name string) error {
	return m.do("remove "+name, func() error { return m.storage.Remove(name) }, func() {})
}

func (m *mortal) RemoveAll(name string) error {
	return m.do("remove "+name, func() error { return m.storage.RemoveAll(name) }, func() {
		var files []string
		_ = filepath.WalkDir(name, func(file string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				files = append(files, file)
			}
			return nil
		})
		for _, file := range files[:len(files)/2] {
			_ = os.Remove(file)
		}
	})
}

// whole checks that each golden in dir is the old or the new one, and that none is missing which is in both.
func whole(t *testing.T, dir string, old, new map[string][]byte) {
	t.Helper()
	now := held(t, dir)
	for name, text := range now {
		if was, ok := old[name]; !ok || !bytes.Equal(text, was) {
			if will, ok := new[name]; !ok || !bytes.Equal(text, will) {
				t.Fatalf("%s is neither the old golden nor the new one: %q", name, text)
			}
		}
	}
	for name := range old {
		if now[name] == nil && new[name] != nil {
			t.Fatalf("%s is missing", name)
		}
	}
}

// settled checks that the goldens in dir are whole, and that the next rewrite makes them new and removes temporary
// files.
func settled(t *testing.T, dir string, old, new map[string][]byte) {
	t.Helper()
	whole(t, dir, old, new)
	if _, err := Rewrite(dir, new); err != nil {
		t.Fatal(err)
	}
	if !equal(held(t, dir), new) {
		t.Fatal("the rewrite after it is not complete")
	}
	alone(t, dir)
}

// alone checks that no file is left beside dir.
func alone(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(dir))
	if err != nil || len(entries) > 1 {
		t.Fatalf("something is left behind: %v %v", entries, err)
	}
}

// A rewrite, and the recovery from it, is killed before, during and after each file operation.
func TestRewriteKilledAtEachOperation(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "goldens")
	for _, from := range []string{"none", "old"} {
		old, new := map[string][]byte{}, corpusOf("new")
		if from == "old" {
			old = corpusOf("old")
		}
		killedAt := 0
		for n := 1; ; n++ {
			ended := false
			for part := range 3 {
				if err := os.RemoveAll(dir); err != nil {
					t.Fatal(err)
				}
				if _, err := Rewrite(dir, old); err != nil { // an empty folder stays empty
					t.Fatal(err)
				}
				m := &mortal{left: n, part: part, err: errKilled, dies: true}
				_, err := rewrite(m, dir, new, everything)
				if ended = m.failed == ""; ended {
					if err != nil {
						t.Fatal(err)
					}
					break
				}
				killedAt++
				if again := (&mortal{left: 1 + n%2, part: part, err: errKilled, dies: true}); n%3 == 0 { // and so is the next one
					_, _ = rewrite(again, dir, new, everything)
				}
				settled(t, dir, old, new)
			}
			if ended {
				break
			}
		}
		if killedAt < 30 {
			t.Errorf("killed %d times only", killedAt)
		}
	}
}

// Each operation fails once, on a full disk and in a read-only folder: the error names the file and the cause, no file
// is half-written, and no golden changes before all new ones are staged.
func TestRewriteOnFailingDisks(t *testing.T) {
	old, new := corpusOf("old"), corpusOf("new")
	dir := filepath.Join(t.TempDir(), "goldens")
	for _, cause := range []error{syscall.ENOSPC, syscall.EROFS, fs.ErrPermission} {
		for n := 1; ; n++ {
			if _, err := Rewrite(dir, old); err != nil {
				t.Fatal(err)
			}
			m := &mortal{left: n, part: 1, err: cause}
			_, err := rewrite(m, dir, new, everything)
			if m.failed == "" {
				if err != nil {
					t.Fatal(err)
				}
				break
			}
			operation, path, _ := strings.Cut(m.failed, " ")
			folder := operation == "remove" && !strings.HasSuffix(path, Suffix) && !strings.Contains(path, beside)
			if !folder && (!errors.Is(err, cause) || !strings.Contains(err.Error(), path)) {
				t.Fatalf("%s: %v", m.failed, err)
			}
			if now := held(t, dir); operation == "write" && !equal(now, old) {
				t.Fatalf("%s: %v: the goldens are not as they were", m.failed, err)
			} else if operation == "write" {
				alone(t, dir)
			}
			settled(t, dir, old, new)
		}
	}
}

// A superuser may write everywhere.
func TestRewriteInAReadOnlyFolder(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write to any folder")
	}
	parent := t.TempDir()
	dir := filepath.Join(parent, "goldens")
	old := corpusOf("old")
	if _, err := Rewrite(dir, old); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(parent, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(parent, 0o755) })
	if _, err := Rewrite(dir, corpusOf("new")); !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), parent) {
		t.Error(err)
	}
	if !equal(held(t, dir), old) {
		t.Error("the goldens are not as they were")
	}
}

// killMe is the environment variable that makes the test binary rewrite the goldens of a folder until it is killed.
const killMe = "GOLDEN_TEST_REWRITE_UNTIL_KILLED"

// A real process that rewrites repeatedly is killed a hundred times at different moments.
func TestRewriteProcessKilled(t *testing.T) {
	old, new := corpusOf("old"), corpusOf("new")
	if dir := os.Getenv(killMe); dir != "" {
		fmt.Println("at work")
		for {
			for _, x := range []map[string][]byte{new, old} {
				if _, err := Rewrite(dir, x); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if testing.Short() {
		t.Skip("starts a hundred processes")
	}
	dir := filepath.Join(t.TempDir(), "goldens")
	if _, err := Rewrite(dir, old); err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		child := exec.Command(program, "-test.run=^TestRewriteProcessKilled$", "-test.v")
		child.Env = append(os.Environ(), killMe+"="+dir)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Skipf("no process can be started here: %v", err)
		}
		for said := ""; !strings.Contains(said, "at work"); {
			buffer := make([]byte, 200)
			n, err := out.Read(buffer)
			if said += string(buffer[:n]); err != nil {
				t.Fatalf("the process ended by itself: %v %s", err, said)
			}
		}
		time.Sleep(time.Duration(random.IntN(4000)) * time.Microsecond)
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := child.Wait(); err == nil {
			t.Fatal("the process ended by itself")
		}
		whole(t, dir, old, new)
	}
	settled(t, dir, old, new)
}

// One of several concurrent rewrites runs: the others fail without a change, and the goldens are of one edition.
func TestConcurrentRewritesExcludeEachOther(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "goldens")
	if _, err := Rewrite(dir, corpusOf("old")); err != nil {
		t.Fatal(err)
	}
	release, err := lock(filepath.Dir(dir))
	if err != nil {
		t.Fatal(err)
	}
	if changes, err := Rewrite(dir, corpusOf("new")); !errors.Is(err, ErrBusy) || len(changes) > 0 || !equal(held(t, dir), corpusOf("old")) {
		t.Errorf("%v, %v", changes, err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	editions := []map[string][]byte{corpusOf("one"), corpusOf("two"), corpusOf("three")}
	for range 20 {
		errs := make([]error, len(editions))
		var all sync.WaitGroup
		for i, e := range editions {
			all.Go(func() { _, errs[i] = Rewrite(dir, e) })
		}
		all.Wait()
		done := 0
		for _, err := range errs {
			if err == nil {
				done++
			} else if !errors.Is(err, ErrBusy) {
				t.Error(err)
			}
		}
		now := held(t, dir)
		if done == 0 || !slices.ContainsFunc(editions, func(e map[string][]byte) bool { return equal(e, now) }) {
			t.Fatalf("%d rewrites ended; the goldens are those of no edition", done)
		}
		alone(t, dir)
	}
}
