// Package printable makes text of others safe to show: printable, of a bounded length, and an order to
// no system that shows it.
package printable

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// unseen are the characters that show as nothing, or make other text show as what
// it is not. Source: UAX #9, 2.7, and UAX #44, Default_Ignorable_Code_Point.
var unseen = []*unicode.RangeTable{
	unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector,
	unicode.Other_Default_Ignorable_Code_Point,
}

// Text replaces what an XML document may not hold and what a terminal or a
// browser would obey: invalid UTF-8, every control character but tab and newline, and
// characters that reverse text or can't be seen. A carriage return before a newline is
// dropped.
func Text(text string) string {
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

// Markdown writes a line of text so that Markdown takes none of it for markup: a
// character reference is never taken for that.
func Markdown(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r > ' ' && r < 0x7f && strings.ContainsRune("!\"#$%&'*+<=>?@[\\]^_`{|}~", r) {
			fmt.Fprintf(&b, "&#%d;", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Field writes a labeled text with its further lines indented under the first; an
// empty text is left out.
func Field(w io.Writer, label, text string) {
	const width = 8
	FieldOf(w, width, label, text)
}

// FieldOf is [Field] with labels of a width.
func FieldOf(w io.Writer, width int, label, text string) {
	text = strings.TrimRight(text, "\r\n ")
	if text == "" {
		return
	}
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			label = ""
		}
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("  %-*s %s", width, label, line), " "))
	}
}
