// Command dist makes the archives of a release: rulebound for each platform with the machine of the report embedded, manual pages,
// completions and licences, the SHA-256 of each archive, and a bill of materials. The same revision and the same Go give the same bytes.
//
// Usage: go run ./tools/dist [-version NAME] [-platforms OS/ARCH,...] [-output build/dist] [-sbom=true] [-trim=true]
//
// Run it in the root of the repository. With -trim=false the programs are linked from packages that `go build` compiled
// before, with its GOFLAGS: they contain paths of this machine, and may need its C library. Without -version the name
// is the one that git gives the revision. The status is 1 on failure.
package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
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
	"time"

	"rulebound/show/machine"
)

const (
	platforms = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64"
	// sbom is the tool that writes the bill of materials, pinned; it is no dependency of the module.
	sbom = "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0"
)

type release struct {
	version, revision string
	time              time.Time // of every file
	platforms         []string
	output            string
	bill              bool // write the bill of materials
	trim              bool // omit the paths of this machine
	log               io.Writer
}

func main() {
	if err := run(os.Args[1:], os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

// run makes the release that the flags describe, and tries the archive of this machine if it is among its platforms.
func run(args []string, log io.Writer) error {
	r := &release{log: log}
	flags := flag.NewFlagSet("dist", flag.ContinueOnError)
	flags.SetOutput(log)
	flags.StringVar(&r.version, "version", "", "version; left out: what git calls the revision")
	list := flags.String("platforms", platforms, "platforms as OS/ARCH with commas between them")
	flags.StringVar(&r.output, "output", filepath.Join("build", "dist"), "folder of the archives")
	flags.BoolVar(&r.bill, "sbom", true, "write the bill of materials, which fetches a tool")
	flags.BoolVar(&r.trim, "trim", true, "compile without paths of this machine and without cgo; false: for a trial, of what is compiled already")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("it takes flags, not %q", flags.Arg(0))
	}
	r.platforms = strings.Split(*list, ",")
	if err := r.identify(); err != nil {
		return err
	}
	if err := r.make(); err != nil {
		return err
	}
	if slices.Contains(r.platforms, runtime.GOOS+"/"+runtime.GOARCH) && runtime.GOOS != "windows" {
		return r.try()
	}
	return nil
}

// identify sets version, revision and time. Without git the time is SOURCE_DATE_EPOCH, or 1980.
func (r *release) identify() error {
	described, _ := output("git", "describe", "--tags", "--always", "--dirty")
	r.revision, _ = output("git", "rev-parse", "HEAD")
	if strings.HasSuffix(described, "-dirty") {
		r.revision += ", modified"
	}
	r.version = cmp.Or(r.version, described, "devel")
	if strings.ContainsAny(r.version, "/\\ ") {
		return fmt.Errorf("version %q: it is part of file names and may have no slash and no space", r.version)
	}
	stamp, _ := output("git", "log", "-1", "--format=%ct")
	seconds, err := strconv.ParseInt(cmp.Or(os.Getenv("SOURCE_DATE_EPOCH"), stamp), 10, 64)
	if err != nil {
		seconds = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
	}
	r.time = time.Unix(seconds, 0).UTC()
	return nil
}

// make writes the archives, their hashes and the bill of materials.
func (r *release) make() error {
	if err := os.RemoveAll(r.output); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "rulebound-dist-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	embedded := filepath.Join("show", "machine", "embedded")
	if err := errors.Join(os.MkdirAll(r.output, 0o755), os.MkdirAll(embedded, 0o755)); err != nil {
		return err
	}
	if err := machine.Compile(".", embedded); err != nil {
		return err
	}
	host := filepath.Join(work, "host")
	if err := r.build(host, "", ""); err != nil {
		return err
	}
	shared, err := r.documents(host, work)
	if err != nil {
		return err
	}
	var sums bytes.Buffer
	for _, platform := range r.platforms {
		system, arch, ok := strings.Cut(platform, "/")
		if !ok {
			return fmt.Errorf("platform %q: name it as OS/ARCH", platform)
		}
		program := filepath.Join(work, system+"-"+arch)
		if err := r.build(program, system, arch); err != nil {
			return err
		}
		name := "rulebound"
		if system == "windows" {
			name += ".exe"
		}
		archive, err := r.archive(system, arch, append(slices.Clone(shared), file{name: name, from: program, mode: 0o755}))
		if err != nil {
			return err
		}
		text, err := os.ReadFile(archive)
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(text), filepath.Base(archive))
		fmt.Fprintf(r.log, "dist: %s, %.1f MB\n", archive, float64(len(text))/1e6)
	}
	if r.bill {
		sum, err := r.materials(host)
		if err != nil {
			return err
		}
		sums.WriteString(sum)
	}
	return os.WriteFile(filepath.Join(r.output, "SHA256SUMS"), sums.Bytes(), 0o644)
}

