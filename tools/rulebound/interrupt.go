// This file ends an interrupted command with exit code 130 and without half-written files.

package main

import (
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// interrupts is what an interrupt waits for and cleans up.
type interrupts struct {
	mu       sync.Mutex // held while a file is written, and after an interrupt forever
	cleanups []func()
}

// exitWhenInterrupted ends the program at the first interrupt, once the file being written is complete.
func (e *env) exitWhenInterrupted() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		signal.Reset() // a second one ends it at once
		e.mu.Lock()
		for _, clean := range e.cleanups {
			clean()
		}
		e.progress.clear()
		fmt.Fprintln(e.err, "interrupted")
		os.Exit(exitInterrupted)
	}()
}

// whole runs a function that must not be interrupted, such as replacing files.
func (i *interrupts) whole(do func() error) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	return do()
}

// letIn lets a pending interrupt end the program within whole, between two steps that a cleanup undoes.
func (i *interrupts) letIn() {
	i.mu.Unlock()
	i.mu.Lock()
}

// atInterrupt registers a cleanup for an interrupt.
func (i *interrupts) atInterrupt(clean func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.cleanups = append(i.cleanups, clean)
}
