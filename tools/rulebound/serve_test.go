package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"rulebound/editor/follow"
)

// served is a server of the report of a folder that follows its changes.
type served struct {
	t    *testing.T
	root string
	*httptest.Server
	events *bufio.Scanner
}

// serve starts to serve a folder as the command does, on a port that the test server chooses.
func serve(t *testing.T, root string) *served {
	t.Helper()
	e := newEnv(strings.NewReader(""), io.Discard, io.Discard)
	e.dir = root
	b := newRebuilder(e, func(string) {})
	watch, err := follow.Watch(e.root())
	if err != nil {
		t.Fatal(err)
	}
	b.all()
	server := httptest.NewUnstartedServer(nil)
	server.Config.Handler = b.site.handler(server.Listener.Addr().String())
	server.Start()
	done := make(chan struct{})
	go func() { b.run(watch); close(done) }()
	x := &served{t: t, root: root, Server: server}
	t.Cleanup(func() {
		watch.Close()
		<-done
		server.CloseClientConnections()
		server.Close()
	})
	return x
}

// get sends a request to the handler; the path is not cleaned, headers are names and values in turn. An endless
// response is cancelled.
func (x *served) get(method, path string, headers ...string) (int, string, http.Header) {
	x.t.Helper()
	host := strings.TrimPrefix(x.URL, "http://")
	text := method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n"
	r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(text)))
	if err != nil {
		x.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	r = r.WithContext(ctx)
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		} else {
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	answer := httptest.NewRecorder()
	x.Config.Handler.ServeHTTP(answer, r)
	return answer.Code, answer.Body.String(), answer.Header()
}

// until waits for an event that contains a text.
func (x *served) until(text string) string {
	x.t.Helper()
	if x.events == nil {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
		x.t.Cleanup(cancel)
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, x.URL+"/events", nil)
		if err != nil {
			x.t.Fatal(err)
		}
		answer, err := x.Client().Do(r)
		if err != nil {
			x.t.Fatal(err)
		}
		x.t.Cleanup(func() { answer.Body.Close() })
		x.events = bufio.NewScanner(answer.Body)
	}
	for x.events.Scan() {
		if strings.Contains(x.events.Text(), text) {
			return x.events.Text()
		}
	}
	x.t.Fatalf("the events ended without %s: %v", text, x.events.Err())
	return ""
}

func (x *served) edit(name, old, new string) {
	x.t.Helper()
	file := filepath.Join(x.root, filepath.FromSlash(name))
	text, err := os.ReadFile(file)
	if err != nil || !bytes.Contains(text, []byte(old)) {
		x.t.Fatalf("%s has no %q: %v", name, old, err)
	}
	if err := os.WriteFile(file, bytes.Replace(text, []byte(old), []byte(new), 1), 0o644); err != nil {
		x.t.Fatal(err)
	}
}

// A foreign page could otherwise read the report through a name that resolves to this machine.
func TestServeRefusesOtherHostsAndSites(t *testing.T) {
	x := serve(t, repository(t, nil))
	host := strings.TrimPrefix(x.URL, "http://")
	port := host[strings.LastIndex(host, ":"):]
	for _, c := range []struct {
		want    int
		method  string
		headers []string
	}{
		{http.StatusOK, "GET", nil},
		{http.StatusOK, "HEAD", nil},
		{http.StatusOK, "GET", []string{"Host", "localhost" + port}},
		{http.StatusOK, "GET", []string{"Origin", x.URL}},
		{http.StatusMisdirectedRequest, "GET", []string{"Host", "evil.example"}},
		{http.StatusMisdirectedRequest, "GET", []string{"Host", "evil.example" + port}},
		{http.StatusMisdirectedRequest, "GET", []string{"Host", "localhost"}},
		{http.StatusForbidden, "GET", []string{"Origin", "http://evil.example"}},
		{http.StatusForbidden, "GET", []string{"Origin", "null"}},
		{http.StatusForbidden, "GET", []string{"Origin", "https://" + host}},
		{http.StatusForbidden, "GET", []string{"Host", "localhost" + port, "Origin", x.URL}},
		{http.StatusMethodNotAllowed, "POST", nil},
		{http.StatusMethodNotAllowed, "OPTIONS", nil},
	} {
		for _, path := range []string{"/", "/events"} {
			if path == "/events" && c.want == http.StatusOK { // it would not end
				continue
			}
			if got, _, _ := x.get(c.method, path, c.headers...); got != c.want {
				t.Errorf("%s %s %v: %d, not %d", c.method, path, c.headers, got, c.want)
			}
		}
	}
	if _, _, h := x.get("GET", "/"); h.Get("Access-Control-Allow-Origin") != "" || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Cross-Origin-Resource-Policy") != "same-origin" {
		t.Errorf("headers %v", h)
	}
}

