//go:build unix

// This file runs a program and its descendants in a process group of its own, so that all of it can be killed.

package drive

import (
	"os/exec"
	"syscall"
)

// alone makes a command start in its own group.
func alone(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killAll kills the group of a command that was started with alone.
func killAll(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }

// setBack lowers the priority of a process and of its future children.
func setBack(pid int) { _ = syscall.Setpriority(syscall.PRIO_PROCESS, pid, 10) }
