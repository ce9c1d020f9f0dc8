package diag

import "fmt"

// Count spells a number of things: "1 card", "2 cards".
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
