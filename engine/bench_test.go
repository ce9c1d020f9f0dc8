package engine

import (
	"testing"

	"rulebound/engine/def"
)

func BenchmarkDecision(b *testing.B) {
	s := looping(b)
	a := Answer{Member: 1}
	b.ReportAllocs()
	for b.Loop() {
		if err := s.Apply(a); err != nil {
			b.Fatal(err)
		}
	}
}

// wide is a state as large as that of a big board game: 40 zones, 48 classes, 400 cells.
func wide(b *testing.B) *State {
	d := &def.GameDef{Things: def.Things{Seats: []def.Named{{ID: "red"}}}, Memory: def.Memory{Cells: 400, Initial: make([]int64, 400)}, Text: def.Text{Nodes: make([]def.NodeDef, 2)}, Program: def.Program{Stack: 64, Scratch: 16}}
	for range 40 {
		d.Zones = append(d.Zones, def.ZoneDef{})
		d.Adjacent = append(d.Adjacent, 0)
	}
	for i := range int32(48) {
		d.Types = append(d.Types, def.PieceType{Seat: -1, Count: 20, First: i, Classes: 1 << i})
		d.Classes = append(d.Classes, def.ClassDef{Type: i})
	}
	d.Piles = []def.PileDef{{Owner: -1}, {Owner: -1}}
	d.Cards = make([]def.Named, 130)
	addMain(d)
	s, err := mustLoad(b, d).New(Setup{})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func BenchmarkCopyTo(b *testing.B) {
	s := wide(b)
	c := s.Copy()
	b.SetBytes(int64(8*len(s.words[:s.g.stackAt+int(s.sp)]) + len(s.counts) + 2*len(s.deck)))
	b.ReportAllocs()
	for b.Loop() {
		s.CopyTo(c)
	}
}

func BenchmarkHash(b *testing.B) {
	s := wide(b)
	b.ReportAllocs()
	for b.Loop() {
		s.Hash()
	}
}

func BenchmarkEncode(b *testing.B) {
	s := wide(b)
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf = s.Encode(buf[:0])
	}
}

func BenchmarkDecode(b *testing.B) {
	s := wide(b)
	data := s.Encode(nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.g.Decode(data); err != nil {
			b.Fatal(err)
		}
	}
}
