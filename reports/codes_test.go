package reports_test

import (
	"testing"

	"github.com/ndconform/ndconform/reports"
)

func TestCodesWords(t *testing.T) {
	for _, c := range []struct {
		codes  reports.Codes
		strict bool
		want   string
	}{
		{want: ""},
		{strict: true, want: "--strict accepts no code but the documented one"},
		{codes: reports.Codes{Exact: 1000}, want: "1,000 returned as documented"},
		{
			codes: reports.Codes{Exact: 7, Ruled: 1, WellKnown: 2}, strict: true,
			want: "7 returned as documented, 2 replaced by a well-known code that means the same, 1 replaced by another code " +
				"that a ruling accepts; --strict accepts no code but the documented one",
		},
	} {
		if got := (&reports.Run{Codes: c.codes, Strict: c.strict}).CodeWords(); got != c.want {
			t.Errorf("%+v, strict %v: %q, want %q", c.codes, c.strict, got, c.want)
		}
	}
}
