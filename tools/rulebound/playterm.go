// This file reads lines at a terminal, with history and completion by the tab key.

package main

import (
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/term"

	"rulebound/compiler/diag"
)

// errInterrupted ends a play like an interrupt signal: in raw mode Control-C is only a key.
var errInterrupted = errors.New("interrupted")

type keyboard struct {
	terminal *term.Terminal
	file     *os.File
	keys     *keys
	complete func(line string) (head string, words []string)

	mu     sync.Mutex
	before *term.State // state of the terminal before raw mode, nil outside of it
}

// keys forwards the input of a terminal, and detects Control-C.
type keys struct {
	*os.File
	interrupted bool
}

func (k *keys) Read(p []byte) (int, error) {
	n, err := k.File.Read(p)
	k.interrupted = k.interrupted || slices.Contains(p[:n], 3)
	return n, err
}

// newKeyboard returns a keyboard if input and output are terminals, else nil.
func newKeyboard(in io.Reader, out io.Writer) *keyboard {
	from, ok := in.(*os.File)
	text, isPlain := out.(*plain)
	if !ok || !isPlain || !term.IsTerminal(int(from.Fd())) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	to, ok := text.to.(*os.File)
	if !ok || !term.IsTerminal(int(to.Fd())) {
		return nil
	}
	k := &keyboard{file: from, keys: &keys{File: from}}
	k.terminal = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{k.keys, to}, "")
	k.terminal.AutoCompleteCallback = k.tab
	return k
}

func (k *keyboard) read(prompt string, complete func(line string) (string, []string)) (string, error) {
	k.mu.Lock()
	before, err := term.MakeRaw(int(k.file.Fd()))
	k.before = before
	k.mu.Unlock()
	if err != nil {
		return "", err
	}
	defer k.restore()
	if columns, rows, err := term.GetSize(int(k.file.Fd())); err == nil && columns > 0 {
		_ = k.terminal.SetSize(columns, rows)
	}
	k.complete = complete
	k.terminal.SetPrompt(prompt)
	line, err := k.terminal.ReadLine()
	if k.keys.interrupted {
		return "", errInterrupted
	}
	if errors.Is(err, term.ErrPasteIndicator) {
		err = nil
	}
	return line, err
}

// restore leaves raw mode.
func (k *keyboard) restore() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.before != nil {
		_ = term.Restore(int(k.file.Fd()), k.before)
		k.before = nil
	}
}

// tab completes the last name of a line up to the common prefix of its candidates; if that adds nothing, it lists them.
func (k *keyboard) tab(line string, pos int, key rune) (string, int, bool) {
	if key != '\t' || k.complete == nil {
		return "", 0, false
	}
	head, words := k.complete(line[:pos])
	typed := line[len(head):pos]
	var fit []string
	for _, w := range words {
		if strings.HasPrefix(strings.ToLower(w), strings.ToLower(typed)) && !slices.Contains(fit, w) {
			fit = append(fit, w)
		}
	}
	if len(fit) == 0 {
		return line, pos, true
	}
	common := fit[0]
	for _, w := range fit[1:] {
		for !strings.HasPrefix(strings.ToLower(w), strings.ToLower(common)) {
			common = common[:len(common)-1]
		}
	}
	if len(fit) == 1 && pos == len(line) {
		common += " "
	}
	if len(common) <= len(typed) && len(fit) > 1 {
		_, _ = io.WriteString(k.terminal, diag.Plain(strings.Join(fit[:min(len(fit), maxCompletions)], "  "))+"\n")
		return line, pos, true
	}
	return head + common + line[pos:], len(head) + len(common), true
}

// maxCompletions limits the names listed by the tab key.
const maxCompletions = 60

// completions returns the candidates for the last name of a line, and the text before that name.
func (x *playing) completions(line string) (head string, words []string) {
	word, _, more := strings.Cut(line, " ")
	if more && slices.Contains([]string{"show", "why", ":show", ":why"}, word) {
		head = line[:len(word)+1]
		if strings.HasSuffix(word, "show") {
			return head, x.p.Names()
		}
		if q := x.p.Question(); q != nil {
			return head, q.Names()
		}
		return head, nil
	}
	if i := strings.LastIndexByte(line, ','); i >= 0 {
		head = line[:i+1] + strings.Repeat(" ", len(line[i+1:])-len(strings.TrimLeftFunc(line[i+1:], unicode.IsSpace)))
	}
	if q := x.p.Question(); q != nil {
		for _, o := range q.Offers {
			words = append(words, o.ID)
		}
		for _, o := range q.Offers {
			words = append(words, o.Title)
		}
	}
	if head == "" {
		words = append(words, commandWords()...)
	}
	return head, words
}
