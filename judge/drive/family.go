// This file finds the processes of a program through /proc, measures and kills them.

package drive

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// processTree is the processes of a program: its process group, processes outside of the group that carry its mark, and
// their descendants. Each process is classified once; those of others are not read again.
type processTree struct {
	group int
	mark  []byte // an environment variable, as in /proc

	mu     sync.Mutex
	known  map[int]string // by process number: the start time of a member, "" for any other process
	around []byte         // buffer of environment
}

// member is a running process of a family.
type member struct {
	pid  int
	held int64 // its memory in bytes
}

// markOf is the environment variable that marks the processes of a program.
const markOf = "RULEBOUND_DRIVEN"

// marks numbers the programs that this process starts.
var marks atomic.Int64

// newMark returns a unique mark.
func newMark() string { return fmt.Sprintf("%s=%d-%d", markOf, os.Getpid(), marks.Add(1)) }

// look returns the running members; none without /proc.
func (f *processTree) look() (members []member) {
	f.mu.Lock()
	defer f.mu.Unlock()
	known := map[int]string{}
	for _, pid := range processes() {
		began, seen := f.known[pid]
		if seen && began == "" {
			known[pid] = ""
			continue
		}
		s, ok := statOf(pid)
		if !ok {
			continue
		}
		marked, blank := f.marked(pid)
		switch {
		case began == s.began || s.group == f.group || known[s.parent] != "" || marked:
			known[pid] = s.began
			if !s.ended {
				members = append(members, member{pid, s.held})
			}
		case !blank || s.ended || s.bare:
			known[pid] = ""
		}
	}
	f.known = known
	return members
}

// marked reports whether a process was started with the mark, and whether its environment is empty, as it is for a moment during exec.
func (f *processTree) marked(pid int) (marked, blank bool) {
	around, err := f.environment(pid)
	return slices.ContainsFunc(bytes.Split(around, []byte{0}), func(v []byte) bool { return bytes.Equal(v, f.mark) }), err == nil && len(around) == 0
}

// environment returns the environment of a process, valid until the next call. It reads it at once: between two reads a process may
// execute another program, and the rest of its old environment is then missing without an error.
func (f *processTree) environment(pid int) ([]byte, error) {
	file, err := os.Open("/proc/" + strconv.Itoa(pid) + "/environ")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if f.around == nil {
		f.around = make([]byte, 1<<18)
	}
	for n := 0; ; {
		more, err := file.Read(f.around[n:])
		if n += more; err == io.EOF || err == nil && n < len(f.around) {
			return f.around[:n], nil
		} else if err != nil {
			return nil, err
		}
		f.around = append(f.around, make([]byte, len(f.around))...)
	}
}

// kill kills processes and reports whether there were any.
func kill(members []member) (found bool) {
	for _, m := range members {
		if other, err := os.FindProcess(m.pid); err == nil {
			found = other.Kill() == nil || found
		}
	}
	return found
}

// processes returns the numbers of all processes in ascending order, so that most children come after their parents.
func processes() (all []int) {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil
	}
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			all = append(all, pid)
		}
	}
	slices.Sort(all)
	return all
}

// stat is the content of /proc/<pid>/stat.
type stat struct {
	ended         bool // a zombie: still listed until its parent has waited for it
	parent, group int
	began         string // in ticks since boot
	held          int64  // memory in bytes, approximate: it may be 0 for a new process
	bare          bool   // without an address space, as kernel threads are
}

// statOf reads the stat of a process; false if it does not exist any more.
func statOf(pid int) (s stat, ok bool) {
	file, err := os.Open("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return s, false
	}
	defer file.Close()
	line := make([]byte, 512)
	n, err := file.Read(line)
	if err != nil {
		return s, false
	}
	text := line[:n]
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:])) // after its name
	if len(fields) < 22 {
		return s, false
	}
	s.ended, s.began, s.bare = fields[0] == "Z", fields[19], fields[20] == "0"
	s.parent, _ = strconv.Atoi(fields[1])
	s.group, _ = strconv.Atoi(fields[2])
	pages, _ := strconv.ParseInt(fields[21], 10, 64)
	s.held = pages * int64(os.Getpagesize())
	return s, true
}
