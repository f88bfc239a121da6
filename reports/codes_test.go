package reports

import "testing"

func TestCodesWords(t *testing.T) {
	for _, c := range []struct {
		codes  Codes
		strict bool
		want   string
	}{
		{want: ""},
		{strict: true, want: "--strict accepts no code but the documented one"},
		{codes: Codes{Exact: 1000}, want: "1,000 returned as documented"},
		{codes: Codes{Exact: 7, Ruled: 1, WellKnown: 2}, strict: true, want: "7 returned as documented, 2 replaced by a well-known code that means the same, 1 replaced by another code that a ruling accepts; --strict accepts no code but the documented one"},
	} {
		if got := (&Run{Codes: c.codes, Strict: c.strict}).codesWords(); got != c.want {
			t.Errorf("%+v, strict %v: %q, want %q", c.codes, c.strict, got, c.want)
		}
	}
}
