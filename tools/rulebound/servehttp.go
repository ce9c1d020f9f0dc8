// This file answers the requests to `rulebound serve`.

package main

import (
	"encoding/json"
	"fmt"
	"html"
	"mime"
	"net"
	"net/http"
	"path"
	"strings"
	"sync"

	"rulebound/show/report"
)

// liveSite is the current report of the server. It is safe for concurrent use.
type liveSite struct {
	mu      sync.Mutex
	site    *report.Site // nil until a game has compiled
	status  siteStatus
	waiting map[chan struct{}]bool // pages waiting for a change
}

// siteStatus is the message sent to pages.
type siteStatus struct {
	Games  map[string]siteVersion `json:"games"`
	Total  siteVersion            `json:"total"`
	Broken string                 `json:"broken"` // the errors, as text
}

// siteVersion counts the compilations of a game's rulebook, and the runs of its scenarios.
type siteVersion struct {
	Rules    int `json:"rules"`
	Measured int `json:"measured"`
}

func newLiveSite() *liveSite {
	return &liveSite{status: siteStatus{Games: map[string]siteVersion{}}, waiting: map[chan struct{}]bool{}}
}

// changed counts a change of a game; set publishes it.
func (l *liveSite) changed(game string, rules bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	v := l.status.Games[game]
	if rules {
		v.Rules, l.status.Total.Rules = v.Rules+1, l.status.Total.Rules+1
	} else {
		v.Measured, l.status.Total.Measured = v.Measured+1, l.status.Total.Measured+1
	}
	l.status.Games[game] = v
}

func (l *liveSite) set(site *report.Site, broken string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.site, l.status.Broken = site, broken
	for c := range l.waiting {
		select {
		case c <- struct{}{}:
		default: // already notified
		}
	}
}

func (l *liveSite) message() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	text, _ := json.Marshal(l.status) // plain data can always be encoded
	return text
}

// handler answers requests to an address of this machine, host and port. It refuses requests of other sites and for
// other hosts, so that a foreign page cannot read the report through a name that resolves to this machine.
func (l *liveSite) handler(address string) http.Handler {
	_, port, _ := net.SplitHostPort(address)
	hosts := map[string]bool{address: true, "localhost:" + port: true}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-store")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Content-Security-Policy", "frame-ancestors 'none'")
		origin := r.Header.Get("Origin")
		switch {
		case !hosts[r.Host]:
			http.Error(w, "this server answers at http://"+address+"/ only", http.StatusMisdirectedRequest)
		case origin != "" && origin != "http://"+r.Host:
			http.Error(w, "other sites are not answered", http.StatusForbidden)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		case r.URL.Path == "/events":
			l.events(w, r)
		default:
			l.file(w, r)
		}
	})
}

// file answers with a file of the report. It reads no file from the disk, so only paths of the report are found.
func (l *liveSite) file(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	site, broken := l.site, l.status.Broken
	l.mu.Unlock()
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	if site == nil {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprintf(w, "<!doctype html><meta charset=utf-8><meta http-equiv=refresh content=2><title>No rulebook compiles</title><h1>No rulebook compiles</h1><pre>%s</pre>", html.EscapeString(broken))
		return
	}
	text, err := site.File(name)
	switch {
	case err != nil:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	case text == nil:
		http.NotFound(w, r)
	default:
		w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
		_, _ = w.Write(text) // the browser may have disconnected
	}
}

// events sends the status to a page, now and after each change, until the page is closed.
func (l *liveSite) events(w http.ResponseWriter, r *http.Request) {
	flusher, ok := w.(http.Flusher)
	if !ok {
		http.Error(w, "no events", http.StatusNotImplemented)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	changed := make(chan struct{}, 1)
	l.mu.Lock()
	l.waiting[changed] = true
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		delete(l.waiting, changed)
		l.mu.Unlock()
	}()
	for {
		if _, err := fmt.Fprintf(w, "data: %s\n\n", l.message()); err != nil {
			return
		}
		flusher.Flush()
		select {
		case <-changed:
		case <-r.Context().Done():
			return
		}
	}
}
