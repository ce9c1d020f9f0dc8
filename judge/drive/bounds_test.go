//go:build linux

package drive_test

// These programs exceed their limits: memory while silent, time, processes, space in reports.

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"rulebound/judge/drive"
)

// greets returns a shell script that greets and then runs commands.
func greets(then string) []string {
	return []string{"sh", "-c", `read x; echo '` + greeting + `'; ` + then}
}

func TestSilentProgramBeyondItsMemoryLimitIsStopped(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 to take memory with")
	}
	takes := func(mb int) string {
		return fmt.Sprintf("%s -c 'import time; x = bytearray(%d << 20); time.sleep(100)'", python, mb)
	}
	for what, then := range map[string]string{"itself": "exec " + takes(100), "its child": takes(100), "a child of another session": "setsid " + takes(100), "two children together": takes(35) + " & " + takes(35)} {
		p, err := drive.Start(greets("read x; "+then+"; true"), drive.Limits{Within: 60 * time.Second, Memory: 60 << 20})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Ask([]byte("{}")); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Ask([]byte("{}")); err == nil || !strings.Contains(err.Error(), "more than the limit of 60 MB") {
			t.Errorf("%s: %v", what, err)
		}
		p.Close()
	}
}

// A program that replies before it is measured is measured after its reply.
func TestQuickReplyBeyondTheMemoryLimitIsRefused(t *testing.T) {
	for range 20 {
		p, err := drive.Start(greets("read x"), drive.Limits{Within: 60 * time.Second, Memory: 1})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Ask([]byte("{}")); err == nil || !strings.Contains(err.Error(), "more than the limit of 0 MB") {
			t.Error(err)
		}
		p.Close()
	}
}

