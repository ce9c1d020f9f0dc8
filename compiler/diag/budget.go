package diag

import (
	"maps"
	"slices"
	"sort"
)

// MaxWork is the greatest number of steps of a compile: nodes created, rows and entries expanded, members visited, statements
// resolved, instructions and formulas lowered, and visits of checks.
const MaxWork = 1 << 20

// Budget counts the steps of one compile by file and line of the rulebook. All stages share it.
type Budget struct {
	left  int
	done  <-chan struct{} // nil: the compile cannot be cancelled
	spent map[string]*pageWork
	page  *pageWork // the page of the latest step
}

// pageWork counts steps by line of a page.
type pageWork struct {
	file  string
	lines []int
}

// NewBudget returns a budget of MaxWork steps.
func NewBudget() *Budget { return &Budget{left: MaxWork, spent: map[string]*pageWork{}} }

// Cancelled is the value with which Spend panics after the compile was cancelled. The compiler recovers it.
type Cancelled struct{}

// Until makes Spend panic with Cancelled once done is closed.
func (b *Budget) Until(done <-chan struct{}) { b.done = done }

// Exhausted is the value with which Spend panics if no steps are left. The compiler recovers it.
type Exhausted struct{ *Budget }

// Spend takes n steps at a position. It panics with Exhausted if fewer are left. A nil budget is unlimited.
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

func (b *Budget) Left() int { return max(b.left, 0) }

// part is a part of a rulebook, its steps, and those of its most expensive line.
type part struct {
	begins, line Pos
	all, most    int
}

// Diagnostic names the most expensive part and its most expensive line. The parts begin at the given positions.
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
