// This file starts a program as a process and enforces its limits of time and memory.

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

// Limits are the limits of a program.
type Limits struct {
	Within time.Duration // for a reply
	Until  time.Time     // when it is killed in any case; zero for never
	Memory int64         // bytes that its processes may use together, 0 for no limit; enforced only with /proc
}

// watchEvery is the interval at which the processes of a program are counted and measured.
const watchEvery = 5 * time.Millisecond

// maxProcesses limits the processes of a program, including itself: more could use too much memory between two measurements.
const maxProcesses = 32

// manyProcesses is the number of processes beyond which a program gets a lower priority, because it could starve the
// watcher of processor time.
const manyProcesses = 16

// process is a running Program.
type process struct {
	*Pipe
	command *exec.Cmd
	all     processTree // with its descendants
	limits  Limits
	words   *tail         // the end of its standard error
	over    chan error    // why it was killed
	ended   chan struct{} // closed when watching ends
	asked   time.Time     // when its memory was last measured after a reply
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
	p.all = processTree{group: c.Process.Pid, mark: []byte(mark)}
	p.Pipe = NewPipe(in, out, limits.Within)
	go p.watch()
	return p, nil
}

// watch kills the program as soon as it exceeds its limits, also while the driver waits for a reply.
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
				p.over <- err // sent before the kill, of which it is the reason
				kill(members)
				p.kill()
				return
			}
		}
	}
}

// exceeds returns the processes of the program, and an error if they are too many or use too much memory.
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
		return members, fmt.Errorf("it takes %d MB of memory, more than the limit of %d MB", held>>20, p.limits.Memory>>20)
	}
	if len(members) > maxProcesses {
		return members, fmt.Errorf("it has %d processes, more than the limit of %d", len(members), maxProcesses)
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
	case err = <-p.over: // the reason why it has ended
	default:
	}
	if err != nil {
		if text := p.words.String(); text != "" {
			err = fmt.Errorf("%w; it said: %s", err, text)
		}
		return nil, err
	}
	return reply, nil
}

// Close implements Program. It kills a program that does not end within a second, with all of its processes.
func (p *process) Close() {
	close(p.ended)
	p.all.look() // descendants can be identified only while it runs
	p.Pipe.Close()
	timer := time.AfterFunc(time.Second, p.kill)
	p.command.Wait()
	timer.Stop()
	p.kill()
}

// kill kills the known processes of the program, then its group, and repeats for a while to catch new processes.
func (p *process) kill() {
	found := kill(p.all.look())
	killAll(p.command)
	for end := time.Now().Add(killWithin); found && time.Now().Before(end); found = kill(p.all.look()) {
		time.Sleep(time.Millisecond)
	}
}

// killWithin limits how long kill looks for processes.
const killWithin = 5 * time.Second

// tail is a writer that keeps the last bytes.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

// maxTail is how many bytes a tail keeps.
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
