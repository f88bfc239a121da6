package spec

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The page lists the table as it is.
func TestAxesAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/running.md")
	if err != nil {
		t.Fatal(err)
	}
	head := "| key | what it decides | values, the plain one first |\n| --- | --- | --- |\n"
	for _, c := range Axes {
		head += fmt.Sprintf("| `%s` | %s | %s |\n", c.Axis, c.Says, c.Values())
	}
	if !strings.Contains(string(page), head+"\n") {
		t.Errorf("docs/running.md should have\n%s", head)
	}
}

// What a spec is said to be given can be set, and sets that; other spellings can't.
func TestChoicesAreRead(t *testing.T) {
	for _, c := range Axes {
		for _, one := range c.list {
			if n, ok := c.number(c.word(one.number)); !ok || n != one.number {
				t.Errorf("%s=%s is %d, %t; want %d", c.Axis, one.word, n, ok, one.number)
			}
		}
		for _, odd := range []string{"", "0x1", "01", "+1", " 1", "-1", "many", "18446744073709551616"} {
			if c.Has(odd) {
				t.Errorf("%s can be %q", c.Axis, odd)
			}
		}
	}
}

// A drawing set by hand holds for plain specs and others, within limits, and what is not plain is told.
func TestGiven(t *testing.T) {
	target := &Target{}
	target.Draw(Plain, "receive-queue=shared,receive-depth=33,size=9,unknown=3,neighbor=many")
	shared, depth, entries := target.drawn(ReceiveQueue), target.drawnUpTo(ReceiveDepth, 20), target.drawn(ReceiveEntries)
	target.drawnUpTo(ReceiveDepth, 20)
	target.drawnUpTo(ReceiveDepth, 2) // as the plain choice is
	if shared == 0 || depth != 20 || entries != 2 || target.drawn(Neighbor) != 0 {
		t.Errorf("shared %d, depth %d, entries %d", shared, depth, entries)
	}
	if got, want := target.Given(), "receive-queue=shared,receive-depth=20"; got != want {
		t.Errorf("given are %q, want %q", got, want)
	}
}
