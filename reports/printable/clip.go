package printable

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Clip makes text printable and leaves out its middle if it takes more than limit
// bytes when escaped for HTML: the end of a trace and the beginning of a stack are
// what matters. It says how much it left out. Its running time depends only on what
// it keeps.
func Clip(text string, limit int) string {
	if len(fitting(text, limit)) == len(text) {
		return Text(text)
	}
	head := fitting(text, limit/2)
	tail := fittingEnd(text[len(head):], limit/2)
	head, tail = wholeLines(text, head, tail)
	left := len(text) - len(head) - len(tail)
	return fmt.Sprintf("%s\n… %d bytes are left out here; the JSON report has them …\n%s", Text(head), left, Text(tail))
}

// wholeLines leaves out the incomplete lines where the beginning and the end of text were cut,
// unless much would be lost by that.
func wholeLines(text, head, tail string) (first, last string) {
	beside, before := text[len(head)], text[len(text)-len(tail)-1]
	if end := strings.LastIndexByte(head, '\n'); beside != '\n' && end > len(head)/2 {
		head = head[:end]
	}
	if begin := strings.IndexByte(tail, '\n'); before != '\n' && begin >= 0 && begin < len(tail)/2 {
		tail = tail[begin+1:]
	}
	return head, tail
}

// fitting returns the longest beginning of text that takes no more than limit.
func fitting(text string, limit int) string {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		limit -= cost(r)
		if limit < 0 {
			return text[:at]
		}
		at += size
	}
	return text
}

// fittingEnd returns the longest end of text that takes no more than limit.
func fittingEnd(text string, limit int) string {
	for at := len(text); at > 0; {
		r, size := utf8.DecodeLastRuneInString(text[:at])
		limit -= cost(r)
		if limit < 0 {
			return text[at:]
		}
		at -= size
	}
	return text
}

// Cost returns how many bytes a text takes at most in an HTML document.
func Cost(text string) (n int) {
	for _, r := range text {
		n += cost(r)
	}
	return n
}

// cost returns how many bytes a rune takes at most in an HTML document.
func cost(r rune) int {
	switch {
	case strings.ContainsRune(`<>&"'+`, r):
		return len("&#34;")
	case r < ' ' && r != '\n' && r != '\t':
		return utf8.RuneLen(utf8.RuneError)
	}
	return utf8.RuneLen(r)
}

// Headline is how many runes of a message stand for the whole.
const Headline = 300

// Short returns text in one line of at most size runes.
func Short(text string, size int) string {
	const enough = 16 // bytes a rune and the spaces around it, at the most
	if len(text) > size*enough {
		text = text[:size*enough]
	}
	line := []rune(strings.Join(strings.Fields(Text(text)), " "))
	if len(line) > size {
		return string(line[:size-1]) + "…"
	}
	return string(line)
}

// ShortWithin is [Short] for a text that may take no more than limit bytes of an HTML document.
func ShortWithin(text string, size, limit int) string {
	line := Short(text, size)
	const cut = "…"
	if Cost(line) <= limit {
		return line
	}
	return fitting(line, max(limit-len(cut), 0)) + cut
}
