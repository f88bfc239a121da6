package spec

import (
	"testing"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/spec/expect"
)

// What an assertion fails with is what its matcher made the message of, whatever was
// said before it; a message of somebody else's says what it says.
func TestMessagesAreOfFindings(t *testing.T) {
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
		{"seen has fields", func() {
			expect.Expect("x").To(forging("b\nrule:     c"))
		}, finding.Finding{Expected: "a", Seen: "b\nrule:     c"}},
	} {
		messages.list = nil
		if got := messages.of(fails(t,
			c.assert)); got.Says != c.want.Says || got.Expected != c.want.Expected || got.Seen != c.want.Seen ||
			got.Rule != c.want.Rule {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// said is a matcher that fails with a text.
type said string

func (said) Match(any) (bool, error)          { return false, nil }
func (s said) FailureMessage(any) string      { return string(s) }
func (said) NegatedFailureMessage(any) string { return "" }

// forging is a matcher that sees a text.
type forging string

func (forging) Match(any) (bool, error)          { return false, nil }
func (s forging) FailureMessage(any) string      { return message("a", string(s), "") }
func (forging) NegatedFailureMessage(any) string { return "" }
