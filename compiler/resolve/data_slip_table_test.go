package resolve_test

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/compiler/source"
)

// dataMisfits replace parts of the data.
var dataMisfits = []string{"none", "-1", "70", "oak", "woods", "stock", "ant", "honey", "bud"}

// The diagnostics, with positions, of each mistake in the valid data. Each mistake is in an additional entry; data without
// entries of their own are on another page each time.
func TestReportsOfMistakesInData(t *testing.T) {
	var table slipTable
	for _, key := range mapping(t, rareData).Pairs {
		name := key.Key.Value
		if name == "properties" { // package declare reports their errors
			continue
		}
		if key.Value.Kind != source.List || key.Value.Items[0].Kind != source.Map {
			slips := slipsOf(key.Value, name, dataMisfits, func(int) string { return name + ": " })
			var said [][]string
			for i := range slips {
				said = append(said, reports(t, slips[i:i+1], "```yaml\n", without(rareData, name))...)
			}
			table.add(slips, said)
			continue
		}
		var slips []slip
		for i, e := range key.Value.Items {
			id := e.Get("id")
			path := fmt.Sprint(name, " ", i+1)
			if id != nil {
				path = name + " " + id.Value
			}
			was := len(slips)
			slips = append(slips, slipsOf(e, path, dataMisfits, func(i int) string {
				if id != nil {
					id.Value = fmt.Sprint("copy-", was+i)
				}
				return "- "
			})...)
		}
		table.add(slips, reports(t, slips, "```yaml\n"+name+":\n", rareData))
	}
	listedIn(t, "testdata/data-slips.txt", table.lines)
}

// without returns a text without a top-level key.
func without(text, key string) string {
	var out []string
	in := false
	for _, line := range strings.Split(text, "\n") {
		if line[0] != ' ' && line[0] != '-' {
			in = strings.HasPrefix(line, key+":")
		}
		if !in {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}
