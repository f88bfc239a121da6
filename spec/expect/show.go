package expect

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// How much of a value is shown: bytes, elements, and levels of structures.
const (
	bytesMost    = 32
	elementsMost = 16
	levelsMost   = 4
)

// Show is a value in a line, as a reader who knows no Go takes it: names for what has
// them, bytes in hex, and the members of structures by name.
func Show(v any) string { return show(reflect.ValueOf(v), levelsMost) }

func show(v reflect.Value, levels int) string {
	if !v.IsValid() {
		return "nothing"
	}
	if named, ok := named(v); ok {
		return named
	}
	if levels == 0 {
		return "…"
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return "nothing"
		}
		return show(v.Elem(), levels-1)
	case reflect.Struct:
		return members(v, levels)
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return inHex(v)
		}
		return elements(v, levels)
	case reflect.String:
		return fmt.Sprintf("%q", v.String())
	case reflect.Map:
		return fmt.Sprintf("%d entries", v.Len())
	case reflect.Chan: // how many values wait in it
		return strconv.Itoa(v.Len())
	case reflect.Func, reflect.UnsafePointer:
		return "a " + v.Kind().String()
	}
	return fmt.Sprint(v) // a number or a truth, whose fields are unexported or not
}

// named returns the name that a value gives itself: a status, flags, an error.
func named(v reflect.Value) (string, bool) {
	if !v.CanInterface() || v.Kind() == reflect.Pointer && v.IsNil() {
		return "", false
	}
	switch v := v.Interface().(type) {
	case *nd2.Overlapped: // which may be the provider's
		return "an OVERLAPPED", true
	case error:
		return v.Error(), true
	case fmt.Stringer:
		return v.String(), true
	}
	return "", false
}

func members(v reflect.Value, levels int) string {
	parts := make([]string, v.NumField())
	for i := range parts {
		parts[i] = v.Type().Field(i).Name + " " + show(v.Field(i), levels-1)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func elements(v reflect.Value, levels int) string {
	var parts []string
	for i := range min(v.Len(), elementsMost) {
		parts = append(parts, show(v.Index(i), levels-1))
	}
	if more := v.Len() - elementsMost; more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// difference shows two values that look alike where they differ: lists at the first such element, and others with
// their types.
func difference(want, seen reflect.Value) (expected, got string) {
	if want.IsValid() && seen.IsValid() && want.Type() == seen.Type() && want.Kind() == reflect.Slice {
		for i := range min(want.Len(), seen.Len()) {
			a, b := show(want.Index(i), levelsMost), show(seen.Index(i), levelsMost)
			if a != b {
				return fmt.Sprintf("%s at place %d of %d", a, i, want.Len()), b
			}
		}
		return fmt.Sprintf("%d elements", want.Len()), fmt.Sprintf("%d elements", seen.Len())
	}
	return fmt.Sprintf("%s (%v)", show(want, levelsMost), want), fmt.Sprintf("%s (%v)", show(seen, levelsMost), seen)
}

func inHex(v reflect.Value) string {
	first := make([]byte, min(v.Len(), bytesMost))
	for i := range first {
		first[i] = byte(v.Index(i).Uint())
	}
	if len(first) < v.Len() {
		return fmt.Sprintf("%x… of %d bytes", first, v.Len())
	}
	return fmt.Sprintf("%d bytes %x", v.Len(), first)
}
