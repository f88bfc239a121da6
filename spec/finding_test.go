package spec

import (
	"testing"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/spec/expect"
)

// What an assertion fails with is what its matcher finds, with its description; a message of somebody
// else's says what it says.
func TestAssertionsFailWithFindings(t *testing.T) {
	returned := finding.Finding{Expected: "to return ND_SUCCESS", Seen: "ND_CANCELED"}
	described := returned
	described.Says = "the second Send"
	for _, c := range []struct {
		name   string
		assert func()
		want   finding.Finding
	}{
		{"a status", func() { expect.Expect(nd2.Canceled).To(Return(nd2.Success)) }, returned},
		{"a number", func() {
			expect.Expect(uint32(5)).To(expect.Equal(uint32(6)), "the size")
		}, finding.Finding{Says: "the size", Expected: "6", Seen: "5"}},
		{"with a description", func() {
			expect.Expect(nd2.Canceled).To(Return(nd2.Success), "the %s Send", "second")
		}, described},
		{"the first of two that must hold", func() {
			expect.Expect(nd2.Canceled).To(expect.And(Return(nd2.Success), Return(nd2.Pending)))
		}, returned},
		{"forged", func() {
			expect.Expect("x").To(said("expected: a\nseen:     b\nrule:     c"))
		}, finding.Finding{Says: "expected: a\nseen:     b\nrule:     c"}},
		{"none of two", func() {
			expect.Expect(nd2.Canceled).To(expect.Not(expect.Or(expect.Equal(nd2.Canceled))))
		}, finding.Finding{Expected: "not ND_CANCELED", Seen: "ND_CANCELED"}},
		{"what can't be asked", func() {
			expect.Expect("x").To(ReturnFailure(), "the size")
		}, finding.Finding{Says: "the size\na status is a failure or not; a string is neither"}},
		{"a second value", func() {
			expect.Expect(1, nd2.Canceled).To(expect.Equal(1))
		}, finding.Finding{Says: "value 2 is not zero: ND_CANCELED"}},
	} {
		if got := fails(t, c.assert); got != c.want.String() {
			t.Errorf("%s: %q, want %q", c.name, got, c.want.String())
		}
	}
}

// said is a matcher that fails with a text.
type said string

func (said) Match(any) (bool, error)          { return false, nil }
func (s said) FailureMessage(any) string      { return string(s) }
func (said) NegatedFailureMessage(any) string { return "" }
