package replay

import (
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/calls/recorded"
)

// A debtor owes something until it was looked at so often, or for ever.
type debtor struct{ looks, quiets int }

func (d *debtor) Owes() bool {
	d.looks--
	return d.looks != 0
}

func (d *debtor) Quiet() { d.quiets++ }

// At the end of a text, and where it stops, the judge says what is owed, once that was waited for.
func TestOwed(t *testing.T) {
	for text, looks := range map[string]int{
		"adapter1 = provider1.OpenAdapter(local)": 3, "cq1.Resize(depth 1)": -1,
		"adapter1 = provider1.OpenAdapter(peer)": -1,
	} {
		lines, err := recorded.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		judge := &debtor{looks: looks}
		o := Options{Limit: 10 * time.Millisecond, Judge: judge}
		if looks > 0 {
			o.Limit = time.Minute
		}
		if _, err := Play(t.Context(), engine(t), []Track{Text(lines)}, o); err != nil || (judge.quiets == 0) != (looks > 0) {
			t.Errorf("%s: %+v, %v", text, judge, err)
		}
	}
}
