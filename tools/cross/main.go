// Command cross checks that games run alike on other machines: 32 bits and 64, little-endian and big-endian. It builds
// itself for each machine, runs the program there (under qemu's user mode if this machine cannot execute it), and
// compares the outputs byte for byte.
//
// Usage: go run ./tools/cross [-arch 'amd64,386|arm,arm64,s390x'] [-games 3] [-every 1] [-all]
//
// Of machines separated by | the first counts whose programs run here. Some Linux kernels on amd64 run no 386 programs.
//
// On each machine it plays a game of numbers beyond 32 bits, compiles every game of data/games, plays random games of
// every set-up, decodes damaged states, and compares every scenario, or one of so many, with its golden. A machine
// without an emulator is skipped and reported; with -all that is a failure. The status is 1 if an output differs, 2 if the check could not be
// made. Run it in the root of the repository.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"rulebound/conformance/corpus"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run is the command; it returns the exit status.
func run(args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("cross", flag.ContinueOnError)
	flags.SetOutput(errs)
	archs := flags.String("arch", "amd64,386|arm,arm64,s390x", "machines by the name that Go gives them; a|b: b where programs of a do not run")
	games := flags.Int("games", 3, "random games of each set-up")
	every := flags.Int("every", 1, "play one of so many scenarios")
	all := flags.Bool("all", false, "fail where a machine is skipped")
	child := flags.Bool("results", false, "play here and report the result")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if *child {
		if err := writeResults(os.DirFS("."), *games, *every, out); err != nil {
			fmt.Fprintln(errs, "cross:", err)
			return 1
		}
		return 0
	}
	names := strings.Split(*archs, ",")
	for _, name := range names {
		for arch := range strings.SplitSeq(name, "|") {
			if emulators[arch] == "" {
				fmt.Fprintf(errs, "cross: there is no machine %q\n", arch)
				return 2
			}
		}
	}
	if flags.NArg() > 0 || min(*games, *every) < 1 {
		fmt.Fprintln(errs, "cross: it takes flags, and -games and -every are 1 or more")
		return 2
	}
	c := cross{out: out, errs: errs, games: *games, every: *every, host: runtime.GOOS + "/" + runtime.GOARCH, find: exec.LookPath}
	if err := c.compare(names); err != nil {
		fmt.Fprintln(errs, "cross:", err)
		if errors.Is(err, errDiffers) {
			return 1
		}
		return 2
	}
	if len(c.skipped) > 0 {
		fmt.Fprintf(out, "not checked: %s\n", strings.Join(c.skipped, ", "))
		if *all {
			return 2
		}
	}
	return 0
}

// emulators are the programs of qemu's user mode by the name that Go gives the machine.
var emulators = map[string]string{
	"386": "qemu-i386", "amd64": "qemu-x86_64", "arm": "qemu-arm", "arm64": "qemu-aarch64", "loong64": "qemu-loongarch64",
	"ppc64": "qemu-ppc64", "ppc64le": "qemu-ppc64le", "riscv64": "qemu-riscv64", "s390x": "qemu-s390x",
}

var errDiffers = errors.New("the machines give different results")

type cross struct {
	out, errs    io.Writer
	games, every int
	host         string                       // os/arch of this machine
	find         func(string) (string, error) // finds a program
	skipped      []string
}

// way returns how programs of a machine run here: natively (""), under an emulator, or not at all, with the reason.
// Some kernels on amd64 run no 386 programs, which is known only after a program was started (see starts).
func (c *cross) way(arch string) (emulator, reason string) {
	switch qemu, known := emulators[arch]; {
	case c.host == "linux/"+arch, c.host == "linux/amd64" && arch == "386":
		return "", ""
	case !known:
		return "", "there is no such machine"
	case !strings.HasPrefix(c.host, "linux/"):
		return "", "only a Linux machine runs programs of others"
	default:
		if path, err := c.find(qemu); err == nil {
			return path, ""
		}
		return "", qemu + " is missing; Debian has it in the package qemu-user"
	}
}

// machine is an architecture whose programs run here, natively or under an emulator.
type machine struct{ arch, emulator string }

