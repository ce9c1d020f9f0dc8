package diag

import (
	"maps"
	"slices"
	"sort"
)

// MaxWork is how many steps a compile may take: nodes made, rows and entries expanded, members visited, statements resolved, instructions
// and formulas lowered, and what checks look at.
const MaxWork = 1 << 20

// Budget counts the steps of one compile, by file and line of the rulebook. All stages spend from the same one.
type Budget struct {
	left  int
	done  <-chan struct{} // nil: the compile cannot be cancelled
	spent map[string]*pageWork
	page  *pageWork // that was spent on last
}

// pageWork is what was spent on the lines of a page.
type pageWork struct {
	file  string
	lines []int
}

// NewBudget returns a budget of MaxWork steps.
func NewBudget() *Budget { return &Budget{left: MaxWork, spent: map[string]*pageWork{}} }

// Cancelled is the value with which Spend panics after the compile was cancelled; the compiler recovers it.
type Cancelled struct{}

// Until makes a compile end with Cancelled once done is closed.
func (b *Budget) Until(done <-chan struct{}) { b.done = done }

// Exhausted is what Spend panics with; the compiler recovers it.
type Exhausted struct{ *Budget }

// Spend takes n steps for something at a place. It panics with Exhausted if there are not as many left. A nil budget has no end.
func (b *Budget) Spend(at Pos, n int) {
	if b == nil {
		return
	}
	if b.page == nil || b.page.file != at.File {
		if b.page = b.spent[at.File]; b.page == nil {
			b.page = &pageWork{file: at.File}
			b.spent[at.File] = b.page
		}
	}
	if more := at.Line + 1 - len(b.page.lines); more > 0 {
		b.page.lines = append(b.page.lines, make([]int, more)...)
	}
	b.page.lines[at.Line] += n
	select {
	case <-b.done:
		panic(Cancelled{})
	default:
	}
	if b.left -= n; b.left < 0 {
		panic(Exhausted{b})
	}
}

// Left returns how many steps are left.
func (b *Budget) Left() int { return max(b.left, 0) }

// part is a part of a rulebook, what was spent on it, and on its dearest line.
type part struct {
	begins, line Pos
	all, most    int
}

// Diagnostic names the part that most was spent on, each of which begins at one of the places, and its dearest line.
func (e Exhausted) Diagnostic(begins []Pos) Diagnostic {
	begins = slices.Clone(begins)
	slices.SortStableFunc(begins, Pos.compare)
	parts, all := make([]part, len(begins)+1), 0
	for i, p := range begins {
		parts[i+1].begins = p
	}
	for _, file := range slices.Sorted(maps.Keys(e.spent)) {
		for line, n := range e.spent[file].lines {
			if n == 0 {
				continue
			}
			at := Pos{File: file, Line: line, Col: 1}
			beyond := Pos{File: file, Line: line + 1}
			p := &parts[sort.Search(len(begins), func(i int) bool { return begins[i].compare(beyond) >= 0 })]
			p.all += n
			all += n
			if n > p.most {
				p.line, p.most = at, n
			}
		}
	}
	worst := parts[0]
	for _, p := range parts {
		if p.all > worst.all {
			worst = p
		}
	}
	subject := worst.begins
	if subject.IsZero() {
		subject = worst.line
	}
	var list List
	return *list.Errorf(subject, "too-intricate", "the rulebook takes more than %d steps to compile, %d%% of them here", MaxWork, worst.all*100/max(all, 1)).
		Detailf("Declare fewer things, or things with fewer parts: spaces, lines, rows, values, pairs of a check, statements.").
		Notef(worst.line, "most of them for this line")
}
