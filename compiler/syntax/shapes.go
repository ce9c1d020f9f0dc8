// This file tells others which mappings the tree form has; the JSON schemas are made from it.

package syntax

import "slices"

// Shape is a mapping that stands for a formula: the key that tells what it is, the word behind that key where it takes
// certain words only, and the keys that may stand beside it.
type Shape struct {
	Key, Word string
	Beside    []string
}

// Shapes lists all mappings of the tree form. A mapping with several of the keys is what the first of them in this order
// says.
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
