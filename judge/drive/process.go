// This file starts a program as a process and holds it to its time and memory.

package drive

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Limits are what a program may take.
type Limits struct {
	Within time.Duration // for a reply
	Until  time.Time     // when it is killed, whatever it does; zero for never
	Memory int64         // bytes that it and what it starts may keep in memory, 0 for any number; only where /proc tells
}

// watchEvery is how often the processes of a program are counted and their memory is measured.
const watchEvery = 5 * time.Millisecond

// maxProcesses is how many processes a program may be, itself included: more of them can take more memory between two
// measurements than may be told in time.
const maxProcesses = 32

// manyProcesses is beyond how many processes a program gets a lower priority: it could keep the processor from who
// measures it.
const manyProcesses = 16

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
	p.all = family{group: c.Process.Pid, mark: []byte(mark)}
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
			members, err := p.exceeds()
			if err == nil && !p.limits.Until.IsZero() && now.After(p.limits.Until) {
				err = ErrRunTooLong
			}
			if err != nil {
				p.over <- err // before its end, for which it is the reason
				kill(members)
				p.kill()
				return
			}
		}
	}
}

// exceeds returns the processes of the program, and an error if they keep more memory than they may, or are too many.
func (p *process) exceeds() (members []member, err error) {
	members = p.all.look()
	if p.limits.Memory == 0 {
		return members, nil
	}
	held := int64(0)
	for _, m := range members {
		held += m.held
	}
	if held > p.limits.Memory {
		return members, fmt.Errorf("it takes %d MB of memory, more than the %d MB that it may", held>>20, p.limits.Memory>>20)
	}
	if len(members) > maxProcesses {
		return members, fmt.Errorf("it is %d processes, more than the %d that it may be", len(members), maxProcesses)
	}
	if len(members) > manyProcesses {
		for _, m := range members {
			setBack(m.pid)
		}
	}
	return members, nil
}

// Ask implements Program.
func (p *process) Ask(line []byte) ([]byte, error) {
	reply, err := p.Pipe.Ask(line)
	if err == nil && time.Since(p.asked) >= watchEvery {
		_, err = p.exceeds()
		p.asked = time.Now()
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
	p.all.look() // what it has started is known by it, as long as it runs
	p.Pipe.Close()
	timer := time.AfterFunc(time.Second, p.kill)
	p.command.Wait()
	timer.Stop()
	p.kill()
}

// kill ends what is known of the program, and then its group; what that starts meanwhile is looked for again, for a while.
func (p *process) kill() {
	found := kill(p.all.look())
	killAll(p.command)
	for end := time.Now().Add(killWithin); found && time.Now().Before(end); found = kill(p.all.look()) {
		time.Sleep(time.Millisecond)
	}
}

// killWithin is how long what a program has started is looked for, to be killed.
const killWithin = 5 * time.Second

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
