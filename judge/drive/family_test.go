//go:build linux

package drive_test

// These tests have processes that only one of the methods finds.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"rulebound/judge/drive"
)

func TestMembersFindsProcessesByGroupMarkOrParent(t *testing.T) {
	const mark, none = "MARKED=1", "MARKED=0"
	file := filepath.Join(t.TempDir(), "pid")
	// begun starts a shell in its own group with one variable, and returns its number and that of the process that it
	// records.
	begun := func(script string) (group, pid int) {
		t.Helper()
		c := exec.Command("sh", "-c", strings.ReplaceAll(script, "FILE", file))
		c.Env, c.SysProcAttr = []string{mark}, &syscall.SysProcAttr{Setpgid: true}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = syscall.Kill(pid, syscall.SIGKILL)
			_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
			_ = c.Wait()
		})
		for range 2000 {
			if text, err := os.ReadFile(file); err == nil && strings.HasSuffix(string(text), "\n") {
				if _, err := fmt.Sscan(string(text), &pid); err != nil {
					t.Fatal(err)
				}
				break
			}
			time.Sleep(time.Millisecond)
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		return c.Process.Pid, pid
	}
	group, pid := begun("echo $$ > FILE; exec sleep 1000")
	if !slices.Contains(drive.Members(group, none)(), pid) {
		t.Error("a process is not found by its group")
	}
	if !slices.Contains(drive.Members(-1, mark)(), pid) {
		t.Error("a process is not found by its mark")
	}
	if found := drive.Members(-1, none)(); slices.Contains(found, pid) {
		t.Error("a process of another program is found")
	}
	group, child := begun("setsid env -i sh -c 'echo $$ > FILE; exec sleep 1000' & wait")
	if !slices.Contains(drive.Members(group, none)(), child) {
		t.Error("a process is not found by its parent")
	}
	_ = syscall.Kill(pid, syscall.SIGKILL) // it may have exited already
	for range 2000 {
		if text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); strings.Contains(string(text), ") Z ") {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if slices.Contains(drive.Members(-1, mark)(), pid) || slices.Contains(drive.Members(pid, none)(), pid) {
		t.Error("a process that has ended is found")
	}
}

// A process without environment may be within exec, so it is checked again.
func TestMembersRechecksProcessesWithEmptyEnvironment(t *testing.T) {
	const mark = "MARKED=1"
	c := exec.Command("sh", "-c", "read x; export "+mark+"; exec sleep 1000")
	c.Env, c.SysProcAttr = []string{}, &syscall.SysProcAttr{Setpgid: true}
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Process.Kill(); _ = c.Wait() }()
	look := drive.Members(-1, mark)
	if slices.Contains(look(), c.Process.Pid) {
		t.Error("a process without the mark is found")
	}
	if _, err := in.Write([]byte("\n")); err != nil {
		t.Fatal(err)
	}
	for range 2000 {
		if slices.Contains(look(), c.Process.Pid) {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Error("it is forgotten")
}
