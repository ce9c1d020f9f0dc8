// This file starts a program as a process and holds it to its time and memory.

package drive

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Limits are what a program may take.
type Limits struct {
	Within time.Duration // for a reply
	Until  time.Time     // when it is killed, whatever it does; zero for never
	Memory int64         // bytes that it and what it starts may keep in memory, 0 for any number; only where /proc tells
}

// watchEvery is how often the memory of a program is measured; that reads the files of all processes.
const watchEvery = 50 * time.Millisecond

// process is a Program that was started.
type process struct {
	*Pipe
	command *exec.Cmd
	all     family // what it has started, too
	limits  Limits
	words   *tail         // what it wrote to standard error
	over    chan error    // why it was killed
	ended   chan struct{} // closed when it need not be watched any more
	asked   time.Time     // when its memory was last measured behind a reply
}

// Start starts a program.
func Start(command []string, limits Limits) (Program, error) {
	c := exec.Command(command[0], command[1:]...)
	p := &process{command: c, limits: limits, words: &tail{}, over: make(chan error, 1), ended: make(chan struct{})}
	c.Stderr, c.WaitDelay = p.words, time.Second
	mark := newMark()
	c.Env = append(os.Environ(), mark)
	alone(c)
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
	p.all = family{strconv.Itoa(c.Process.Pid), []byte(mark)}
	p.Pipe = NewPipe(in, out, limits.Within)
	go p.watch()
	return p, nil
}

// watch kills the program as soon as it is beyond its limits, also while the driver waits for a reply.
func (p *process) watch() {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-p.ended:
			return
		case now := <-tick.C:
			err := p.exceeds()
			if err == nil && !p.limits.Until.IsZero() && now.After(p.limits.Until) {
				err = ErrRunTooLong
			}
			if err != nil {
				p.over <- err
				p.kill()
				return
			}
		}
	}
}

// exceeds is an error if the program keeps more memory than it may.
func (p *process) exceeds() error {
	if p.limits.Memory == 0 {
		return nil
	}
	if held := p.all.resident(); held > p.limits.Memory {
		return fmt.Errorf("it takes %d MB of memory, more than the %d MB that it may", held>>20, p.limits.Memory>>20)
	}
	return nil
}

// Ask implements Program.
func (p *process) Ask(line []byte) ([]byte, error) {
	reply, err := p.Pipe.Ask(line)
	if err == nil && time.Since(p.asked) >= watchEvery {
		err, p.asked = p.exceeds(), time.Now()
	}
	select {
	case err = <-p.over: // that is why it has ended
	default:
	}
	if err != nil {
		if said := p.words.String(); said != "" {
			err = fmt.Errorf("%w; it said: %s", err, said)
		}
		return nil, err
	}
	return reply, nil
}

// Close implements Program. What does not end by itself within a second is killed, with everything that it has started.
func (p *process) Close() {
	close(p.ended)
	p.Pipe.Close()
	timer := time.AfterFunc(time.Second, p.kill)
	p.command.Wait()
	timer.Stop()
	p.kill()
}

// family is the processes of a program: those of its group, and those that have left it but were started with its mark.
type family struct {
	group string
	mark  []byte // a variable of the environment, as /proc shows it
}

// markOf is the variable of the environment by which the processes of a program are known.
const markOf = "RULEBOUND_DRIVEN"

// marks numbers the programs that this process starts.
var marks atomic.Int64

// newMark returns a variable that no other program has.
func newMark() string { return fmt.Sprintf("%s=%d-%d", markOf, os.Getpid(), marks.Add(1)) }

// each calls f for each process of the family that has not ended, with its bytes in memory. Without /proc there are none.
func (m *family) each(f func(pid int, held int64)) {
	all, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return
	}
	for _, name := range all {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(text[bytes.LastIndexByte(text, ')')+1:]), " ") // behind its name
		fields := strings.Fields(rest)
		if len(fields) < 22 || fields[0] == "Z" {
			continue
		}
		if fields[2] != m.group {
			around, err := os.ReadFile(filepath.Join(filepath.Dir(name), "environ"))
			if err != nil || !slices.ContainsFunc(bytes.Split(around, []byte{0}), func(v []byte) bool { return bytes.Equal(v, m.mark) }) {
				continue
			}
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		pages, _ := strconv.ParseInt(fields[21], 10, 64)
		f(pid, pages*int64(os.Getpagesize()))
	}
}

// resident returns the memory of the processes of the family in bytes, 0 where /proc does not tell.
func (m *family) resident() (total int64) {
	m.each(func(_ int, held int64) { total += held })
	return total
}

// kill ends the group, and then what has left it; what that starts meanwhile is looked for again, a few times.
func (p *process) kill() {
	killAll(p.command)
	for range 5 {
		found := false
		p.all.each(func(pid int, _ int64) {
			if other, err := os.FindProcess(pid); err == nil {
				found = other.Kill() == nil || found
			}
		})
		if !found {
			return
		}
	}
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
