package source

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"rulebound/compiler/diag"
)

// quickly reads text as a block with quick and with yaml.v3, fails the test if quick reads another node, and reports whether it reads one.
func quickly(t testing.TB, text string) bool {
	t.Helper()
	blocks, lists := [2]*block{}, [2]diag.List{}
	for i := range blocks {
		blocks[i] = &block{Bounds: blockBounds, file: "a.md", opened: diag.Pos{File: "a.md", Line: 1, Col: 4}, diags: &lists[i]}
		for l := range strings.SplitSeq(text, "\n") {
			blocks[i].lines = append(blocks[i].lines, newLine(len(blocks[i].lines)+2, 0, l))
		}
	}
	b, slow := blocks[0], blocks[1]
	if !b.checkLength() || !b.checkCharacters() || !b.checkBrackets() {
		return false
	}
	got := b.quick()
	if len(lists[0]) > 0 {
		t.Errorf("%q: quick reports %v", text, lists[0])
	}
	if got == nil {
		return false
	}
	root, extra, err := decode(slow.text())
	if err != nil || extra != nil || root == nil {
		t.Errorf("%q: quick reads %v, yaml.v3 refuses it: %v", text, got, err)
		return true
	}
	if want := slow.node(root, 1); !reflect.DeepEqual(got, want) || len(lists[1]) > 0 || b.values != slow.values {
		t.Errorf("%q:\nquick reads %v, yaml.v3 %v %v", text, got, want, lists[1])
	}
	return true
}

// quickTexts are texts that quick reads.
var quickTexts = []string{
	"a: b\nc: [d, {e: f}, 'g''h', \"i\"]  # j\n# k\nl:\n- m\n-  - n\n   - o: p\n     q:\n  # r\n-\n- s\nt: -1\nu: [v: w, x: {y: z}]\n",
	"a: [b,\n  c,  # d\n  {e: f,\n    g: h}\n]\ni: >-\n  j\n  k\n\nl: |\n  m\n   n\no: é\n",
	"- a: 'b: c' # d\n  'e' : f g\n- h\n",
	"[]\n", "{}", "a:\n  b:\n    c: =d + e\n  f:\ng:\n", "a", "'a'\n", "a: \"b \\\\ c \\\"d\\\"\"\n",
}

func FuzzQuick(f *testing.F) {
	for _, text := range quickTexts {
		f.Add(text)
	}
	for _, test := range brokenBlocks {
		f.Add(test.yaml)
	}
	f.Fuzz(func(t *testing.T, text string) { quickly(t, text) })
}

func TestQuickReadsWhatYAMLReads(t *testing.T) {
	texts := append(blocksOf(t, "../../data/games"), quickTexts...)
	read := 0
	for _, text := range texts {
		if quickly(t, text) {
			read++
		}
	}
	if read < len(texts) {
		t.Errorf("quick reads %d of %d blocks", read, len(texts))
	}
	const slips = " \n#:-[]{},'\"|>?&a\\"
	r := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		text := texts[r.IntN(len(texts))]
		text = text[:min(len(text), 400)]
		for range 1 + r.IntN(3) {
			at, end := r.IntN(len(text)+1), 0
			if end = at; r.IntN(2) == 0 {
				end = min(at+1+r.IntN(3), len(text))
			}
			slip := ""
			if r.IntN(4) > 0 {
				slip = slips[r.IntN(len(slips)):][:1]
			}
			text = text[:at] + slip + text[end:]
		}
		quickly(t, text)
	}
}

// blocksOf lists the texts between the fences of the pages below a folder.
func blocksOf(t *testing.T, dir string) (texts []string) {
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".md") {
			return err
		}
		page, err := fs.ReadFile(os.DirFS(dir), name)
		for _, part := range strings.Split(string(page), "```yaml\n")[1:] {
			text, _, _ := strings.Cut(part, "```")
			texts = append(texts, text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}
