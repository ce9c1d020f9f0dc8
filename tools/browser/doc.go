// Package browser tests the report in a real browser: what a reader sees and does, from disk and from a web server. Its tests are
// behind the build tag browser, because they need Chromium and a client of its protocol that nothing else needs to compile:
//
//	make test-browser
package browser
