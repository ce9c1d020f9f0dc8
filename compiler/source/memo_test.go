package source

import "testing"

func TestMemoDropsEntriesThatCompilesNoLongerQuery(t *testing.T) {
	nodes := make([]Node, 8)
	m := Memo[int]{}.Next()
	for i := range nodes {
		m.Put(&nodes[i], i)
	}
	for _, c := range []struct{ asked, kept int }{{8, 8}, {4, 8}, {3, 3}, {0, 0}} {
		m = m.Next()
		for i := range c.asked {
			for range 3 {
				if made, ok := m.Get(&nodes[i]); !ok || made != i {
					t.Fatalf("of node %d, asked for among %d, %d is kept: %v", i, c.asked, made, ok)
				}
			}
		}
		if m.Ended(); len(m.of) != c.kept {
			t.Errorf("after a compile that asked for %d of 8 nodes %d are kept, want %d", c.asked, len(m.of), c.kept)
		}
	}
}
