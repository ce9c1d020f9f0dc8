// This file starts a program as a process and holds it to its memory.

package drive

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Limits are what a program may take.
type Limits struct {
	Within time.Duration // for a reply
	Memory int64         // bytes it may keep in memory, 0 for any number; only where /proc tells
}

// process is a Program that was started.
type process struct {
	*Pipe
	command *exec.Cmd
	limits  Limits
	words   *tail // what it wrote to standard error
}

// Start starts a program.
func Start(command []string, limits Limits) (Program, error) {
	c := exec.Command(command[0], command[1:]...)
	p := &process{command: c, limits: limits, words: &tail{}}
	c.Stderr, c.WaitDelay = p.words, time.Second
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	p.Pipe = NewPipe(in, out, limits.Within)
	return p, nil
}

// Ask implements Program.
func (p *process) Ask(line []byte) ([]byte, error) {
	reply, err := p.Pipe.Ask(line)
	if err == nil && p.limits.Memory > 0 {
		if held := resident(p.command.Process.Pid); held > p.limits.Memory {
			err = fmt.Errorf("it takes %d MB of memory, more than the %d MB that it may", held>>20, p.limits.Memory>>20)
		}
	}
	if err != nil {
		if said := p.words.String(); said != "" {
			err = fmt.Errorf("%w; it said: %s", err, said)
		}
		return nil, err
	}
	return reply, nil
}

// Close implements Program. What does not end by itself within a second is killed.
func (p *process) Close() {
	p.Pipe.Close()
	timer := time.AfterFunc(time.Second, func() { p.command.Process.Kill() })
	p.command.Wait()
	timer.Stop()
}

// resident gives the memory of a process in bytes, 0 where it cannot be told.
func resident(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize())
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

// maxTail is how much of it is kept, in bytes.
const maxTail = 2000

func (t *tail) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, text...)
	if len(t.kept) > maxTail {
		t.kept = bytes.Clone(t.kept[len(t.kept)-maxTail:])
	}
	return len(text), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.kept))
}
