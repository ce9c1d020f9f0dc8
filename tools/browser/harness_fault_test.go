//go:build browser

package browser

// This file tests the faults that the harness must detect.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

const bad = `<!doctype html><title></title><body style="width: 900px; color: #bbb; background: #fff"><p>pale</p><img src="nowhere.png">
<script>console.error('said aloud'); setTimeout(() => { throw new Error('thrown') })</script>`

func TestHarnessCollectsErrorsOfTheBrowser(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "bad.html"), []byte(bad), 0o600); err != nil {
		t.Fatal(err)
	}
	x := open(t, dir, "bad.html")
	x.holds(`document.readyState === 'complete'`)
	x.mu.Lock()
	heard := strings.Join(x.faults, "\n")
	x.faults = nil
	x.mu.Unlock()
	for _, want := range []string{"said aloud", "thrown", "nowhere.png"} {
		if !strings.Contains(heard, want) {
			t.Errorf("not received: %s in %s", want, heard)
		}
	}
}

func TestAxeFindsLowContrastAndMissingNames(t *testing.T) {
	axe := axeCore(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "bad.html"), []byte(strings.Replace(bad, "<script>", "<!--", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	x := open(t, dir, "bad.html")
	x.do(chromedp.Evaluate[chromedp.Void](axe + "; null"))
	found := strings.Join(x.violations(), "\n")
	for _, want := range []string{"color-contrast", "image-alt", "document-title", "html-has-lang"} {
		if !strings.Contains(found, want) {
			t.Errorf("not found: %s in %s", want, found)
		}
	}
	x.mu.Lock()
	x.faults = nil // the picture
	x.mu.Unlock()
}
