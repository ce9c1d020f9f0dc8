package main

// This file is the word lint: the Go code of the engine and the compiler names no game. Which words give a game away
// is declared in its own rulebook (`game: {lintWords: [...]}`), so a new game brings its words along.

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"
)

// library is the folder of the rulebooks that the compiler embeds. They are no game's either.
const library = "compiler/library"

// libraryOwner stands for the embedded library rulebook among the owners of words.
const libraryOwner = "the library rulebook"

// flowWords are the words of the embedded library rulebook and of the keys its tables stand under; they belong into
// Markdown, not into Go.
var flowWords = []string{"coup", "monsoon", "pivotal"}

// gameWords collects the declared words of every game, and the library's. A game that declares none is a finding: the
// lint would look at nothing.
func gameWords(root fs.FS) (map[string]string, []finding, error) {
	owners := map[string]string{}
	for _, w := range flowWords {
		owners[squeeze(w)] = libraryOwner
	}
	folders, err := fs.Glob(root, "data/games/*")
	if err != nil {
		return nil, nil, err
	}
	var found []finding
	for _, folder := range folders {
		files, err := fs.Glob(root, folder+"/*.md")
		if err != nil {
			return nil, nil, err
		}
		if len(files) == 0 {
			continue
		}
		var declared []string
		for _, name := range files {
			text, err := fs.ReadFile(root, name)
			if err != nil {
				return nil, nil, err
			}
			words, err := declaredWords(string(text))
			if err != nil {
				return nil, nil, fmt.Errorf("%s: %w", name, err)
			}
			declared = append(declared, words...)
		}
		if len(declared) == 0 {
			found = append(found, finding{token.Position{Filename: folder}, "the game declares no lintWords"})
		}
		for _, w := range declared {
			if w = squeeze(w); w != "" {
				owners[w] = path.Base(folder)
			}
		}
	}
	return owners, found, nil
}

// declaredWords returns the lintWords in the fenced YAML blocks of a Markdown text. Blocks without the key are not
// parsed: their faults are the compiler's business.
func declaredWords(text string) ([]string, error) {
	var words []string
	for _, block := range fences(text) {
		if !strings.Contains(block, "lintWords") {
			continue
		}
		var doc struct {
			Game struct {
				LintWords []string `yaml:"lintWords"`
			} `yaml:"game"`
		}
		if err := yaml.Unmarshal([]byte(block), &doc); err != nil {
			return nil, fmt.Errorf("read lintWords: %w", err)
		}
		words = append(words, doc.Game.LintWords...)
	}
	return words, nil
}

// fences returns the content of the yaml fences of a Markdown text, unindented.
func fences(text string) []string {
	var blocks []string
	var block strings.Builder
	open, indent := false, ""
	for line := range strings.Lines(text) {
		bare := strings.TrimSpace(line)
		switch {
		case !open && strings.HasPrefix(bare, "```yaml"):
			open, indent = true, line[:strings.Index(line, "`")]
			block.Reset()
		case open && bare == "```":
			open = false
			blocks = append(blocks, block.String())
		case open:
			block.WriteString(strings.TrimPrefix(line, indent))
		}
	}
	return blocks
}

// checkWords looks through identifiers, string literals and comments of the rooms that name no game.
func checkWords(repo *repository, owners map[string]string) []finding {
	var found []finding
	for _, file := range repo.Files {
		if file.Room == nil || !file.Room.Words || file.Test {
			continue
		}
		report := func(at token.Pos, what, text string) {
			for _, w := range betrayed(text, owners) {
				found = append(found, finding{repo.FileSet.Position(at), fmt.Sprintf("%s has %q, a word of %s", what, w, owners[w])})
			}
		}
		ast.Inspect(file.Tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				report(n.Pos(), "identifier "+n.Name, n.Name)
			case *ast.BasicLit:
				if n.Kind == token.STRING || n.Kind == token.CHAR {
					report(n.Pos(), "literal "+n.Value, literalText(n.Value))
				}
			}
			return true
		})
		for _, group := range file.Tree.Comments {
			for _, comment := range group.List {
				at := repo.FileSet.Position(comment.Pos())
				for line := range strings.Lines(comment.Text) {
					for _, w := range betrayed(line, owners) {
						found = append(found, finding{at, fmt.Sprintf("comment has %q, a word of %s", w, owners[w])})
					}
					at.Line, at.Column = at.Line+1, 1
				}
			}
		}
	}
	return found
}

// checkLibrary looks through the embedded rulebooks, prose and YAML alike, for words of games; their own words they may use.
func checkLibrary(root fs.FS, owners map[string]string) ([]finding, error) {
	var found []finding
	err := fs.WalkDir(root, library, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".md" {
			return err
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		at := token.Position{Filename: name}
		for line := range strings.Lines(string(text)) {
			at.Line, at.Column = at.Line+1, 1
			for _, w := range betrayed(line, owners) {
				if owners[w] != libraryOwner {
					found = append(found, finding{at, fmt.Sprintf("a library rulebook has %q, a word of %s", w, owners[w])})
				}
			}
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return found, err
}

func literalText(literal string) string {
	if text, err := strconv.Unquote(literal); err == nil {
		return text
	}
	return literal
}

// betrayed returns the declared words that occur in a text: as one of its words, as a plural, or as several words
// written together ("AirLift", "air_lift" and "airlift" are one).
func betrayed(text string, owners map[string]string) []string {
	tokens := split(text)
	var words []string
	for i := range tokens {
		joined := ""
		for _, t := range tokens[i:min(len(tokens), i+5)] {
			joined += t
			for _, w := range []string{joined, strings.TrimSuffix(joined, "s")} {
				if _, ok := owners[w]; ok && !slices.Contains(words, w) {
					words = append(words, w)
				}
			}
		}
	}
	return words
}

// split cuts a text into lower-case words at everything that is no letter and where a capital begins a word.
func split(text string) []string {
	var words []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
			word = nil
		}
	}
	runes := []rune(text)
	for i, r := range runes {
		if !unicode.IsLetter(r) {
			flush()
			continue
		}
		if unicode.IsUpper(r) && len(word) > 0 {
			afterLower := unicode.IsLower(word[len(word)-1])
			beforeLower := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if afterLower || beforeLower {
				flush()
			}
		}
		word = append(word, r)
	}
	flush()
	return words
}

// squeeze brings a declared word into the form that betrayed compares: lower case, letters only.
func squeeze(word string) string {
	return strings.Join(split(strings.ToLower(word)), "")
}