// settle builds the program of the first machine of a list whose programs run here. The reasons are why earlier ones do
// not.
func (c *cross) settle(dir string, archs []string) (runs *machine, reasons []string, err error) {
	for _, arch := range archs {
		emulator, reason := c.way(arch)
		if reason == "" {
			if output, err := build(dir, arch); err != nil {
				return nil, nil, fmt.Errorf("%s: it cannot be built: %w\n%s", arch, err, output)
			}
			if emulator != "" || starts(program(dir, arch)) {
				return &machine{arch, emulator}, reasons, nil
			}
			reason = "this machine runs no " + arch + " programs"
		}
		reasons = append(reasons, reason)
	}
	return nil, reasons, nil
}

// starts reports whether the kernel can run a program.
func starts(program string) bool {
	return !errors.Is(exec.Command(program, "-h").Run(), syscall.ENOEXEC)
}

// compare builds the programs of the machines and compares their outputs.
func (c *cross) compare(names []string) error {
	dir, err := os.MkdirTemp("", "cross-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var machines []machine
	for _, name := range names {
		runs, reasons, err := c.settle(dir, strings.Split(name, "|"))
		if err != nil {
			return err
		}
		if runs != nil {
			machines = append(machines, *runs)
			if len(reasons) > 0 {
				fmt.Fprintf(c.out, "%-8s instead of those before it: %s\n", runs.arch, strings.Join(reasons, "; "))
			}
			continue
		}
		fmt.Fprintf(c.out, "%-8s SKIPPED: %s\n", name, strings.Join(reasons, "; "))
		c.skipped = append(c.skipped, name)
	}
	if len(machines) == 0 {
		return nil
	}
	for _, folder := range []string{corpus.GamesDir, corpus.ScenariosDir, corpus.GoldensDir} { // all machines read the same files
		if err := os.CopyFS(filepath.Join(dir, folder), os.DirFS(folder)); err != nil {
			return err
		}
	}
	return c.hold(dir, machines)
}

// hold runs the programs of machines in dir and compares their outputs with the first one.
func (c *cross) hold(dir string, machines []machine) error {
	var first []byte
	var model string
	differs := false
	for _, m := range machines {
		began := time.Now()
		output, err := c.ask(dir, m)
		if err != nil {
			return fmt.Errorf("%s: %w\n%s", m.arch, err, output)
		}
		how := "by itself"
		if m.emulator != "" {
			how = "under " + filepath.Base(m.emulator)
		}
		if first == nil {
			first, model = output, m.arch
			fmt.Fprintf(c.out, "%s", output)
		}
		verdict := "the same"
		if line, here, there := difference(first, output); line > 0 {
			differs = true
			verdict = fmt.Sprintf("DIFFERS in line %d:\n  %s: %s\n  %s: %s", line, model, here, m.arch, there)
		}
		fmt.Fprintf(c.out, "%-8s %s, %.1f s: %s\n", m.arch, how, time.Since(began).Seconds(), verdict)
	}
	if differs {
		return errDiffers
	}
	return nil
}

func program(dir, arch string) string { return filepath.Join(dir, "cross-"+arch) }

// build builds this program for a machine.
func build(dir, arch string) ([]byte, error) {
	build := exec.Command("go", "build", "-o", program(dir, arch), "./tools/cross")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+arch)
	return build.CombinedOutput()
}

// ask runs the program of a machine in dir and returns its output; with an error, its error output.
func (c *cross) ask(dir string, m machine) ([]byte, error) {
	words := []string{program(dir, m.arch), "-results", "-games", strconv.Itoa(c.games), "-every", strconv.Itoa(c.every)}
	if m.emulator != "" {
		words = slices.Insert(words, 0, m.emulator)
	}
	play := exec.Command(words[0], words[1:]...)
	play.Dir = dir
	var output, failed bytes.Buffer
	play.Stdout, play.Stderr = &output, &failed
	if err := play.Run(); err != nil {
		return failed.Bytes(), fmt.Errorf("it does not play: %w", err)
	}
	return output.Bytes(), nil
}

// difference returns the first line in which two texts differ, 0 if they are equal.
func difference(a, b []byte) (line int, left, right string) {
	if bytes.Equal(a, b) {
		return 0, "", ""
	}
	x, y := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	for line < len(x) && line < len(y) && x[line] == y[line] {
		line++
	}
	at := func(lines []string) string {
		if line < len(lines) {
			return lines[line]
		}
		return "(nothing)"
	}
	return line + 1, at(x), at(y)
}
