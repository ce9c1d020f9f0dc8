package referee

// This file compiles a rulebook with some of its text replaced, to match another implementation's reading of a rule.

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	paths "path"
	"strings"

	"rulebound/compiler"
	"rulebound/compiler/source"
	"rulebound/conformance/overlay"
	"rulebound/engine/def"
)

// Reread compiles the rulebook in folder dir of fsys with the replacements of the allowances that have a page; nil if
// none has one. The replaced text must occur once in its page, and the result must be a valid rulebook.
func Reread(fsys fs.FS, dir string, list []Allowance) (*def.GameDef, error) {
	pages, changed := overlay.Over(fsys), false
	for _, a := range list {
		if a.Page == "" {
			continue
		}
		var err error
		if pages, err = reread(pages, dir, &a); err != nil {
			return nil, fmt.Errorf("allow: %s: %w", a.name(), err)
		}
		changed = true
	}
	if !changed {
		return nil, nil
	}
	gd, _, errs := compiler.Compile(pages, dir)
	if gd == nil {
		return nil, fmt.Errorf("allow: the changed pages are not a rulebook: %w", errs)
	}
	return gd, nil
}

// reread replaces the text of an allowance in its page.
func reread(pages *overlay.FS, dir string, a *Allowance) (*overlay.FS, error) {
	name := paths.Join(dir, a.Page)
	if paths.Dir(name) != paths.Clean(dir) || paths.Ext(name) != ".md" {
		return nil, errors.New("it is not a page of the rulebook; name one by its file, without a folder")
	}
	text, err := source.ReadFile(pages, name, source.MaxBytes)
	if err != nil {
		return nil, err
	}
	if n := bytes.Count(text, []byte(a.Says)); a.Says == "" || n != 1 {
		return nil, fmt.Errorf("%q occurs %d times there; write a text that occurs once", strings.TrimSpace(a.Says), n)
	}
	return pages.With(name, bytes.Replace(text, []byte(a.Says), []byte(a.Reads), 1)), nil
}
