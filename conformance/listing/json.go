package listing

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// PlainJSON rewords an error of encoding/json without the names of Go types.
func PlainJSON(err error) error {
	var (
		syntax *json.SyntaxError
		typed  *json.UnmarshalTypeError
	)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.As(err, &syntax) && strings.HasPrefix(syntax.Error(), "unexpected end"):
		return errors.New("this is no JSON: it ends too early")
	case syntax != nil:
		return fmt.Errorf("this is no JSON: %w", syntax)
	case errors.As(err, &typed):
		field := ""
		if typed.Field != "" {
			field = cut(typed.Field) + ": "
		}
		return fmt.Errorf("%s%s is not %s", field, foundJSON(typed.Value), wantedJSON(typed.Type))
	}
	return err
}

// foundJSON spells what encoding/json calls a value.
func foundJSON(value string) string {
	switch {
	case value == "array":
		return "a list"
	case value == "object":
		return "an object"
	case value == "string":
		return "a text"
	case value == "bool":
		return "true or false"
	case value == "number":
		return "a number"
	}
	return "the " + cut(value)
}

// wantedJSON spells the value that a type is read from.
func wantedJSON(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Map, reflect.Struct:
		return "an object"
	}
	return "a whole number"
}

// PlaceJSON returns the line and the column, in bytes, of an error that encoding/json found in a text.
func PlaceJSON(text []byte, err error) (line, column int) {
	var (
		syntax *json.SyntaxError
		typed  *json.UnmarshalTypeError
	)
	at := len(text)
	switch {
	case errors.As(err, &syntax):
		at = int(syntax.Offset)
	case errors.As(err, &typed):
		at = int(typed.Offset)
	}
	before := text[:min(max(at-1, 0), len(text))]
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}
