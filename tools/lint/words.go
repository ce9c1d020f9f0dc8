package main

// This file is the word lint: the Go code of the engine and the compiler contains no word of a game. Each rulebook
// declares its words (`game: {lintWords: [...]}`).

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

// library is the folder of the rulebooks that the compiler embeds. Their words are forbidden, too.
const library = "compiler/library"

// libraryOwner is the owner of words of the embedded rulebooks.
const libraryOwner = "the library rulebook"

// vocabulary has the owner of each forbidden word, and the compounds of the language that may contain one.
type vocabulary struct {
	owners   map[string]string
	language map[string]bool
	general  map[string]bool
}

// readVocabulary collects the declared words of every game and of the libraries. A game that declares none is a
// finding: the lint would not check it.
func readVocabulary(root fs.FS) (*vocabulary, []finding, error) {
	v := &vocabulary{owners: map[string]string{}, language: languageWords(), general: map[string]bool{}}
	for _, w := range general {
		v.general[squeeze(w)] = true
	}
	declared, err := libraryWords(root, v.language)
	if err != nil {
		return nil, nil, err
	}
	for _, w := range declared {
		v.owners[w] = libraryOwner
	}
	folders, err := fs.Glob(root, "data/games/*")
	if err != nil {
		return nil, nil, err
	}
	var found []finding
	machine := engineWords()
	for _, folder := range folders {
		words, err := gameWords(root, folder)
		switch {
		case err != nil:
			return nil, nil, err
		case words == nil:
			found = append(found, finding{token.Position{Filename: folder}, "the game declares no lintWords"})
		}
		for _, w := range words {
			if w = squeeze(w); w != "" && !v.language[w] && !machine[w] {
				v.owners[w] = path.Base(folder)
			}
		}
	}
	return v, found, nil
}

// gameWords returns the words that the pages of a game declare; a folder without pages is no game and yields "".
func gameWords(root fs.FS, folder string) ([]string, error) {
	entries, err := fs.ReadDir(root, folder)
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return path.Ext(e.Name()) != ".md" })
	if err != nil || len(entries) == 0 {
		return []string{""}, err
	}
	var words []string
	for _, e := range entries {
		name := path.Join(folder, e.Name())
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return nil, err
		}
		declared, err := declaredWords(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		words = append(words, declared...)
	}
	return words, nil
}

// declaredWords returns the lintWords in the fenced YAML blocks of a Markdown text. Blocks without the key are not
// parsed: the compiler reports their faults.
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

// checkWords looks through identifiers, string literals and comments of the rooms that know no game, or no library.
func checkWords(repo *repository, v *vocabulary) []finding {
	var found []finding
	for _, file := range repo.Files {
		if file.Room == nil || file.Room.Words == anyWord || file.Test {
			continue
		}
		report := func(at token.Position, what string, words []string) {
			for _, w := range words {
				if v.owners[w] == libraryOwner || file.Room.Words == noGame {
					found = append(found, finding{at, fmt.Sprintf("%s has %q, a word of %s", what, w, v.owners[w])})
				}
			}
		}
		ast.Inspect(file.Tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				report(repo.FileSet.Position(n.Pos()), "identifier "+n.Name, v.betrayed(n.Name))
			case *ast.BasicLit:
				if n.Kind == token.STRING || n.Kind == token.CHAR {
					report(repo.FileSet.Position(n.Pos()), "literal "+n.Value, v.betrayedLiteral(literalText(n.Value)))
				}
			}
			return true
		})
		for _, group := range file.Tree.Comments {
			for _, comment := range group.List {
				at := repo.FileSet.Position(comment.Pos())
				for line := range strings.Lines(comment.Text) {
					report(at, "comment", v.betrayed(line))
					at.Line, at.Column = at.Line+1, 1
				}
			}
		}
	}
	return found
}

// checkLibrary looks through the embedded rulebooks, prose and YAML alike, for words of games; their own words they may use.
func checkLibrary(root fs.FS, v *vocabulary) ([]finding, error) {
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
			for _, w := range v.betrayed(line) {
				if v.owners[w] != libraryOwner {
					found = append(found, finding{at, fmt.Sprintf("a library rulebook has %q, a word of %s", w, v.owners[w])})
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

// betrayedLiteral is betrayed for a literal: standing alone, a general word means the library's, too.
func (v *vocabulary) betrayedLiteral(text string) []string {
	if w := squeeze(text); v.general[w] && v.owners[w] != "" && !v.language[w] && strings.TrimLeft(text, "$") != "" {
		return []string{w}
	}
	return v.betrayed(text)
}

// longest is how many words are read as one.
const longest = 5

// betrayed returns the declared words that occur in a text: as one of its words, as a plural, or as several words
// written together ("AirLift", "air_lift" and "airlift" are one). What lies within a compound of the language is a word of
// the language.
func (v *vocabulary) betrayed(text string) []string {
	tokens := split(text)
	within := make([]bool, len(tokens))
	spans(tokens, func(from, to int, joined string) {
		if to-from > 1 && (v.language[joined] || v.language[strings.TrimSuffix(joined, "s")]) {
			for i := from; i < to; i++ {
				within[i] = true
			}
		}
	})
	var words []string
	spans(tokens, func(from, to int, joined string) {
		for _, w := range []string{joined, strings.TrimSuffix(joined, "s")} {
			_, owned := v.owners[w]
			if owned && !v.general[w] && !(to-from == 1 && within[from]) && !slices.Contains(words, w) {
				words = append(words, w)
			}
		}
	})
	return words
}

// spans visits the runs of a few words, joined.
func spans(tokens []string, visit func(from, to int, joined string)) {
	for from := range tokens {
		joined := ""
		for to := from; to < min(len(tokens), from+longest); to++ {
			joined += tokens[to]
			visit(from, to+1, joined)
		}
	}
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
