package source

import (
	"reflect"
	"testing"
	"testing/fstest"
)

// A cached block is not used if the position, clause or section of its text has changed.
func TestCachedBlockIsReadAgainWhenItsPlaceChanges(t *testing.T) {
	pages := []string{
		"# 1 A\n\n```yaml\na: [b]\n```\n",
		"# 2 A\n\n```yaml\na: [b]\n```\n",
		"# 1 A\n\n\n```yaml\na: [b]\n```\n",
		"- **1.1** A.\n\n  ```yaml\n  a: [b]\n  ```\n",
		"-  **1.1** A.\n\n   ```yaml\n   a: [b]\n   ```\n",
		"# 1 A\n\n```yaml\na: [b, b, &c d]\n```\n",
		"# 1 A\n\n```yaml\na: [b, b, &c d]\n```\nMore.\n",
	}
	for i, from := range pages {
		for j, to := range pages {
			var cache Cache
			cache.Read(fstest.MapFS{"x/1.md": {Data: []byte(from)}}, "x")
			files := fstest.MapFS{"x/1.md": {Data: []byte(to)}}
			book, list := cache.Read(files, "x")
			fresh, freshList := Read(files, "x")
			if !reflect.DeepEqual(book, fresh) || !reflect.DeepEqual(list, freshList) {
				t.Errorf("page %d after page %d is not read as a fresh one", j, i)
			}
		}
	}
}
