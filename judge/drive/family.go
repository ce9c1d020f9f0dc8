// This file finds the processes of a program, measures them and kills them, as far as /proc tells.

package drive

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// family is the processes of a program: those of its group, those that have left it but were started with its mark, and
// what any of them starts. A process is looked at once to see whether it is one; that of a process that is none is not
// read again.
type family struct {
	group int
	mark  []byte // a variable of the environment, as /proc shows it

	mu    sync.Mutex
	known map[int]string // by the number of a process that was there: when it began if it is of the family, otherwise ""
}

// member is a process of a family that has not ended.
type member struct {
	pid  int
	held int64 // its bytes in memory
}

// markOf is the variable of the environment by which the processes of a program are known.
const markOf = "RULEBOUND_DRIVEN"

// marks numbers the programs that this process starts.
var marks atomic.Int64

// newMark returns a variable that no other program has.
func newMark() string { return fmt.Sprintf("%s=%d-%d", markOf, os.Getpid(), marks.Add(1)) }

// look returns the members that there are. Without /proc there are none.
func (f *family) look() (members []member) {
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

// marked reports whether a process was started with the mark, and whether its environment is empty, as it is for a moment while the process
// becomes another program.
func (f *family) marked(pid int) (marked, blank bool) {
	around, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	return slices.ContainsFunc(bytes.Split(around, []byte{0}), func(v []byte) bool { return bytes.Equal(v, f.mark) }), err == nil && len(around) == 0
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

// processes returns the numbers of all processes, in ascending order: what a process starts mostly comes behind it.
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

// stat is what /proc tells of a process.
type stat struct {
	ended         bool // and is still listed, until its parent has waited for it
	parent, group int
	began         string // in ticks since the machine was started
	held          int64  // bytes in memory, about: it may be 0 for a process that has just begun
	bare          bool   // without addresses of its own, as threads of the system are
}

// statOf returns what /proc tells of a process; false if it is no more.
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
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:])) // behind its name
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
