package revision

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// runGit runs git in a folder with an input and returns its output; without git the test is skipped.
func runGit(t *testing.T, root string, in []byte, args ...string) string {
	t.Helper()
	c := exec.Command("git", append([]string{"-C", root, "-c", "user.name=n", "-c", "user.email=e"}, args...)...)
	c.Stdin = bytes.NewReader(in)
	text, err := c.Output()
	if err != nil {
		t.Skipf("git %s: %v %s", args[0], err, text)
	}
	return strings.TrimSpace(string(text))
}

// commitOf commits n files of a size in the folder goldens, and one of them in another folder.
func commitOf(t *testing.T, root string, n, size int) string {
	t.Helper()
	runGit(t, root, nil, "init", "-q")
	blob := runGit(t, root, make([]byte, size), "hash-object", "-w", "--stdin")
	var list bytes.Buffer
	for i := range n {
		fmt.Fprintf(&list, "100644 blob %s\tf%05d\n", blob, i)
	}
	tree := runGit(t, root, list.Bytes(), "mktree")
	top := runGit(t, root, fmt.Appendf(nil, "040000 tree %s\tgoldens\n040000 tree %s\tother\n", tree, tree), "mktree")
	return runGit(t, root, nil, "commit-tree", top, "-m", "m")
}

// A large file of a revision is read from disk: the archive is not kept in memory, and it omits unused files.
func TestTheFilesOfARevisionAreNotHeldInMemory(t *testing.T) {
	const size = 16 << 20
	root := t.TempDir()
	commit := commitOf(t, root, 1, size)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	files, err := Commit(root, commit)
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > size/8 {
		t.Errorf("%d bytes were allocated for an archive of %d", n, size)
	}
	if info, err := fs.Stat(files, "goldens/f00000"); err != nil || info.Size() != size {
		t.Error(info, err)
	}
	if _, err := fs.Stat(files, "other"); err == nil {
		t.Error("a folder that is never read is in the archive")
	}
	if err := files.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(files.archive.Name()); err == nil {
		t.Error("the temporary file is left behind")
	}
}

// An oversized revision is refused with a remedy before it is unpacked; one at the limits is read.
func TestOversizedRevisionIsRefused(t *testing.T) {
	const most, limit = 5, 1 << 20
	for _, c := range []struct {
		n, size int
		want    string
	}{{most + 1, 0, "has more than 5 files"}, {2, limit / 2, "takes more than 1 MiB"}, {most, limit / (most + 1), ""}} {
		root := t.TempDir()
		commit := commitOf(t, root, c.n, c.size)
		files, err := within(root, commit, most, limit)
		if c.want == "" {
			if err != nil || len(files.File) < c.n {
				t.Fatalf("%d files of %d bytes: %v", c.n, c.size, err)
			}
			if err := files.Close(); err != nil {
				t.Error(err)
			}
			continue
		}
		want := "revision " + commit + " " + c.want + " below data/games, scenarios, goldens, compiler/library: compare with a revision from before they were added"
		if err == nil || err.Error() != want {
			t.Errorf("%v, %v, want %q", files, err, want)
		}
	}
}

// A revision without any of the folders has no files; an unknown revision is an error with git's text.
func TestARevisionWithoutGames(t *testing.T) {
	root := t.TempDir()
	runGit(t, root, nil, "init", "-q")
	commit := runGit(t, root, nil, "commit-tree", runGit(t, root, nil, "mktree"), "-m", "m")
	files, err := Commit(root, commit)
	if err != nil || len(files.File) > 0 {
		t.Fatal(files, err)
	}
	if _, err := fs.Stat(files, "goldens"); err == nil {
		t.Error("there are goldens")
	}
	if err := files.Close(); err != nil {
		t.Error(err)
	}
	if _, err := Commit(root, "HEAD"); err == nil || err.Error() != "the repository has no commit" {
		t.Error(err)
	}
	if _, err := Commit(root, "nothing"); err == nil || !strings.HasPrefix(err.Error(), "git says ") {
		t.Error(err)
	}
	if _, err := Commit(t.TempDir(), "HEAD"); err == nil || err.Error() != "the folder is not in a git repository" {
		t.Error(err)
	}
}
