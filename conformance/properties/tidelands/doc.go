// Package tidelands holds the properties of The Tidelands, whose rules are made to exercise every corner of the
// library's sequence of play: each property enumerates all positions of a kind and compares them with a model.
// Importing the package registers its specs with Ginkgo.
package tidelands
