package revision

// This file reads the files of a revision of git, through a temporary archive and within limits.

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"rulebound/conformance/corpus"
)

// Limits of a revision: the number and total size of its rulebooks, scenarios and goldens.
const (
	maxFiles = 50_000
	maxBytes = 256 << 20
)

// folders lists the folders of a repository that a comparison reads.
var folders = []string{corpus.GamesDir, corpus.ScenariosDir, corpus.GoldensDir, "compiler/library"}

// Files holds the rulebooks, libraries, scenarios and goldens of a revision. They are in a temporary file, which Close removes.
type Files struct {
	*zip.Reader
	archive *os.File
}

// Close removes the temporary file.
func (f *Files) Close() error {
	err := f.archive.Close()
	_ = os.Remove(f.archive.Name()) // already removed where an open file can be
	return err
}

// Commit returns the rulebooks, libraries, scenarios and goldens below root in a revision of git. The error is that
// of git, or says that they are too many or too large.
func Commit(root, name string) (*Files, error) { return within(root, name, maxFiles, maxBytes) }

// within is Commit with the limits as parameters.
func within(root, name string, most int, limit int64) (*Files, error) {
	archive, err := os.CreateTemp("", "rulebound-revision-")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(archive.Name()) // unlinked at once, so that a killed program leaves nothing behind
	files := &Files{archive: archive}
	if files.Reader, err = unpack(root, name, archive, most, limit); err != nil {
		return nil, errors.Join(err, files.Close())
	}
	return files, nil
}

// unpack lets git write the archive of a revision to a file and reads its table of contents.
func unpack(root, name string, archive *os.File, most int, limit int64) (*zip.Reader, error) {
	there, err := present(root, name, most)
	if err != nil {
		return nil, err
	}
	if len(there) == 0 { // git archive without paths would archive everything
		return &zip.Reader{}, nil
	}
	size := int64(0)
	err = git(root, func(out io.Reader) error {
		if size, err = io.Copy(archive, io.LimitReader(out, limit+1)); err == nil && size > limit {
			err = tooLarge(name, fmt.Sprintf("takes more than %d MiB", limit>>20))
		}
		return err
	}, append([]string{"archive", "--format=zip", "-0", "--end-of-options", name}, there...)...)
	if err != nil {
		return nil, err
	}
	return zip.NewReader(archive, size)
}

// present lists the folders that a revision has; too many files are an error.
func present(root, name string, most int) ([]string, error) {
	files, found := 0, map[string]bool{}
	err := git(root, func(out io.Reader) error {
		lines := bufio.NewScanner(out)
		lines.Split(zeros)
		for lines.Scan() {
			if files++; files > most {
				return tooLarge(name, fmt.Sprintf("has more than %d files", most))
			}
			for _, folder := range folders {
				if strings.HasPrefix(lines.Text(), folder+"/") {
					found[folder] = true
				}
			}
		}
		return lines.Err()
	}, append([]string{"ls-tree", "-r", "-z", "--name-only", "--end-of-options", name}, folders...)...)
	var there []string
	for _, folder := range folders {
		if found[folder] {
			there = append(there, folder)
		}
	}
	return there, err
}

// tooLarge returns the error of a revision beyond the limits.
func tooLarge(name, why string) error {
	return fmt.Errorf("revision %s %s below %s: compare with a revision from before they were added", name, why, strings.Join(folders, ", "))
}

// zeros is a bufio.SplitFunc that splits at bytes of 0.
func zeros(data []byte, end bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return i + 1, data[:i], nil
	}
	if end && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// git runs git in a folder and passes its output to a reader, and ends git if the reader fails. The error is the reader's or that of git.
func git(root string, read func(io.Reader) error, args ...string) error {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	var errs bytes.Buffer
	c := exec.CommandContext(ctx, "git", append([]string{"-C", root}, args...)...)
	c.Stderr = &errs
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return err
	}
	if err := read(out); err != nil {
		end()
		_ = c.Wait()
		return err
	}
	if err = c.Wait(); err == nil {
		return nil
	}
	message, _, _ := strings.Cut(errs.String(), "\n")
	if strings.HasPrefix(message, "fatal: not a git repository") {
		return errors.New("the folder is not in a git repository")
	}
	if message == "fatal: Not a valid object name HEAD" {
		return errors.New("the repository has no commit")
	}
	if message != "" {
		return fmt.Errorf("git says %q", message)
	}
	return err
}
