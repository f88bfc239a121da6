package reports

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ndconform/ndconform/reports/printable"
)

// TestUnseenIsSeen shows that no report has text that reads as another one.
func TestUnseenIsSeen(t *testing.T) {
	for _, r := range "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u200b" +
		"\u200d\u2060\ufeff\u00ad\u2028\u2029\ufe0f\u115f\u3164\U000e0041\x1b\u0085" {
		hostile := "fail" + string(r) + "ssap"
		run := PrintableRun(&Run{Provider: hostile, Specs: []Spec{{ID: "a", Message: hostile, Notes: []string{hostile}}}})
		for _, text := range []string{printable.Text(hostile), run.Provider, run.Specs[0].Message, run.Specs[0].Notes[0]} {
			if strings.ContainsRune(text, r) || !strings.ContainsRune(text, utf8.RuneError) {
				t.Errorf("%U: %q", r, text)
			}
		}
	}
	if text := "…“µs” naïve é 漢字 \t\n"; printable.Text(text) != text {
		t.Errorf("%q", printable.Text(text))
	}
}
