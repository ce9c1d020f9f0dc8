// Package browser tests the report in a real browser, from disk and from a web server. Its tests have the build tag
// browser, because they need Chromium and a client of its protocol:
//
//	make test-browser
package browser
