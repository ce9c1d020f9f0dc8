package resolve_test

import (
	"encoding/json"
	"testing"
)

// The looks of all things, up to the last of each kind that has one.
func TestLooks(t *testing.T) {
	gd, _ := resolved(t, `seats: [{id: cat, purse: honey, look: {colour: teal}}, {id: dog, purse: honey}]
spaces: [{id: bay, at: [[1, 2], [3, 4]]}, {id: cove, at: [-5, 6]}]
boxes: [{id: den, look: {colour: red}}, {id: lair}]
piles: [{id: hand, at: [7, 8]}, {id: heap}]
pieces: [{id: bear, seat: bee, home: hive, count: 1, look: {sign: b, colour: brown, shape: disc}}, {id: cub, seat: bee, home: hive, count: 1}]
markers: [{id: mud, count: 2, look: {sign: m, colour: olive, signs: {1: x}, colours: {2: red, 1: blue}}}, {id: dirt, count: 2}]
variables: [{id: mood, type: taste}, {id: count, type: int, internal: true}, {id: plainly, type: int}]
derived: [{id: most, type: int, value: =honey + nectar, watch: true, internal: true}, {id: least, type: int, value: =honey}]
map: {places: [{id: hut, title: A hut, at: [1, 2]}], regions: [{id: field, colour: green, at: [[0, 0], [0, 5], [5, 5]]}]}`)
	text, err := json.MarshalIndent(gd.Looks, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	listedIn(t, "testdata/looks.txt", []string{string(text)})
}
