package series_test

import "testing"

const twoSeats = "seats: [{each: {n: 1..2}, id: \"p{n}\"}]\n"

func TestPilePerSeatCreatesPilesAndAProperty(t *testing.T) {
	text := twoSeats + "properties: {seat: {age: int}}\npiles: [{id: deck}, {id: hand, title: \"Hand of {seat}\", visible: owner, per: seat}, {id: taken, per: seat}]"
	wrote(t, text, "piles", "[{id: deck}, {id: p1-hand, title: Hand of p1, visible: owner, owner: p1}, {id: p2-hand, title: Hand of p2, visible: owner, owner: p2}, {id: p1-taken, owner: p1}, {id: p2-taken, owner: p2}]")
	wrote(t, text, "seats", "[{id: p1, hand: p1-hand, taken: p1-taken}, {id: p2, hand: p2-hand, taken: p2-taken}]")
	wrote(t, text, "properties", "{seat: {age: int, hand: pile, taken: pile}}")
	wrote(t, "piles: [{id: hand, per: seat}]\n"+twoSeats, "properties", "{seat: {hand: pile}}")
	wrote(t, twoSeats+"piles: [{per: seat}]", "piles", "[{per: seat}]")
}

func TestInvalidPilePerSeatIsRefused(t *testing.T) {
	wrote(t, "piles: {id: hand, per: seat}", "piles", "{id: hand, per: seat}")
	refused(t, "piles: [{id: hand, per: seat}]", "bad-series", "there is no seat whose hand this could be")
	refused(t, twoSeats+"piles: [{id: hand, per: seats}]", "unknown-name", "per of pile is seat, not seats")
	refused(t, twoSeats+"piles: [{id: hand, per: seat, owner: p1}]", "bad-series", "Leave owner: out")
	refused(t, twoSeats+"properties: {seat: {hand: int}}\npiles: [{id: hand, per: seat}]", "duplicate-id", "seats have a property hand already")
	refused(t, twoSeats+"piles: [{id: hand, title: \"{who}\", per: seat}]", "unknown-name", "each has no name who")
	refused(t, "seats: [{each: {n: 1..2048}, id: \"p{n}\"}]\npiles: [{id: a, per: seat}, {id: b, per: seat}]", "too-many", "more than 4096 entries")
}

func TestEachOverSeats(t *testing.T) {
	wrote(t, "boxes: [{each: {seat: seats}, id: \"{seat}-box\"}]\n"+twoSeats, "boxes", "[{id: p1-box}, {id: p2-box}]")
	wrote(t, "enums: {seats: [x]}\nboxes: [{each: {seat: seats}, id: \"{seat}-box\"}]\n"+twoSeats, "boxes", "[{id: x-box}]")
	refused(t, "seats: [{each: {s: seats}, id: \"x{s}\"}]", "unknown-name", "there is no enumeration seats")
}
