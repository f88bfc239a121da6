package frame

import "testing"

func TestNumbers(t *testing.T) {
	for n, want := range map[int]string{
		0: "0", 999: "999", 1379: "1,379", -1000: "-1,000", 100000: "100,000",
		1234567: "1,234,567",
	} {
		if got := Number(n); got != want {
			t.Errorf("Number(%d) is %q, want %q", n, got, want)
		}
	}
	for words, want := range map[string]string{
		"Of 1379 specs, 9 failed and 1000 could not.":            "Of 1,379 specs, 9 failed and 1,000 could not.",
		"12345.6789 s, 0.12345 s, seed 1234567, 0x12345, n12345": "12,345.6789 s, 0.12345 s, seed 1234567, 0x12345, n12345",
		"1073741824": "1,073,741,824",
	} {
		if got := Numbers(words); got != want {
			t.Errorf("Numbers(%q) is %q, want %q", words, got, want)
		}
	}
	for f, want := range map[float64]string{0.5: "0.5", 999.94: "999.9", 12345.6: "12,346"} {
		if got := Figure(f); got != want {
			t.Errorf("Figure(%v) is %q, want %q", f, got, want)
		}
	}
}
