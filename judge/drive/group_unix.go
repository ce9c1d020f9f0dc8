//go:build unix

// This file keeps a program and what it starts in a process group of its own, so that all of it can be killed.

package drive

import (
	"os/exec"
	"syscall"
)

// alone has a command start in a group of its own.
func alone(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killAll kills the group of a command that was started alone.
func killAll(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }

// setBack gives a process, and what it starts from now on, a lower priority.
func setBack(pid int) { _ = syscall.Setpriority(syscall.PRIO_PROCESS, pid, 10) }
