package reports

import (
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"
)

// unseen are the characters that show as nothing, or make other text show as what
// it is not. Source: UAX #9, 2.7, and UAX #44, Default_Ignorable_Code_Point.
var unseen = []*unicode.RangeTable{unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point}

// printable replaces what an XML document may not hold and what a terminal or a
// browser would obey: invalid UTF-8, every control character but tab and newline, and
// characters that reverse text or can't be seen. A carriage return before a newline is
// dropped.
func printable(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n':
			return r
		case r > 0x7f && unicode.In(r, unseen...):
			return utf8.RuneError
		case r < 0x20, r >= 0x7f && r <= 0x9f, r == 0xfffe, r == 0xffff:
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(text, string(utf8.RuneError)))
}

// printableRun returns a copy of run in which all text is printable, so that the
// code that writes it out need not think of that.
func printableRun(run *Run) *Run {
	copied := printableCopy(reflect.ValueOf(*run)).Interface().(Run)
	return &copied
}

// printableCopy copies a value of the types that JSON reports are made of.
func printableCopy(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	switch v.Kind() {
	case reflect.String:
		c.SetString(printable(v.String()))
	case reflect.Struct:
		for i := range v.NumField() {
			if c.Field(i).CanSet() {
				c.Field(i).Set(printableCopy(v.Field(i)))
			}
		}
	case reflect.Slice:
		if v.IsNil() {
			break
		}
		c.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			c.Index(i).Set(printableCopy(v.Index(i)))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			c.Set(reflect.New(v.Type().Elem()))
			c.Elem().Set(printableCopy(v.Elem()))
		}
	}
	return c
}
