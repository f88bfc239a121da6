package reports

import (
	"strings"
	"unicode/utf8"
)

// printable replaces what an XML document may not hold and what a terminal
// would obey: invalid UTF-8 and every control character but tab and newline. A
// carriage return before a newline is dropped.
func printable(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n':
			return r
		case r < 0x20, r >= 0x7f && r <= 0x9f, r == 0xfffe, r == 0xffff:
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(text, string(utf8.RuneError)))
}
