package command

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// lying is a name that pretends to be more than one: lines, columns, what a terminal
// obeys, text turned around.
const lying = "1.0\ncertified  core\r\n\ttrust\x1b[2K\x1b]0;x\x07\u202ecba\u2066\u0085\u2028<b>"

// TestErrorsAreNotLiedThrough shows that what a command fails with adds nothing that a terminal obeys.
func TestErrorsAreNotLiedThrough(t *testing.T) {
	var out bytes.Buffer
	a := &app{program: "ndconform", out: &out, err: &out}
	a.fails(errors.New(lying))
	if i := strings.IndexAny(out.String(), "\r\x1b\x07\u202e\u2066\u0085\u2028"); i >= 0 {
		t.Errorf("a terminal obeys %q", out.String()[i:])
	}
}
