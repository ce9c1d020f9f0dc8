// This file packs the engine for the browser, and the rules of a game. Pages opened from disk may only load scripts,
// so each is a script with a base64 text.

package report

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"

	"rulebound/engine/def"
)

// Machine is the engine for the browser.
type Machine struct {
	Wasm    []byte // tools/wasm, compiled
	Exec    []byte // wasm_exec.js of the Go that compiled it
	Licence []byte // of Go, for both
}

// maxMachine is the maximum size of the machine, packed.
const maxMachine = 3 << 20

// machineFiles returns the machine as files of the report.
func machineFiles(x *Machine) ([]File, error) {
	packed, err := pack(x.Wasm, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if len(packed) > maxMachine {
		return nil, fmt.Errorf("the machine that plays on takes %d bytes, packed; %d at most", len(packed), maxMachine)
	}
	return []File{{"assets/wasm_exec.js", x.Exec}, {"assets/wasm_exec.LICENSE", x.Licence}, {"assets/machine.js", constant("MACHINE", packed)}}, nil
}

// rulesPath returns the path of the script with the rules of a game.
func rulesPath(g *Game) string { return "assets/" + g.ID + "-rules.js" }

// rulesFile returns the rules of a game as a file of the report.
func rulesFile(m *Model, g *Game) (File, error) {
	var text bytes.Buffer
	if err := def.Write(&text, g.Def); err != nil {
		return File{}, err
	}
	level := gzip.BestCompression
	if m.Live { // made after every change, and not sent far
		level = gzip.BestSpeed
	}
	packed, err := pack(text.Bytes(), level)
	return File{rulesPath(g), constant("RULES", packed)}, err
}

func pack(content []byte, level int) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, level)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func constant(name string, content []byte) []byte {
	return []byte("'use strict';\nconst " + name + " = '" + base64.StdEncoding.EncodeToString(content) + "';\n")
}
