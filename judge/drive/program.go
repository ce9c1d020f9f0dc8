// This file exchanges lines with a program, within limits.

package drive

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"rulebound/conformance/listing"
)

// MaxLine is the maximum length of a line of the protocol, in bytes.
const MaxLine = 8 << 20

// maxEmpty limits the empty lines before a reply, in bytes.
const maxEmpty = 64 << 10

// Program is another implementation, ready for requests.
type Program interface {
	// Ask sends a line and returns the reply. After an error the program is unusable.
	Ask(line []byte) ([]byte, error)
	// Close ends the program.
	Close()
}

// Pipe is a Program that is connected by a writer and a reader.
type Pipe struct {
	w      io.WriteCloser
	lines  chan []byte
	failed error // why lines is closed
	within time.Duration
}

// NewPipe returns a Program that reads requests from w and writes replies to r. within is the time limit of a reply; 0 for none.
func NewPipe(w io.WriteCloser, r io.Reader, within time.Duration) *Pipe {
	p := &Pipe{w: w, lines: make(chan []byte), within: within}
	go p.read(r)
	return p
}

// read forwards lines until the input ends or a line is too long.
func (p *Pipe) read(r io.Reader) {
	defer close(p.lines)
	scan := bufio.NewScanner(r)
	scan.Buffer(make([]byte, 64<<10), MaxLine)
	empty := 0
	for scan.Scan() {
		if len(bytes.TrimSpace(scan.Bytes())) > 0 {
			p.lines <- bytes.Clone(scan.Bytes())
			empty = 0
		} else if empty += len(scan.Bytes()) + 1; empty > maxEmpty {
			p.failed = fmt.Errorf("more than %d bytes of empty lines", maxEmpty)
			return
		}
	}
	p.failed = scan.Err()
	if errors.Is(p.failed, bufio.ErrTooLong) {
		p.failed = fmt.Errorf("a line is longer than %d bytes", MaxLine)
	}
}

// Ask implements Program.
func (p *Pipe) Ask(line []byte) ([]byte, error) {
	select {
	case line, ok := <-p.lines:
		if ok {
			return nil, fmt.Errorf("it prints an unrequested answer: %.200s", line)
		}
	default:
	}
	var late <-chan time.Time
	if p.within > 0 {
		late = time.After(p.within)
	}
	wrote := make(chan error, 1)
	go func() {
		_, err := p.w.Write(append(line, '\n'))
		wrote <- err
	}()
	for {
		select {
		case err := <-wrote:
			wrote = nil
			if err == nil {
				continue
			}
			select {
			case _, more := <-p.lines:
				if !more && p.failed == nil {
					return nil, errors.New("it ended")
				}
			case <-late:
			}
			return nil, errors.New("it does not read any more")
		case reply, ok := <-p.lines:
			if !ok {
				if p.failed != nil {
					return nil, p.failed
				}
				return nil, errors.New("it ended")
			}
			return reply, nil
		case <-late:
			return nil, fmt.Errorf("no reply within %v", p.within)
		}
	}
}

// Close implements Program.
func (p *Pipe) Close() {
	p.w.Close()
	go func() {
		for range p.lines { // unblocks read
		}
	}()
}

// decode decodes a request or reply into v. Numbers in values of type any become int64.
func decode(line []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	if err := dec.Decode(v); err != nil {
		return fmt.Errorf("no message of the protocol: %.200s (%w)", line, listing.PlainJSON(err))
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("more than one message in a line: %.200s", line)
	}
	return nil
}

// whole converts the numbers in a decoded value to int64.
func whole(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		return v.String()
	case []any:
		for i := range v {
			v[i] = whole(v[i])
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			v[k] = whole(v[k])
		}
	}
	return v
}
