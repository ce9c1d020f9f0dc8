// This file has the limits of a rulebook. A rulebook of a large game comes to a tenth of them; they keep time and
// memory bounded for any input.

package source

// The limits of a rulebook.
const (
	MaxBytes  = 8 << 20 // of all pages
	MaxBlock  = 1 << 20 // bytes of a block
	MaxValues = 200_000 // of all blocks, keys included
	MaxDepth  = 64      // mappings and lists inside each other

	maxBook    = 200_000 // lines of all pages
	maxLines   = 50_000  // lines of a page
	maxIndent  = 160     // columns of indentation outside fences, and so nested lists
	maxMarkers = 24      // list and quote marks at the start of a line
	maxProse   = 1 << 30 // of all pages, for each paragraph and heading: its marks of emphasis, links and code, times its bytes
)
