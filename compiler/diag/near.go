// This file finds the name that was probably meant, for "did you mean …?".

package diag

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxNearLength limits the work of one comparison; longer names get no suggestion.
const maxNearLength = 64

// Near returns the candidate closest to name, or "" if none is near: at most a third of its letters (and always one, in names of
// three or more) may be changed, added, omitted or swapped with a neighbour. Differences in case and between '-' and '_' cost
// less than a letter. Of equally near candidates it returns the lexically first.
func Near(name string, candidates []string) string { return near(name, candidates, new(int)) }

// near is Near. It adds to compared the letters that it reads and the pairs that it compares.
func near(name string, candidates []string, compared *int) string {
	source := []rune(name)
	if len(source) == 0 || len(source) > maxNearLength {
		return ""
	}
	best, bestCost := "", 0
	for _, candidate := range candidates {
		if *compared += 1 + len(candidate); len(candidate) > utf8.UTFMax*maxNearLength {
			continue
		}
		target := []rune(candidate)
		if candidate == name || len(target) == 0 || len(target) > maxNearLength {
			continue
		}
		limit := letterCost * max(len(source), len(target)) / 3 // for one or two letters, case alone may differ
		if letterCost*max(len(source)-len(target), len(target)-len(source)) > limit {
			continue
		}
		*compared += len(source) * len(target)
		cost := distance(source, target, limit)
		if cost > limit {
			continue
		}
		if best == "" || cost < bestCost || cost == bestCost && candidate < best {
			best, bestCost = candidate, cost
		}
	}
	return best
}

// abbreviates reports whether short is a prefix of the single word long.
func abbreviates(short, long string) bool {
	rest, ok := strings.CutPrefix(long, short)
	return ok && len(short) > 2 && strings.IndexFunc(rest, func(c rune) bool { return !unicode.IsLetter(c) }) < 0
}

// DidYouMean returns a suggestion of the near candidate for a message, or "".
func DidYouMean(name string, candidates []string) string {
	return new(Speller).DidYouMean(name, candidates)
}

// mostListed is the greatest number of candidates that a message lists if none is near.
const mostListed = 8

// DidYouMeanKey is like DidYouMean, for the keys of a mapping. A key is also near if one abbreviates the other (max, maximum). If
// none is near, it lists the keys if there are few.
func DidYouMeanKey(name string, keys []string) string {
	if (name == "if" || name == "when") && slices.Contains(keys, "where") {
		return "; a condition is written where:"
	}
	near := Near(name, keys)
	if i := slices.IndexFunc(keys, func(key string) bool { return abbreviates(key, name) || abbreviates(name, key) }); near == "" && i >= 0 {
		near = keys[i]
	}
	if near != "" {
		return "; did you mean " + near + "?"
	}
	if len(keys) == 0 || len(keys) > mostListed {
		return ""
	}
	all := slices.Sorted(slices.Values(keys))
	return "; it can have " + Alternatives(slices.Compact(all))
}

// Alternatives joins words as in prose: a, b or c.
func Alternatives(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// Speller is a Near with limited work, for rulebooks with many errors: beyond the limit, no name is near. The zero Speller is
// ready to use.
type Speller struct{ compared int }

// maxCompared is the limit of a Speller: letters read plus pairs compared.
const maxCompared = 1 << 24

// Near is like the function Near.
func (s *Speller) Near(name string, candidates []string) string {
	if s.compared > maxCompared {
		return ""
	}
	return near(name, candidates, &s.compared)
}

// Among is DidYouMean for candidates that are expensive to list: it lists them only below the limit.
func (s *Speller) Among(name string, candidates func() []string) string {
	if s.compared > maxCompared {
		return ""
	}
	return s.DidYouMean(name, candidates())
}

// DidYouMean is like the function DidYouMean.
func (s *Speller) DidYouMean(name string, candidates []string) string {
	if near := s.Near(name, candidates); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

const (
	letterCost = 4 // a letter changed, added or omitted, or two neighbours swapped
	caseCost   = 1 // the same letter in the other case, or '-' for '_'
)

// distance returns the weighted edit distance with adjacent transpositions of two names of at most maxNearLength letters, or some
// number above limit if it exceeds limit.
func distance(a, b []rune, limit int) int {
	var rows [3][maxNearLength + 1]int
	for j := range b {
		rows[0][j+1] = (j + 1) * letterCost
	}
	for i := 1; i <= len(a); i++ {
		before, last, row := &rows[(i+1)%3], &rows[(i+2)%3], &rows[i%3]
		row[0] = i * letterCost
		least := row[0]
		for j := 1; j <= len(b); j++ {
			row[j] = min(last[j]+letterCost, row[j-1]+letterCost, last[j-1]+substitution(a[i-1], b[j-1]))
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+letterCost)
			}
			least = min(least, row[j])
		}
		if least > limit+letterCost { // a swap of two letters costs no more than one change
			return least
		}
	}
	return rows[len(a)%3][len(b)]
}

func substitution(a, b rune) int {
	switch {
	case a == b:
		return 0
	case fold(a) == fold(b):
		return caseCost
	}
	return letterCost
}

func fold(r rune) rune {
	switch {
	case r >= 'A' && r <= 'Z':
		return r - 'A' + 'a'
	case r == '_' || r == ' ':
		return '-'
	}
	return r
}