// name returns the name of the archive of a platform without its extension, which is also the folder in it.
func (r *release) name(system, arch string) string {
	return fmt.Sprintf("rulebound_%s_%s_%s", r.version, system, arch)
}

// build builds rulebound for a platform; by default this one.
func (r *release) build(program, system, arch string) error {
	c := exec.Command("go", "build", "-tags=release", "-buildvcs=false",
		"-ldflags=-s -w -buildid= -X main.released="+r.version+" '-X=main.built="+r.revision+"'", "-o", program, "./tools/rulebound")
	c.Env = os.Environ()
	if r.trim {
		c.Env = append(c.Env, "GOFLAGS=-trimpath", "CGO_ENABLED=0")
	}
	if system != "" {
		c.Env = append(c.Env, "GOOS="+system, "GOARCH="+arch)
	}
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("building for %s/%s: %w\n%s", system, arch, err, out)
	}
	return nil
}

// documents returns the other files of every archive: manual pages, completions and licences.
func (r *release) documents(host, work string) ([]file, error) {
	files := []file{{name: "README.md", from: "README.md"}, {name: "LICENSE", from: "LICENSE"}}
	pages := filepath.Join(work, "man")
	man := exec.Command(host, "man", pages)
	man.Env = append(os.Environ(), "SOURCE_DATE_EPOCH="+strconv.FormatInt(r.time.Unix(), 10))
	if out, err := man.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("manual pages: %w\n%s", err, out)
	}
	entries, err := os.ReadDir(pages)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		files = append(files, file{name: "man/" + e.Name(), from: filepath.Join(pages, e.Name())})
	}
	for _, shell := range []string{"bash", "fish", "powershell", "zsh"} {
		text, err := exec.Command(host, "completion", shell).Output()
		if err != nil {
			return nil, fmt.Errorf("completion of %s: %w", shell, err)
		}
		script := filepath.Join(work, "rulebound."+shell)
		if err := os.WriteFile(script, text, 0o644); err != nil {
			return nil, err
		}
		files = append(files, file{name: "completion/rulebound." + shell, from: script})
	}
	licences, err := licences()
	return append(files, licences...), err
}

// licences returns the licences of Go and of every module that is linked into the program.
func licences() ([]file, error) {
	list, err := output("go", "list", "-tags=release", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}", "./tools/rulebound")
	if err != nil {
		return nil, err
	}
	root, err := output("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	modules := strings.Split(list, "\n")
	slices.Sort(modules)
	var files []file
	for _, m := range append(slices.Compact(modules), "go "+root) {
		path, dir, ok := strings.Cut(m, " ")
		if !ok {
			continue
		}
		found, _ := filepath.Glob(filepath.Join(dir, "LICEN[CS]E*"))
		if len(found) == 0 {
			return nil, fmt.Errorf("module %s has no file LICENSE in %s", path, dir)
		}
		notices, _ := filepath.Glob(filepath.Join(dir, "NOTICE*"))
		for _, from := range append(found, notices...) {
			files = append(files, file{name: "licences/" + path + "/" + filepath.Base(from), from: from})
		}
	}
	return files, nil
}

// materials writes the bill of materials of a program in CycloneDX and returns the line of its hash.
func (r *release) materials(program string) (string, error) {
	bill := filepath.Join(r.output, "rulebound_"+r.version+".cdx.json")
	c := exec.Command("go", "run", sbom, "bin", "-json", "-licenses", "-std", "-noserial", "-notimestamp", "-version", r.version, "-output", bill, program)
	if out, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("bill of materials: %w\n%s", err, out)
	}
	text, err := os.ReadFile(bill)
	fmt.Fprintf(r.log, "dist: %s\n", bill)
	return fmt.Sprintf("%x  %s\n", sha256.Sum256(text), filepath.Base(bill)), err
}

// output returns the standard output of a command without the final line break.
func output(name string, args ...string) (string, error) {
	c := exec.Command(name, args...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}
