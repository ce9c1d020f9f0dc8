package def_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"rulebound/compiler"
	"rulebound/compiler/bounded"
	"rulebound/engine"
	"rulebound/engine/def"
)

func compile(t testing.TB, id string) *def.GameDef {
	t.Helper()
	gd, _, list := compiler.Compile(os.DirFS("../.."), "data/games/"+id)
	if gd == nil {
		t.Fatal(list.Error())
	}
	return gd
}

func write(t testing.TB, gd *def.GameDef) string {
	t.Helper()
	var b strings.Builder
	if err := def.Write(&b, gd); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// small is a small game whose text the tests change.
func small() *def.GameDef {
	return &def.GameDef{Version: def.Version, ID: "small", Title: "a <b> & \"c\"", Things: def.Things{Seats: []def.Named{{ID: "red"}, {ID: "blue"}}},
		Text: def.Text{Nodes: []def.NodeDef{{}}}, Program: def.Program{Procs: []def.ProcDef{{Named: def.Named{ID: "play"}, Possible: -1}},
			Code: []def.Instr{{Op: def.CNop}, {Op: def.COver, X: []*def.Expr{{Op: def.OpConst, Type: def.TInt, I: -7}}}}, Stack: 8}}
}

func TestWrittenGamesReadBackEqual(t *testing.T) {
	for _, id := range []string{"tidelands", "fire-in-the-lake"} {
		t.Run(id, func(t *testing.T) {
			gd := compile(t, id)
			text := write(t, gd)
			if again := write(t, compile(t, id)); again != text {
				t.Error("two compiles of one rulebook give different texts")
			}
			back, err := def.Read(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if write(t, back) != text {
				t.Error("the game that was read gives another text")
			}
			if !reflect.DeepEqual(normal(gd), back) {
				t.Error("the game that was read is another one")
			}
			if _, err := engine.Load(back, nil); err != nil {
				t.Error(err)
			}
		})
	}
}

// normal replaces empty lists that the text omits by nil, which is equivalent.
func normal(gd *def.GameDef) *def.GameDef {
	var walk func(v reflect.Value, omitted bool)
	walk = func(v reflect.Value, omitted bool) {
		switch v.Kind() {
		case reflect.Pointer:
			if !v.IsNil() {
				walk(v.Elem(), false)
			}
		case reflect.Slice:
			if omitted && v.Len() == 0 {
				v.SetZero()
			}
			for i := range v.Len() {
				walk(v.Index(i), false)
			}
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i), strings.HasSuffix(v.Type().Field(i).Tag.Get("json"), ",omitempty"))
			}
		}
	}
	walk(reflect.ValueOf(gd), false)
	return gd
}

func TestTheTextHasALineForEachPart(t *testing.T) {
	want := []string{"{", `"version":1,`, `"id":"small",`, `"title":"a <b> & \"c\"",`, `"seats":[`, `{"id":"red"},`, `{"id":"blue"}`, `],`, `"zones":null,`}
	if got := strings.Split(write(t, small()), "\n"); !reflect.DeepEqual(got[:len(want)], want) || got[len(got)-2] != "}" {
		t.Errorf("%q", got)
	}
}

