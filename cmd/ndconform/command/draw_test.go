package command

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
)

// Whatever --shape is given becomes one spelling, or is refused with what is known.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		given, shape, wrong string
	}{
		{"plain", "", "--shape=plain draws nothing: --draw can't go with it"},
		{"read-limits=0", "", `can't be "0"`},
		{"size=9", "size=9", ""},
		{"size=9 completion-queues=one", "completion-queues=one,size=9", ""},
		{"size=9,size=8", "", "--shape: size=9 and size=8 can't go together"},
		{"size=05", "", `--shape: size can't be "05", did you mean "65"?; it is one of 1, 2,`},
		{"size=301", "", "or another number from 1 to 300"},
		{"size=", "", `--shape: size can't be ""`},
		{",,", "", `--shape: unknown key ""; known is plain, and`},
		{"siz=9", "", `--shape: unknown key "siz", did you mean "size"?; known is plain, and KEY=VALUE with one of ` +
			strings.Join(axes(), ", ")},
		{"receive-queue=share", "", `can't be "share", did you mean "shared"?; it is one of own, shared`},
		{"plain=1", "", `unknown key "plain"`},
	} {
		f := drawFlags{draw: "3", shape: strings.Fields(c.given)}
		d, err := f.drawing()
		want := reports.Drawing{Draw: 3, Shape: c.shape}
		if c.wrong == "" && (err != nil || d != want) {
			t.Errorf("%s gives %+v, %v; want %+v", c.given, d, err, want)
		} else if c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)) {
			t.Errorf("%s gives %+v, %v; want an error with %q", c.given, d, err, c.wrong)
		}
	}
	plain := drawFlags{draw: "1", shape: []string{"plain,size=9", "size=9"}}
	for range 2 { // it may be asked again
		if d, err := plain.drawing(); err != nil || d != (reports.Drawing{Shape: "size=9"}) {
			t.Errorf("plain, of size 9, gives %+v, %v", d, err)
		}
	}
}
