// This file packs the machine that plays on in a browser, and the rules that it plays by. A page from disk may load a
// script but nothing else: so they are scripts, each a text in base64.

package report

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"

	"rulebound/engine/def"
)

// Machine is what plays on in a browser.
type Machine struct {
	Wasm    []byte // tools/wasm, compiled
	Exec    []byte // wasm_exec.js of the Go that compiled it
	Licence []byte // of Go, for both
}

// maxMachine is how large the machine may be, packed.
const maxMachine = 3 << 20

// machineFiles gives the machine as files of the report.
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

// rulesPath is the script with the rules of a game.
func rulesPath(g *Game) string { return "assets/" + g.ID + "-rules.js" }

// rulesFile gives the rules of a game as a file of the report.
func rulesFile(m *Model, g *Game) (File, error) {
	var text bytes.Buffer
	if err := def.Write(&text, g.Def); err != nil {
		return File{}, err
	}
	level := gzip.BestCompression
	if m.Live { // they are made at every change, and do not go far
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
