package diag

import (
	"encoding/json"
	"strings"
	"testing"
)

func twoDiagnostics() List {
	var l List
	l.Errorf(Pos{File: "a/b,c.md", Line: 3, Col: 5, EndCol: 9}, "unknown-name", "unknown name x: 100%%").
		Detailf("say y\nor z").Notef(Pos{File: "a.md", Line: 1, Col: 1}, "first here")
	l.Warnf(Pos{}, "advice", "no place")
	return l
}

func TestWriteAnnotationsEscapesSpecialCharacters(t *testing.T) {
	var b strings.Builder
	if err := WriteAnnotations(&b, twoDiagnostics()); err != nil {
		t.Fatal(err)
	}
	want := "::error file=a/b%2Cc.md,line=3,col=5,endColumn=8,title=unknown-name::unknown name x: 100%25%0Asay y%0Aor z%0Afirst here (a.md:1:1)\n" +
		"::warning title=advice::no place\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

func TestWriteJSONKeepsEverything(t *testing.T) {
	var b strings.Builder
	if err := WriteJSON(&b, twoDiagnostics()); err != nil {
		t.Fatal(err)
	}
	var got []record
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].Place.Column != 5 || got[0].Context[0].Place.File != "a.md" || got[1].Place != nil || got[1].Severity != "warning" {
		t.Errorf("got %s", b.String())
	}
	b.Reset()
	if err := WriteJSON(&b, nil); err != nil || strings.TrimSpace(b.String()) != "[]" {
		t.Errorf("an empty list is %q, %v", b.String(), err)
	}
}
