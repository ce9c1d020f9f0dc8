// This file lists the mappings of the tree form, for the JSON schemas.

package syntax

import "slices"

// Shape is a mapping of the tree form: the key that determines its meaning, the word that is this key's value if only certain
// words are allowed, and the keys that may be beside it.
type Shape struct {
	Key, Word string
	Beside    []string
}

// Shapes returns all mappings of the tree form. If a mapping has several of the keys, the first in this order determines its
// meaning.
func Shapes() []Shape {
	var shapes []Shape
	for _, key := range shapeKeys {
		switch key {
		case "ref":
			for _, word := range sortedKeys(refKeys) {
				shapes = append(shapes, Shape{key, word, slices.Clone(refKeys[word])})
			}
		case "query":
			for _, word := range sortedKeys(queryKeys) {
				shapes = append(shapes, Shape{key, word, slices.Clone(queryKeys[word])})
			}
		case "op":
			shapes = append(shapes, Shape{key, "", slices.Clone(opKeys)})
		default:
			shapes = append(shapes, Shape{key, "", nil})
		}
	}
	return shapes
}
