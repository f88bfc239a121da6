package printable

import (
	"fmt"
	"testing"
)

// TestWholeLines shows that clip leaves out what is left of a line that it cuts, and no line that
// it does not.
func TestWholeLines(t *testing.T) {
	for name, c := range map[string]struct{ text, head, tail string }{
		"both cut":                      {"abc\nd-5678-e\nfgh", "abc", "fgh"},
		"the first ends at the cut":     {"abc\nd\n-345-67", "abc\nd", "45-67"},
		"the last begins behind it":     {"01-23-45\nc\nefg", "01-23", "c\nefg"},
		"both are whole":                {"abc\nd\n2345\nc\nefg", "abc\nd", "c\nefg"},
		"an end that begins a new line": {"abc\nd3456\nefgh", "abc", "efgh"},
	} {
		const limit = 10
		want := fmt.Sprintf("%s\n… %d bytes are left out here; the JSON report has them …\n%s", c.head,
			len(c.text)-len(c.head)-len(c.tail), c.tail)
		if got := Clip(c.text, limit); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