// A program of many processes must not slow down the driver, which counts them.
func TestAProgramOfManyProcessesHasALowerPriority(t *testing.T) {
	own, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0) // the kernel returns 20 minus the nice value
	if err != nil || own <= 10 {
		t.Skip("the test has a low priority itself")
	}
	file := filepath.Join(t.TempDir(), "pid")
	p, err := drive.Start(greets("echo $$ > "+file+"; for i in $(seq 20); do sleep 100 & done; read x"), drive.Limits{Within: 60 * time.Second, Memory: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if _, err := p.Ask([]byte("{}")); err != nil {
		t.Fatal(err)
	}
	pid, now := 0, own
	for range 2000 {
		if text, err := os.ReadFile(file); err == nil {
			if _, err := fmt.Sscan(string(text), &pid); err == nil {
				if now, err = syscall.Getpriority(syscall.PRIO_PROCESS, pid); err == nil && now <= 10 {
					return
				}
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d has priority %d, the test %d", pid, now, own)
}

func TestLastBytesOfStandardErrorAreKept(t *testing.T) {
	for _, texts := range [][]string{{"the", " end"}, {strings.Repeat("a", 1_000_000), strings.Repeat("b", 1990) + "of the end"}} {
		all := strings.Join(texts, "")
		if got, want := drive.EndOf(texts...), all[max(0, len(all)-2000):]; got != want {
			t.Errorf("%d bytes, %.50s", len(got), got)
		}
	}
}

func TestProgramBeyondItsProcessLimitIsStopped(t *testing.T) {
	for what, then := range map[string]string{"of its group": "", "of other sessions": "setsid "} {
		p, err := drive.Start(greets("read x; for i in $(seq 40); do "+then+"sleep 100 & done; read x; read x"), drive.Limits{Within: 60 * time.Second, Memory: 1 << 30})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Ask([]byte("{}")); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Ask([]byte("{}")); err == nil || !strings.Contains(err.Error(), "processes, more than the limit of 32") {
			t.Errorf("%s: %v", what, err)
		}
		p.Close()
	}
}

func TestCloseEndsAllProcessesOfAProgram(t *testing.T) {
	t.Run("what it starts", func(t *testing.T) { nothingSurvives(t, "sleep 1000 & echo $! > FILE; read x; read x") })
	t.Run("what nobody waits for", func(t *testing.T) {
		nothingSurvives(t, "sleep 1000 </dev/null >/dev/null 2>&1 & echo $! > FILE; read x; read x")
	})
	t.Run("itself, where it hangs", func(t *testing.T) { nothingSurvives(t, "echo $$ > FILE; exec sleep 1000") })
	t.Run("what leaves its group and its environment", func(t *testing.T) {
		if _, err := exec.LookPath("setsid"); err != nil {
			t.Skip("there is no setsid to leave the group with")
		}
		nothingSurvives(t, "setsid env -i sh -c 'echo $$ > FILE; exec sleep 1000' & read x; read x")
	})
	t.Run("what leaves its group", func(t *testing.T) {
		if _, err := exec.LookPath("setsid"); err != nil {
			t.Skip("there is no setsid to leave the group with")
		}
		nothingSurvives(t, "setsid sh -c 'echo $$ > FILE; exec sleep 1000' & read x; read x")
	})
	t.Run("what leaves its group and loses its parent at once", func(t *testing.T) {
		if _, err := exec.LookPath("setsid"); err != nil {
			t.Skip("there is no setsid to leave the group with")
		}
		nothingSurvives(t, "(setsid sh -c 'echo $$ > FILE; exec sleep 1000' &); read x; read x")
	})
}

// nothingSurvives checks that the process whose number a script writes to a file ends with the program.
func nothingSurvives(t *testing.T, script string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "pid")
	p, err := drive.Start(greets(strings.ReplaceAll(script, "FILE", file)), drive.Limits{Within: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Ask([]byte("{}")); err != nil {
		t.Fatal(err)
	}
	pid := 0
	for range 200 {
		if text, err := os.ReadFile(file); err == nil {
			if _, err := fmt.Sscan(string(text), &pid); err == nil {
				break
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	closed := make(chan struct{})
	go func() { p.Close(); close(closed) }()
	select {
	case <-closed:
	case <-time.After(time.Minute):
		t.Error("it is not closed")
	}
	for range 200 {
		if text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err != nil || strings.Contains(string(text), ") Z ") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	if pid > 0 {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	t.Errorf("its child %d lives on", pid)
}

func TestRunEndsAtItsTimeLimit(t *testing.T) {
	g := tidelandsGame(t)
	d := driver(t, g, nil)
	d.Until = time.Now().Add(2 * time.Second)
	d.Start = func() (drive.Program, error) {
		return drive.Start(greets("sleep 100"), drive.Limits{Until: d.Until})
	}
	began := time.Now()
	r := run(t, g, d, g.Cases[:3])
	if r.Total.Broken != 3 || time.Since(began) > 20*time.Second {
		t.Errorf("%+v after %v", r.Total, time.Since(began))
	}
	for _, o := range r.Scenarios {
		if !strings.Contains(o.Why, drive.ErrRunTooLong.Error()) {
			t.Errorf("%s: %s", o.Scenario, o.Why)
		}
	}
}

func TestEndlessEmptyLinesAreNoReply(t *testing.T) {
	requests, in := io.Pipe()
	go io.Copy(io.Discard, requests)
	out, replies := io.Pipe()
	go func() {
		for {
			if _, err := io.WriteString(replies, strings.Repeat("\n", 1<<10)); err != nil {
				return
			}
		}
	}()
	p := drive.NewPipe(in, out, 20*time.Second)
	if _, err := p.Ask([]byte("{}")); err == nil || !strings.Contains(err.Error(), "empty lines") {
		t.Error(err)
	}
	if err := errors.Join(out.Close(), requests.Close()); err != nil {
		t.Error(err)
	}
	p.Close()
}

func TestLongNamesAreAbbreviatedInReports(t *testing.T) {
	g := tidelandsGame(t)
	names := make([]string, 30)
	for i := range names {
		names[i] = fmt.Sprintf("%d%s", i, strings.Repeat("x", 200_000))
	}
	r := run(t, g, flooding(t, g, "options", names), g.Cases[:1])
	var text strings.Builder
	if err := r.Write(&text, -1); err != nil {
		t.Fatal(err)
	}
	if n := text.Len(); n > 30_000 || !strings.Contains(text.String(), "bytes more)") || !strings.Contains(text.String(), "offers 10 more") {
		t.Errorf("%d bytes: %.3000s", n, text.String())
	}
}
