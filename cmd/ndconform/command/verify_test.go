package command

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports/certificate"
)

// TestCheckedBy shows that verify says when it is not the build that a certificate
// names, as when the names in the journal were changed.
func TestCheckedBy(t *testing.T) {
	released := build{version: "v1.2.0", commit: "abc"}
	for _, c := range []struct {
		name string
		ours build
		says string
	}{
		{"the same build", released, ""},
		{"another release", build{version: "v1.3.0", commit: "def"}, "v1.3.0 def, which is not the build"},
		{"another commit", build{version: "v1.2.0", commit: "def"}, "v1.2.0 def, which is not the build"},
		{"with changes", build{version: "v1.2.0", commit: "abc", modified: true}, "v1.2.0 abc with changes, which is not the build"},
	} {
		rows := checkedBy(c.ours, &certificate.Certificate{Version: "v1.2.0", Commit: "abc"})
		if (len(rows) == 0) != (c.says == "") || len(rows) == 1 && !strings.HasPrefix(rows[0][1], c.says) {
			t.Errorf("%s: %q", c.name, rows)
		}
	}
}
