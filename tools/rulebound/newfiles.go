// This file tries the files that new is about to write in a scratch folder, and then writes all of them or none.

package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"rulebound/compiler"
	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
	"rulebound/conformance/golden"
	"rulebound/schemas"
)

//go:embed all:scaffold
var scaffold embed.FS

const firstPage = "10-the-pile.md"

// staged is a set of files by name below a root. scratch files exist for the trial alone.
type staged map[string]*stagedFile

type stagedFile struct {
	text    []byte
	old     []byte // replaced text, nil for a new file
	scratch bool
}

func (s staged) game(id, title string) error {
	for from, to := range map[string]string{
		"page.md":    path.Join(corpus.GamesDir, id, firstPage),
		"seven.yaml": path.Join(corpus.ScenariosDir, id, "1-the-pile/seven.yaml"),
		"three.yaml": path.Join(corpus.ScenariosDir, id, "2.1-taking-sticks/three.yaml"),
		"last.yaml":  path.Join(corpus.ScenariosDir, id, "2.2-the-last-stick/last.yaml"),
	} {
		if err := s.template("scaffold/game/"+from, to, id, yamlText(title)); err != nil {
			return err
		}
	}
	return nil
}

// repository adds the files of a repository beside its games.
func (s staged) repository(id, title string) error {
	entries, err := schemas.Files.ReadDir(".")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		text, err := schemas.Files.ReadFile(entry.Name())
		if err != nil {
			return err
		}
		s["schemas/"+entry.Name()] = &stagedFile{text: text}
	}
	const dir = "scaffold/repository"
	return fs.WalkDir(scaffold, dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return s.template(name, strings.TrimPrefix(name, dir+"/"), id, title)
	})
}

// template adds a file of the scaffold, replacing ID and TITLE.
func (s staged) template(from, to, id, title string) error {
	text, err := scaffold.ReadFile(from)
	if err == nil {
		s[to] = &stagedFile{text: []byte(strings.NewReplacer("ID", id, "TITLE", title).Replace(string(text)))}
	}
	return err
}

// plainTitle matches titles that need no quotes in a YAML flow mapping.
var plainTitle = regexp.MustCompile(`^[A-Z][A-Za-z0-9 '-]*$`)

// yamlText formats a title as a value in a YAML flow mapping.
func yamlText(title string) string {
	if plainTitle.MatchString(title) && source.TagOf(title) == source.TagString {
		return title
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(title) + `"`
}

// copyGame adds the unchanged pages of a game for the trial.
func (x *making) copyGame(id string) error {
	dir := path.Join(corpus.GamesDir, id)
	entries, err := fs.ReadDir(x.env.files(), dir)
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		if x.files[name] != nil {
			continue
		}
		text, err := fs.ReadFile(x.env.files(), name)
		if err != nil {
			return err
		}
		x.files[name] = &stagedFile{text: text, scratch: true}
	}
	return err
}

// modelines adds the line that names the schema to new scenarios, if the root has or gets that schema.
func (x *making) modelines(root string) {
	const schema = "schemas/scenario.schema.json"
	if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(schema))); err != nil && x.files[schema] == nil {
		return
	}
	for name, f := range x.files {
		if strings.HasPrefix(name, corpus.ScenariosDir+"/") && strings.Count(name, "/") == 3 && f.old == nil && !f.scratch {
			f.text = append([]byte("# yaml-language-server: $schema=../../../"+schema+"\n"), f.text...)
		}
	}
}

// write tries the files and writes them below a root, with the goldens of their scenarios.
func (x *making) write(root string) error {
	x.modelines(root)
	goldens, err := x.files.try()
	if err != nil {
		return err
	}
	for name, text := range goldens {
		x.files[path.Join(corpus.GoldensDir, name+golden.Suffix)] = &stagedFile{text: text}
	}
	if err := x.whole(func() error { return x.files.commit(root) }); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(x.files)) {
		switch f := x.files[name]; {
		case f.scratch:
		case f.old != nil:
			fmt.Fprintln(x.out, "changed", name)
		default:
			fmt.Fprintln(x.out, "wrote", name)
		}
	}
	return nil
}

// try compiles and plays the files in a scratch folder and returns the traces of their scenarios.
func (s staged) try() (goldens map[string][]byte, err error) {
	dir, err := os.MkdirTemp("", "rulebound-new-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	for name, f := range s {
		if err := makeFile(filepath.Join(dir, filepath.FromSlash(name)), f.text); err != nil {
			return nil, err
		}
	}
	games, err := corpus.Games(os.DirFS(dir))
	if err != nil {
		return nil, err
	}
	goldens = map[string][]byte{}
	for _, id := range games {
		_, book, list := compiler.Compile(os.DirFS(dir), path.Join(corpus.GamesDir, id))
		if list.HasErrors() {
			return nil, &corpus.Broken{What: "nothing was written: the rulebook of " + id + " would not be in order", List: list, Source: book.Source}
		}
	}
	all, err := corpus.Open(os.DirFS(dir))
	if err != nil {
		return nil, err
	}
	plays := all.Play()
	for _, p := range plays {
		goldens[p.Case.Name()] = p.Trace()
	}
	return goldens, failures(plays)
}

// makeFile writes a new file and the folders above it.
func makeFile(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// commit writes the files below a root. On an error it undoes all changes.
func (s staged) commit(root string) (err error) {
	var made []string // new folders and files, in order of creation
	var changed []string
	defer func() {
		if err == nil {
			return
		}
		for _, name := range changed {
			err = errors.Join(err, replace(name, s.at(root, name).old))
		}
		for _, name := range slices.Backward(made) {
			err = errors.Join(err, os.Remove(name))
		}
	}()
	for _, name := range slices.Sorted(maps.Keys(s)) {
		f, file := s[name], filepath.Join(root, filepath.FromSlash(name))
		switch {
		case f.scratch:
			continue
		case f.old != nil:
			if now, err := os.ReadFile(file); err != nil || string(now) != string(f.old) {
				return errors.Join(fmt.Errorf("%s was changed meanwhile; try again", name), err)
			}
			if err := replace(file, f.text); err != nil {
				return err
			}
			changed = append(changed, file)
			continue
		}
		folders, err := foldersTo(filepath.Dir(file))
		made = append(made, folders...)
		if err != nil {
			return err
		}
		out, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s already exists", name)
		}
		if err != nil {
			return err
		}
		made = append(made, file)
		_, err = out.Write(f.text)
		if err = errors.Join(err, out.Close()); err != nil {
			return err
		}
	}
	return nil
}

// at returns the entry of a file below a root.
func (s staged) at(root, file string) *stagedFile {
	name, _ := filepath.Rel(root, file)
	return s[filepath.ToSlash(name)]
}

// foldersTo creates a folder and its parents and returns the new ones.
func foldersTo(dir string) (made []string, err error) {
	if _, err := os.Stat(dir); err == nil {
		return nil, nil
	}
	if above := filepath.Dir(dir); above != dir {
		if made, err = foldersTo(above); err != nil {
			return made, err
		}
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return made, err
	}
	return append(made, dir), nil
}
