// This file has the limits of a rulebook, which bound time and memory for any input. A rulebook of a large game needs a tenth of
// them.

package source

// The limits of a rulebook.
const (
	MaxBytes  = 8 << 20 // of all pages
	MaxBlock  = 1 << 20 // bytes of a block
	MaxValues = 200_000 // of all blocks, keys included
	MaxDepth  = 64      // nested mappings and lists

	maxBook    = 200_000 // lines of all pages
	maxLines   = 50_000  // lines of a page
	maxIndent  = 160     // columns of indentation outside fences, which limits nested lists
	maxMarkers = 24      // list and quote marks at the start of a line
	maxProse   = 1 << 30 // for all pages: the sum over paragraphs and headings of their marks of emphasis, links and code times their bytes
)
