package compiler_test

import (
	"testing"

	"rulebound/engine"
)

// orchardOfGrants grants picking to the ants, who have a scout, and to the bees, who have none.
const orchardOfGrants = "```yaml\n" + `game: {id: g, title: G}
seats: [{id: ant}, {id: bee}]
spaces: [{id: elm, adjacent: []}]
boxes: [{id: nest}, {id: hive}]
pieces: [{id: ant-scout, seat: ant, count: 2, home: nest}, {id: bee-scout, seat: bee, count: 2, home: hive}]
tracks: [{id: honey, min: 0, max: 20, initial: 0}, {id: asked, min: 0, max: 20, initial: 0}]
variables: [{id: paid, type: int, scope: action}, {id: by-whom, type: seat}, {id: at, type: zone}]
grants:
  with: {decides: $as, free: true}
  after: [{gain: {honey: 10}, if: $as == ant and paid == 0}]
procedures:
- id: play
  do:
  - for: {$seat: seats}
    do:
    - let: {$where: {grant: {picking: $seat}}}
    - set: {at: $where}
      if: $where != none
    - if: $seat == bee and $where == none
      then: [{gain: {asked: 1}}]
    - menu: more
      by: $seat
      options:
        pick: [{grant: {picking: {as: $seat, decides: bee}}}]
        rest: {do: []}
  - over: {}
- id: picking
  params: {decides: seat, as: seat, free: bool}
  returns: zone
  do:
  - {require: "pieces(spaces, $as) > 0"}
  - set: {by-whom: $decides, paid: "=if($free, 0, 1)"}
  - return: elm
setups: [{id: day, spaces: {elm: {pieces: {ant-scout: 1}}}}]
` + "```\n"

func TestGrantIsCarriedOutIfPossible(t *testing.T) {
	b := beginText(t, orchardOfGrants, engine.Setup{ID: "day"})
	value := func(name, want string) {
		t.Helper()
		v, typ, err := b.state.Value(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.game.Format(v, typ); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	d := b.asked("more", "ant")
	value("by-whom", "ant")
	value("at", "elm")
	value("honey", "10")
	b.apply(engine.Answer{Option: 0, Member: d.Options[0].Value})
	// The second grant named its decider. The bees' grant is impossible, so their menu has one option and is forced.
	b.over()
	value("by-whom", "bee")
	value("honey", "20")
	value("asked", "1")
}

// The statements before a grant run within its action, and only if the grant is possible.
func TestStatementsBeforeAndAfterAGrantRunOnlyIfItIsPossible(t *testing.T) {
	b := beginText(t, "```yaml\n"+`game: {id: g, title: G}
seats: [{id: ant}, {id: bee}]
tracks: [{id: honey, min: 0, max: 20, initial: 0}]
variables: [{id: asked, type: int, scope: action}]
grants:
  before: [{gain: {honey: 2}, if: $as == ant}, {set: {asked: 1}}]
  after: [{gain: {honey: =honey}}]
procedures:
- id: play
  do: [{grant: {sing: ant}}, {grant: {sing: bee}}, {over: {}}]
- id: sing
  params: {as: seat}
  do: [{require: $as == ant}, {gain: {honey: =3 * asked}}]
`+"```\n", engine.Setup{})
	if v, _, _ := b.state.Value("honey"); v != 10 {
		t.Errorf("honey is %d, want 10: 2 before, 3 within and as much again after", v)
	}
}

// A pick with `again` needs only one member.
func TestRepeatablePickIsPossibleWithOneMember(t *testing.T) {
	b := beginText(t, "```yaml\n"+`game: {id: g, title: G}
seats: [{id: ant}]
spaces: [{id: elm, adjacent: []}, {id: oak, adjacent: []}]
boxes: [{id: nest}]
pieces: [{id: scout, seat: ant, count: 3, home: nest}]
tracks: [{id: done, min: 0, max: 9, initial: 0}]
procedures:
- id: play
  do: [{set: {done: "=if(possible(sow, space: elm), 1, 0) + if(possible(sow, space: oak), 2, 0)"}}, {over: {}}]
- id: sow
  params: {space: zone}
  do:
  - {pick: $s, by: ant, from: "holding(spaces, scout) & $space", again: true, min: 3, max: 3, do: [{gain: {done: 1}}]}
setups: [{id: day, spaces: {elm: {pieces: {scout: 1}}}}]
`+"```\n", engine.Setup{ID: "day"})
	if v, _, _ := b.state.Value("done"); v != 1 {
		t.Errorf("done is %d, want 1: three times elm", v)
	}
}
