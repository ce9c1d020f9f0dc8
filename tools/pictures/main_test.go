package main

import (
	"os"
	"testing"
)

// The pictures of the README are made from real output, and small.
func TestThePicturesAreThoseOfTheOutput(t *testing.T) {
	page, err := os.ReadFile("../../docs/tour.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := failing(string(page))
	if len(lines) < 10 {
		t.Fatalf("the tour has no failure: %q", lines)
	}
	if is, err := os.ReadFile("../../docs/pictures/failure.svg"); err != nil || string(is) != draw(lines) {
		t.Errorf("docs/pictures/failure.svg is not what the tour shows: make pictures writes it (%v)", err)
	}
	for _, name := range []string{"failure.svg", "board.png"} {
		if info, err := os.Stat("../../docs/pictures/" + name); err != nil || info.Size() > 150_000 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}
