package wide

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
)

func TestOrdersOfAllSeatsUpToTheMaximum(t *testing.T) {
	for _, n := range []int{2, 7, 8, 9, 12, def.MaxSeats} {
		t.Run(fmt.Sprint(n, " seats"), func(t *testing.T) {
			perm := rand.New(rand.NewPCG(3, uint64(n))).Perm(n)
			var seats, listed []string
			for i, s := range perm {
				seats = append(seats, fmt.Sprintf("{id: s%d}", i))
				listed = append(listed, fmt.Sprint("s", s))
			}
			order := "[" + strings.Join(listed, ", ") + "]"
			r := &notes{}
			g := load(t, compiled(t, "# Orders\n\n```yaml\nseats: ["+strings.Join(seats, ", ")+`]
game: {id: orders, main: play}
properties: {card: {order: order}}
piles: [{id: stock}]
cards: [{id: all, order: `+order+`}, {id: some, order: [`+strings.Join(listed[1:], ", ")+`]}, {id: nobody, order: []}]
variables:
- {id: now, type: order}
- {id: points, type: int, per: seat}
derived: [{id: row, type: order, watch: true, value: "=if(size(now) > 0, now, some.order)"}]
procedures:
- id: play
  do:
  - note: {orders: {all: =all.order, some: =some.order, nobody: =nobody.order, row: =row}}
  - note: {sizes: {all: =size(all.order), some: =size(some.order), nobody: =size(nobody.order)}}
  - set: {now: =total(all.order)}
  - note: {now: {order: =now, last: "=at(now, size(now) - 1)", past: "=at(now, size(now))", missing: "=position(some.order, at(now, 0))"}}
  - let: {$n: 0}
  - for: {$seat: now}
    do:
    - set: {$n: =$n + 1, $seat.points: =$n}
    - note: {turn: {seat: $seat, position: "=position(all.order, $seat)", in-some: =$seat in some.order}}
  - note: {late: {seats: =set($s in now where $s.points * 2 > size(now)), first: =first($s in now where $s.points > 1), sum: =sum($s.points for $s in now)}}
  - for: {$seat: now}
    where: $seat.points mod 2 == 0
    do: [{note: {even: {seat: $seat}}}]
  - one: $x
    by: at(now, 0)
    from: now
  - gain: {$x.points: 0}
  - over: {result: =$it.points}
`+"```\n"))
			s, err := g.New(engine.Setup{Observer: r})
			if err != nil {
				t.Fatal(err)
			}
			rest := "[" + strings.Join(listed[1:], ", ") + "]"
			want := []string{
				fmt.Sprintf("orders all=%s some=%s nobody=[] row=%s", order, rest, rest),
				fmt.Sprintf("sizes all=%d some=%d nobody=0", n, n-1),
				fmt.Sprintf("now order=%s last=%s past=none missing=-1", order, listed[n-1]),
			}
			var late []int
			for i, id := range listed {
				want = append(want, fmt.Sprintf("turn seat=%s position=%d in-some=%v", id, i, i > 0))
				if (i+1)*2 > n {
					late = append(late, perm[i])
				}
			}
			slices.Sort(late)
			want = append(want, fmt.Sprintf("late seats=%s first=%s sum=%d", strings.NewReplacer("[", "[s", ", ", ", s").Replace(spelled(late)), listed[1], n*(n+1)/2))
			for i := 1; i < n; i += 2 {
				want = append(want, "even seat="+listed[i])
			}
			if !slices.Equal(r.lines, want) {
				t.Errorf("notes\n%s\nwant\n%s", strings.Join(r.lines, "\n"), strings.Join(want, "\n"))
			}
			d := s.Decision()
			for i, m := range d.Members {
				if int(m) != perm[i] {
					t.Fatalf("offered %v, want the order %v", d.Members, perm)
				}
			}
			v, typ, err := s.Value("now")
			if err != nil || s.Spell(v, typ) != order {
				t.Errorf("now is %s (%v), want %s", s.Spell(v, typ), err, order)
			}
			if back, err := g.Parse(order, typ); err != nil || back != v {
				t.Errorf("%s is read as %#x (%v), it is %#x", order, back, err, v)
			}
			if restored, err := g.Decode(s.Encode(nil)); err != nil || restored.Hash() != s.Hash() {
				t.Errorf("restored: %v", err)
			}
			if err := s.Apply(engine.Answer{Member: d.Members[n-1]}); err != nil || s.Result()[perm[n-1]] != int64(n) {
				t.Errorf("result %v, %v", s.Result(), err)
			}
		})
	}
}
