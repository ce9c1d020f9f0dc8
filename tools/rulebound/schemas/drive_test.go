package schemas

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"rulebound/judge/drive"
)

// jsonValue decodes a line for the validator.
func jsonValue(t *testing.T, text []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestEveryLineOfTheTranscriptValidates(t *testing.T) {
	schema := schemaFile(t, "protocol.schema.json")
	f, err := os.Open(filepath.Join(root, driveFolder, "testdata/transcript.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	types := map[string]bool{}
	for scan := bufio.NewScanner(f); scan.Scan(); {
		line := scan.Bytes()[2:]
		v := jsonValue(t, line)
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if kind, ok := v.(map[string]any)["type"].(string); ok {
			types[kind] = true
		}
	}
	if len(types) < 6 {
		t.Errorf("the transcript shows only %d types of requests", len(types))
	}
}

func TestSchemaOfTheProtocolRefusesInvalidMessages(t *testing.T) {
	schema := schemaFile(t, "protocol.schema.json")
	for _, line := range []string{
		`{"type": "sing"}`, `{"type": "answer", "seat": "bee"}`, `{"type": "answer", "seat": "bee", "decision": "class", "answer": "pass", "mood": "glad"}`,
		`{"type": "values"}`, `{"type": "values", "wanted": "hill"}`, `{"type": "asks", "seat": "bee"}`, `{"type": "chance", "outcome": 4}`,
		`{"ok": "yes"}`, `{"legal": 1}`, `{"lines": "one"}`, `{}`, `[]`, `{"min": "0"}`, `{"pieces": {"hill": 2}}`,
		`{"protocol": 1, "name": "n", "version": "v"}`, `{"protocol": 1, "name": "n", "version": "v", "levels": "states", "unsupported": {}}`,
	} {
		if err := schema.Validate(jsonValue(t, []byte(line))); err == nil {
			t.Errorf("it accepts %s", line)
		}
	}
}

func TestSchemaAcceptsSoundAndRefusesDamagedReports(t *testing.T) {
	schema := schemaFile(t, "conformance-report.schema.json")
	report := drive.NewReport(drive.Head{Date: "2026-01-31", Game: "toy", Rules: "00", Program: drive.Hello{Name: "n", Version: "v"}, Levels: drive.Levels}, []drive.Outcome{
		{Scenario: "9.1/rest", Title: "Red rests", Rules: []string{"9.1-a"}, Verdict: drive.Passed},
		{Scenario: "9.1/sleep", Title: "Red sleeps", Rules: []string{"9.1-a"}, Verdict: drive.Failed, Findings: []drive.Finding{{Level: drive.States, Move: 1, What: "gold", Want: 1, Got: nil, Rules: []string{"9.1-a"}}}},
	})
	text, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(jsonValue(t, text)); err != nil {
		t.Error(err)
	}
	for from, to := range map[string]string{
		`"version":1`: `"version":2`, `"2026-01-31"`: `"today"`, `"passed":1`: `"passed":"1"`, `"game":"toy",`: ``, `"verdict":"failed",`: ``, `"level":"states"`: `"levl":"states"`,
	} {
		damaged := strings.Replace(string(text), from, to, 1)
		if damaged == string(text) {
			t.Fatalf("%s is not in %s", from, text)
		}
		if err := schema.Validate(jsonValue(t, []byte(damaged))); err == nil {
			t.Errorf("it accepts %s for %s", to, from)
		}
	}
}
