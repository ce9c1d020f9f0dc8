// This file ends a command that is interrupted: with exit code 130, and nothing half-written.

package main

import (
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// interrupts is what an interrupt has to wait for and to clean up.
type interrupts struct {
	mu       sync.Mutex // held while a file is written, and by an interrupt from then on
	cleanups []func()
}

// exitWhenInterrupted ends the program at the first interrupt, after the file being written is complete.
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

// whole does what must not be interrupted, such as replacing files.
func (i *interrupts) whole(do func() error) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	return do()
}

// letIn has an interrupt that waits end the program: between two steps of what whole does, which are undone by a cleanup.
func (i *interrupts) letIn() {
	i.mu.Unlock()
	i.mu.Lock()
}

// atInterrupt has an interrupt clean up, too.
func (i *interrupts) atInterrupt(clean func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.cleanups = append(i.cleanups, clean)
}
