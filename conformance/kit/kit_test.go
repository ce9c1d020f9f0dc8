package kit

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/onsi/gomega"
	"github.com/onsi/gomega/types"
)

func TestHelpersForSpecs(t *testing.T) {
	root := t.TempDir()
	if err := os.CopyFS(filepath.Join(root, "data/games/kalah"), os.DirFS("../../data/games/kalah")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(root, "conformance"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(root, "conformance"))
	gomega.RegisterFailHandler(func(message string, _ ...int) { panic(message) })
	fails := func(why string, do func()) {
		defer func() {
			if text := fmt.Sprint(recover()); !strings.Contains(text, why) {
				t.Errorf("%s, want %q", text, why)
			}
		}()
		do()
	}

	s := Start("kalah", "{scenario: four}")
	if n := Counted(s, "south-3.seed"); n != 4 {
		t.Errorf("south-3 has %d seeds", n)
	}
	for _, c := range []struct {
		matcher types.GomegaMatcher
		want    bool
		names   []string // in the failure message
	}{
		{HaveLegal("south", "south-6", "south-1", "south-2", "south-3", "south-4", "south-5"), true, nil},
		{HaveLegal("south", "south-1"), false, []string{"south is offered exactly south-1", "south-2"}},
		{HaveLegal("north", "south-1"), false, []string{"north"}},
		{Refuse("north: north-1", "2.1-a"), false, []string{"north: north-1", "2.1-a"}},
		{HoldValue("south-3.seed", "4"), true, nil},
		{HoldValue("south-3.seed", "5"), false, []string{"south-3.seed is 5", "4"}},
	} {
		got, err := c.matcher.Match(s)
		if err != nil || got != c.want {
			t.Errorf("%s: %t, %v", c.matcher.NegatedFailureMessage(s), got, err)
		}
		for _, name := range c.names {
			if text := c.matcher.FailureMessage(s); !strings.Contains(text, name) {
				t.Errorf("%q does not name %s", text, name)
			}
		}
		if _, err := c.matcher.Match("kalah"); err == nil {
			t.Errorf("%s matches a string", c.matcher.NegatedFailureMessage(s))
		}
	}
	Play(s, "south: south-1")
	if Spelled(s, "south-1.seed") != "0" || Spelled(s, "south-2.seed") != "5" {
		t.Error("south-1 has not been sown")
	}
	if once := Load("kalah", nil); once != Load("kalah", map[string]string{}) {
		t.Error("a game is loaded twice")
	}
	fails("there is no game chess", func() { Load("chess", nil) })
	fails("unknown option", func() { Load("kalah", map[string]string{"size": "7"}) })
	fails("seven", func() { Start("kalah", "{scenario: seven}") })
	fails("no key scene", func() { Start("kalah", "{scene: four}") })
	fails("size", func() { Start("kalah", "{scenario: four, options: {size: 7}}") })
	fails("south: north-1", func() { Play(s, "south: north-1") })
	fails("south-7", func() { Spelled(s, "south-7.seed") })
	fails("there is no value seeds", func() { Counted(s, "seeds") })
}