// A path that is no file of the report is not found, however it is spelled.
func TestServeServesOnlyFilesOfTheReport(t *testing.T) {
	x := serve(t, repository(t, map[string]string{"secret.html": "secret"}))
	for _, path := range []string{"/secret.html", "/../secret.html", "/..%2fsecret.html", "/%2e%2e/secret.html", "/book/../../secret.html", "//secret.html", "/data/games/toy/10.md",
		"/book/toy/../../../secret.html", "/assets/..%5c..%5csecret.html", "/book/toy/%00", "/etc/passwd", "/book"} {
		if code, text, _ := x.get("GET", path); code != http.StatusNotFound || strings.Contains(text, "secret") && code == http.StatusOK {
			t.Errorf("%s: %d %s", path, code, text)
		}
	}
	for path, kind := range map[string]string{"/": "text/html", "/book/toy/": "text/html", "/book/toy/10.html": "text/html", "/assets/style.css": "text/css", "/assets/report.js": "javascript"} {
		if code, _, h := x.get("GET", path); code != http.StatusOK || !strings.Contains(h.Get("Content-Type"), kind) {
			t.Errorf("%s: %d %s", path, code, h.Get("Content-Type"))
		}
	}
}

// After an edit of a rulebook pages are notified twice: of the new rules, and of the coverage. A compile error is
// reported with its place, and the last good pages stay.
func TestServeFollowsChanges(t *testing.T) {
	x := serve(t, repository(t, nil))
	x.until(`"toy":{"rules":1,"measured":1}`)
	if _, text, _ := x.get("GET", "/book/toy/"); !strings.Contains(text, "1 scenarios show") && !strings.Contains(text, "Clauses shown") {
		t.Error("what scenarios show is not in the contents")
	}
	x.edit("data/games/toy/10.md", "\n- ", "\n\nThis paragraph is new.\n\n- ")
	x.until(`"toy":{"rules":2,`)
	if _, text, _ := x.get("GET", "/book/toy/10.html"); !strings.Contains(text, "This paragraph is new.") {
		t.Error("the page is the old one")
	}
	x.until(`"measured":2`)
	x.edit("data/games/toy/10.md", "```yaml\n", "```yaml\nnonsense: 1\n")
	if event := x.until(`does not compile`); !strings.Contains(event, "data/games/toy/10.md:") || !strings.Contains(event, `"rules":2`) {
		t.Errorf("the page received %s", event)
	}
	if code, text, _ := x.get("GET", "/book/toy/10.html"); code != http.StatusOK || !strings.Contains(text, "This paragraph is new.") {
		t.Errorf("the last good page is gone: %d", code)
	}
	x.edit("data/games/toy/10.md", "nonsense: 1\n", "")
	if event := x.until(`"rules":3,`); !strings.Contains(event, `"broken":""`) {
		t.Errorf("the page received %s", event)
	}
	x.edit("scenarios/toy/9.1/rest.yaml", "title: ", "title: Another ")
	x.until(`"rules":4,`)
	if _, text, _ := x.get("GET", "/scenario/toy/9.1.html"); !strings.Contains(text, "Another ") {
		t.Error("the scenario is the old one")
	}
}

// The page shows the errors, and the game once it compiles.
func TestServeStartsWithABrokenRulebook(t *testing.T) {
	x := serve(t, repository(t, map[string]string{"data/games/toy/10.md": rulebook + "\n```yaml\nnonsense: 1\n```\n"}))
	if code, text, _ := x.get("GET", "/"); code != http.StatusServiceUnavailable || !strings.Contains(text, "data/games/toy/10.md:") {
		t.Errorf("%d %s", code, text)
	}
	x.edit("data/games/toy/10.md", "nonsense: 1\n", "")
	x.until(`"rules":1,`)
	if code, _, _ := x.get("GET", "/book/toy/"); code != http.StatusOK {
		t.Errorf("%d", code)
	}
}

// An interrupt ends it with 130. An invalid port or game is refused before.
func TestServeEndsOnInterrupt(t *testing.T) {
	root := repository(t, nil)
	c := exec.Command(os.Args[0], "serve", "-C", root, "--no-browser", "--no-play")
	c.Env = append(os.Environ(), asProgram+"=yes")
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	end := time.AfterFunc(time.Minute, func() { _ = c.Process.Kill() })
	defer end.Stop()
	line, err := bufio.NewReader(out).ReadString('\n')
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "serving ")
	if err != nil || !ok || !strings.HasPrefix(address, "http://127.0.0.1:") {
		t.Fatalf("it printed %q %v", line, err)
	}
	answer, err := http.Get(address)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatal(err)
	}
	answer.Body.Close()
	if code, _, errs := call("serve", "-C", root, "--port", strings.Trim(address[len("http://127.0.0.1:"):], "/")); code != exitFailed || !strings.Contains(errs, "--port names another") {
		t.Errorf("a port in use: %d %s", code, errs)
	}
	if err := c.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	if code := c.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("it ended with %d", code)
	}
	for _, args := range [][]string{{"--port", "70000"}, {"--port", "-1"}, {"extra"}} {
		if code, _, errs := call(append([]string{"serve", "-C", root}, args...)...); code != exitUsage {
			t.Errorf("%v: %d %s", args, code, errs)
		}
	}
	if code, _, errs := call("serve", "-C", root, "--game", "toyy"); code == exitOK || !strings.Contains(errs, "toy") {
		t.Errorf("%d %s", code, errs)
	}
}
