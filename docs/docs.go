// Package docs holds the documents that the command line prints.
package docs

import _ "embed"

// Glossary is the page of terms: a heading of level 3 for each, below it its text.
//
//go:embed glossary.md
var Glossary string