func TestReadRefusesMalformedText(t *testing.T) {
	text := write(t, small())
	change := func(old, new string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("%s is not in the text", old)
		}
		return strings.Replace(text, old, new, 1)
	}
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "the game is empty"},
		{"half a game", text[:len(text)/2], "the game breaks off"},
		{"no JSON", "game: {id: x}", "line 1: invalid character"},
		{"a list", "[]", "cannot unmarshal array"},
		{"null", "null", "of version 0"},
		{"two games", text + text, "something follows the game"},
		{"an unknown key", change(`"id":"red"`, `"id":"red","colour":1`), `unknown field "colour"`},
		{"a key in capitals", change(`"title"`, `"Title"`), "line 4, Title: not the canonical text"},
		{"a key twice", change(`"id":"small"`, `"id":"big","id":"small"`), "line 3, id: not the canonical text"},
		{"keys in another order", change(`"version":1,`+"\n"+`"id":"small"`, `"id":"small","version":1`), "line 2, id: not the canonical text"},
		{"a key left out", change(`"zones":null,`, ""), "not the canonical text"},
		{"a default written out", change(`{"id":"red"}`, `{"id":"red","title":""}`), "line 6, seats[0].id: not the canonical text"},
		{"a text for a number", change(`"stack":8`, `"stack":"8"`), "cannot unmarshal string"},
		{"a fraction", change(`"stack":8`, `"stack":8.5`), "cannot unmarshal number"},
		{"a number that does not fit", change(`"stack":8`, `"stack":3000000000`), "cannot unmarshal number"},
		{"minus zero", change(`"stack":8`, `"stack":-0`), "not the canonical text"},
		{"an escape that is not needed", change("small", `sm\u0061ll`), "line 3, id: not the canonical text"},
		{"bytes that are no UTF-8", change("small", "sm\xffll"), "line 3, id: not the canonical text"},
		{"another version", change(`"version":1`, `"version":2`), "version 2"},
		{"deep nesting", `{"code":` + strings.Repeat("[", def.MaxDepth) + strings.Repeat("]", def.MaxDepth) + "}", "nests too deeply"},
		{"deep nesting that breaks off", strings.Repeat("[", 1<<20), "nests too deeply"},
		{"many parts", `{"nodes":[` + strings.Repeat("{},", def.MaxObjects) + `{}]}`, "too many parts"},
		{"many parts that are null", `{"decisions":[` + strings.Repeat("null,", def.MaxObjects) + `null]}`, "too many parts"},
		{"a long text", strings.Repeat(" ", def.MaxBytes+1), "too long"},
	} {
		t.Run(c.name, func(t *testing.T) {
			gd, err := def.Read(strings.NewReader(c.text))
			if err == nil || !strings.Contains(err.Error(), c.want) || gd != nil {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
	if _, err := def.Read(strings.NewReader(strings.ReplaceAll(text, "\n", "\r\n  "))); err != nil {
		t.Errorf("other white space: %v", err)
	}
	if _, err := def.Read(strings.NewReader("\ufeff" + text)); err != nil {
		t.Errorf("a byte order mark: %v", err)
	}
	if _, err := def.Read(iotest.ErrReader(errors.New("unplugged"))); err == nil || !strings.Contains(err.Error(), "unplugged") {
		t.Errorf("a reader that fails: %v", err)
	}
}

func TestWriteRefusesGamesBeyondTheLimitsOfRead(t *testing.T) {
	deep := &def.Expr{}
	for range def.MaxDepth {
		deep = &def.Expr{Args: []*def.Expr{deep}}
	}
	gd := small()
	gd.Functions = []def.FuncDef{{ID: "f", Body: deep}}
	var b bytes.Buffer
	if err := def.Write(&b, gd); err == nil || b.Len() > 0 {
		t.Errorf("a game that nests too deeply was written: %v", err)
	}
	if err := def.Write(broken{}, small()); err == nil || !strings.Contains(err.Error(), "no room") {
		t.Errorf("a writer that fails: %v", err)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("no room") }

// FuzzRead checks that, for any bytes, Read returns an error or a game that Write writes the same way, and that engine.Load loads
// or rejects it without a panic.
func FuzzRead(f *testing.F) {
	text := write(f, small())
	f.Add([]byte(text))
	for _, old := range []string{`"code":[`, `"red"`, `"possible":-1`, `"stack":8`, `"nodes"`} {
		f.Add([]byte(strings.Replace(text, old, "[", 1)))
		f.Add([]byte(strings.Replace(text, old, old[:len(old)-1], 1)))
	}
	f.Add([]byte(strings.Replace(text, `"i":-7`, `"i":9223372036854775807`, 1)))
	f.Add([]byte(strings.Replace(text, `"x":[{`, `"x":[null,{`, 1)))
	f.Add([]byte(write(f, compile(f, "tidelands"))))
	f.Fuzz(func(t *testing.T, text []byte) { bounded.Run(t, func() { comesBack(t, text, def.Read) }) })
}

// comesBack checks Read, or a wrong function, like FuzzRead.
func comesBack(t testing.TB, text []byte, read func(io.Reader) (*def.GameDef, error)) {
	gd, err := read(bytes.NewReader(text))
	if err != nil {
		return
	}
	again, err := read(strings.NewReader(write(t, gd)))
	if err != nil || !reflect.DeepEqual(gd, again) {
		t.Fatalf("it does not come back: %v", err)
	}
	_, _ = engine.Load(gd, nil)
}

// The planted faults are in the second read, of the game that was written.
func TestFuzzTargetFindsWrongReaders(t *testing.T) {
	for what, c := range map[string]struct {
		again func(*def.GameDef) (*def.GameDef, error)
		want  int
	}{
		"none":         {func(gd *def.GameDef) (*def.GameDef, error) { return gd, nil }, 0},
		"a refusal":    {func(gd *def.GameDef) (*def.GameDef, error) { return nil, errors.New("no game") }, 1},
		"another game": {func(gd *def.GameDef) (*def.GameDef, error) { gd.Seats[1].ID = "green"; return gd, nil }, 1},
	} {
		calls := 0
		found := bounded.Findings(t, func(t testing.TB) {
			comesBack(t, []byte(write(t, small())), func(r io.Reader) (*def.GameDef, error) {
				gd, err := def.Read(r)
				if calls++; calls == 1 || err != nil {
					return gd, err
				}
				return c.again(gd)
			})
		})
		if len(found) != c.want {
			t.Errorf("%s: found %q, want %d", what, found, c.want)
		}
	}
}

// Errors name the line and the path of an unreadable part; errors in a part of a game name its path.
func TestReadErrorsNameTheirPlace(t *testing.T) {
	gd := small()
	text := write(t, gd)
	for _, c := range []struct{ old, is, want string }{
		{`"red"`, `7`, "seats[0].id: "},
		{`"possible":-1`, `"possible":"x"`, "procs[0].possible: "},
		{`"stack":8`, `"stack":[8]`, "stack: "},
		{`"stack":8`, `"stack":08`, "stack: "},
		{`"stack":8`, `"stack": 8, "Main":0`, "Main: "},
	} {
		if !strings.Contains(text, c.old) {
			t.Fatalf("the test is stale: %s", c.old)
		}
		if _, err := def.Read(strings.NewReader(strings.Replace(text, c.old, c.is, 1))); err == nil || !strings.HasPrefix(err.Error(), "line ") || !strings.Contains(err.Error(), ", "+c.want) {
			t.Errorf("%s: %v, want the place %q", c.is, err, c.want)
		}
	}
	for r := range gd.Roots() {
		if r.In == def.InCode && len(r.Args) > 0 {
			place := gd.Place(r.Args[len(r.Args)-1])
			if want := fmt.Sprintf("code[%d].x[", r.Index); !strings.HasPrefix(place, want) || !strings.HasSuffix(place, fmt.Sprintf("].args[%d]", len(r.Args)-1)) {
				t.Errorf("%q, want %s", place, want)
			}
		}
	}
	for want, part := range map[string]any{"main": &gd.Main, "seats[0]": &gd.Seats[0], "procs": &gd.Procs, "procs[0].entry": &gd.Procs[0].Entry, "": &def.Expr{}} {
		if got := gd.Place(part); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
