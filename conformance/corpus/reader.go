package corpus

// This file reopens games whose files change.

import (
	"bytes"
	"io/fs"
	"sync"

	"rulebound/compiler"
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/scenario"
)

// Reader opens games whose files change. It rereads only pages and scenarios whose text changed; the games equal
// those of OpenGame. The zero value is ready to use, and it is safe for concurrent use.
type Reader struct {
	rules compiler.Cache

	mu      sync.Mutex
	scripts map[string]scripted // by file
}

// scripted is a scenario that was read.
type scripted struct {
	text   []byte
	script *scenario.Script
	list   diag.List
}

// OpenGame is like the function OpenGame.
func (r *Reader) OpenGame(fsys fs.FS, id string) (*Game, error) {
	return openGame(fsys, id, r.rules.Compile, r.load)
}

// Recompile compiles a game again and reuses the scenarios of the earlier one, without reading or checking them again.
func (r *Reader) Recompile(fsys fs.FS, g *Game) (*Game, error) {
	out, err := openRules(fsys, g.ID, r.rules.Compile)
	if err != nil {
		return nil, err
	}
	out.explained = g.explained
	for _, c := range g.Cases {
		out.Cases = append(out.Cases, &Case{Game: out, Script: c.Script})
	}
	return out, nil
}

// load is scenario.Load with a cache. Each call returns its own Script, since scripts are linked to one another.
func (r *Reader) load(fsys fs.FS, file string) (*scenario.Script, diag.List) {
	text, err := source.ReadFile(fsys, file, scenario.MaxBytes)
	if err != nil {
		return scenario.Load(fsys, file) // returns the errors
	}
	r.mu.Lock()
	was, ok := r.scripts[file]
	r.mu.Unlock()
	if !ok || !bytes.Equal(was.text, text) {
		was.text = text
		was.script, was.list = scenario.Parse(file, text)
		r.mu.Lock()
		if r.scripts == nil {
			r.scripts = map[string]scripted{}
		}
		r.scripts[file] = was
		r.mu.Unlock()
	}
	if was.script == nil {
		return nil, was.list
	}
	script := *was.script
	return &script, was.list
}
