// These tests kill rewrites and let their disk fail: the goldens are all old or all new afterwards, and the next rewrite
// works.

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
	"syscall"
	"testing"
	"time"
)

// corpusOf makes the traces of a small corpus. Two editions share some goldens, differ in others, and each has some that
// the other lacks.
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

// held gives the goldens that lie in dir.
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

// errKilled ends every operation of a process that no longer runs.
var errKilled = errors.New("killed")

// mortal is a disk on which the n-th operation does not come to its end: it is done in part, in whole or not at all, and
// then fails with err. If the process dies of it, no later operation is done either.
type mortal struct {
	storage
	left   int
	part   int // of three: nothing, a part, all of it
	err    error
	dies   bool
	failed string // the operation that failed
}

// do does an operation unless the time has come.
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
	case m.part == 2 && m.dies: // an operation that is done does not fail, but it may be the last
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

// settled proves that dir holds all old or all new goldens once the next rewrite has looked at it, and that it works.
func settled(t *testing.T, dir string, old, new map[string][]byte) {
	t.Helper()
	if err := Recover(dir); err != nil {
		t.Fatal(err)
	}
	if now := held(t, dir); !equal(now, old) && !equal(now, new) {
		t.Fatalf("neither the old goldens nor the new ones: %v", slices.Sorted(maps.Keys(now)))
	}
	if _, err := Rewrite(dir, new); err != nil {
		t.Fatal(err)
	}
	if !equal(held(t, dir), new) {
		t.Fatal("the rewrite after it is not complete")
	}
	tidy(t, dir)
}

// tidy proves that nothing is left beside dir.
func tidy(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(dir))
	if err != nil || len(entries) > 1 {
		t.Fatalf("something is left behind: %v %v", entries, err)
	}
}

// A rewrite is killed before, in the middle of and after each single operation on files, and so is the tidying up.
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
				if _, err := Rewrite(dir, old); err != nil { // of nothing is nothing
					t.Fatal(err)
				}
				m := &mortal{left: n, part: part, err: errKilled, dies: true}
				_, err := rewrite(m, dir, new)
				if ended = m.failed == ""; ended {
					if err != nil {
						t.Fatal(err)
					}
					break
				}
				killedAt++
				if again := (&mortal{left: 1 + n%2, part: part, err: errKilled, dies: true}); n%3 == 0 { // and so is the next one
					_, _ = rewrite(again, dir, new)
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

// Each operation fails once, on a full disk and in a folder that nobody may write to: the error names the file and the
// cause, the goldens are as they were, and nothing is half-written.
func TestRewriteOnDisksThatFail(t *testing.T) {
	old, new := corpusOf("old"), corpusOf("new")
	dir := filepath.Join(t.TempDir(), "goldens")
	if _, err := Rewrite(dir, old); err != nil {
		t.Fatal(err)
	}
	for _, cause := range []error{syscall.ENOSPC, syscall.EROFS, fs.ErrPermission} {
		for n := 1; ; n++ {
			if _, err := Rewrite(dir, old); err != nil {
				t.Fatal(err)
			}
			m := &mortal{left: n, part: 1, err: cause}
			_, err := rewrite(m, dir, new)
			if m.failed == "" {
				if err != nil {
					t.Fatal(err)
				}
				break
			}
			path := strings.Fields(m.failed)[1]
			if !errors.Is(err, cause) || !strings.Contains(err.Error(), path) {
				t.Fatalf("%s: %v", m.failed, err)
			}
			now := held(t, dir)
			if removing := strings.HasPrefix(m.failed, "remove "); removing && !equal(now, new) || !removing && !equal(now, old) {
				t.Fatalf("%s: %v: the goldens are not as they were", m.failed, err)
			} else if !removing {
				tidy(t, dir)
			}
			settled(t, dir, old, new)
		}
	}
}

// Where neither the new goldens nor the old ones can be put in place, the error says where they lie, and the next rewrite
// puts them back.
func TestRewriteThatCannotBeUndone(t *testing.T) {
	old, new := corpusOf("old"), corpusOf("new")
	dir := filepath.Join(t.TempDir(), "goldens")
	if _, err := Rewrite(dir, old); err != nil {
		t.Fatal(err)
	}
	_, err := rewrite(stuck{dir: dir}, dir, new)
	if err == nil || !strings.Contains(err.Error(), "the goldens lie in "+filepath.Join(filepath.Dir(dir), beside)) {
		t.Fatal(err)
	}
	if err := Compare(dir, "game/0/scenario-0", nil, nil); !errors.Is(err, ErrMissing) || !strings.Contains(err.Error(), "a rewrite was killed") {
		t.Error(err)
	}
	if err := Recover(dir); err != nil || !equal(held(t, dir), old) {
		t.Fatal(err)
	}
	settled(t, dir, old, new)
}

// stuck is a disk on which nothing can be put in the place of dir.
type stuck struct {
	storage
	dir string
}

func (s stuck) Rename(old, new string) error {
	if new == s.dir {
		return &fs.PathError{Op: "rename", Path: new, Err: fs.ErrPermission}
	}
	return s.storage.Rename(old, new)
}

// A real folder without permission to write. A superuser may write everywhere.
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

// killMe is the variable that makes the test binary rewrite the goldens of a folder until it is killed.
const killMe = "GOLDEN_TEST_REWRITE_UNTIL_KILLED"

// A real process that rewrites over and over is killed a hundred times, each time at another moment.
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
		if err := Recover(dir); err != nil {
			t.Fatal(err)
		}
		if now := held(t, dir); !equal(now, old) && !equal(now, new) {
			t.Fatal("neither the old goldens nor the new ones")
		}
	}
	settled(t, dir, old, new)
}
