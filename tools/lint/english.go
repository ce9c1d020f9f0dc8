package main

// This file checks the texts of the program against the word list of our style (tools/vale/Rulebound/Words.yml). A test
// checks the documents.

import (
	"errors"
	"go/ast"
	"go/token"
	"io/fs"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// wordList is a Vale style: patterns and replacements.
const wordList = "tools/vale/Rulebound/Words.yml"

type swap struct {
	pattern *regexp.Regexp
	instead string
}

func readWords(root fs.FS) ([]swap, error) {
	text, err := fs.ReadFile(root, wordList)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // the small repository of a test
	}
	if err != nil {
		return nil, err
	}
	var style struct {
		Swap map[string]string `yaml:"swap"`
	}
	if err := yaml.Unmarshal(text, &style); err != nil {
		return nil, err
	}
	var out []swap
	for pattern, instead := range style.Swap {
		r, err := regexp.Compile("(?i)" + pattern)
		if err != nil {
			return nil, err
		}
		out = append(out, swap{r, instead})
	}
	return out, nil
}

// checkEnglish checks the literals of the program that are sentences: those with a space.
func checkEnglish(root fs.FS, repo *repository) ([]finding, error) {
	words, err := readWords(root)
	if err != nil {
		return nil, err
	}
	var found []finding
	for _, file := range repo.Files {
		if file.Test {
			continue
		}
		ast.Inspect(file.Tree, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			if err != nil || !strings.Contains(text, " ") {
				return true
			}
			for _, w := range words {
				if m := w.pattern.FindString(text); m != "" {
					found = append(found, finding{repo.FileSet.Position(lit.Pos()), "write " + w.instead + " instead of " + strconv.Quote(m)})
				}
			}
			return true
		})
	}
	return found, nil
}
