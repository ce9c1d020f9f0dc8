// Package tidelands holds the properties of The Tidelands, whose rules are made to press on every corner of the library's
// sequence of play: each walks through all positions of a kind and compares with a model. Importing it adds its specs to a
// suite of Ginkgo.
package tidelands
