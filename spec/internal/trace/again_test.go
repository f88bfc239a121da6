package trace

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// A refusing queue gives its answers to Resize, one after another.
type refusing struct {
	nd2.CompletionQueue
	answers []nd2.Status
}

func (q *refusing) Resize(uint32) (s nd2.Status) {
	s, q.answers = q.answers[0], q.answers[1:]
	return s
}

// TestAgain shows that a call that was refused for want of resources is made once more,
// each time, that another is not, and that all calls are shown.
func TestAgain(t *testing.T) {
	const lack, other = nd2.InsufficientResources, nd2.InvalidParameter
	for name, c := range map[string]struct {
		answers []nd2.Status
		want    []nd2.Status
	}{
		"a moment":        {[]nd2.Status{lack, nd2.Success}, []nd2.Status{nd2.Success}},
		"each time":       {[]nd2.Status{lack, 0, lack, 0, nd2.NoMemory, 0}, []nd2.Status{0, 0, 0}},
		"another refusal": {[]nd2.Status{nd2.NoMemory, other}, []nd2.Status{other}},
		"longer":          {[]nd2.Status{lack, lack, lack}, []nd2.Status{lack}},
		"of two kinds":    {[]nd2.Status{lack, nd2.NoMemory, lack, lack}, []nd2.Status{lack}},
		"no lack":         {[]nd2.Status{other, other}, []nd2.Status{other, other}},
	} {
		r := NewRecorder()
		inner := &refusing{answers: c.answers}
		q := watch[nd2.Unknown](inner, r.seen, "cq1").(nd2.CompletionQueue)
		for i, want := range c.want {
			if got := q.Resize(4); got != want {
				t.Errorf("%s: call %d returned %v, want %v", name, i, got, want)
			}
		}
		if shown, _ := r.Led(); len(shown) != len(c.answers)-len(inner.answers) {
			t.Errorf("%s: %d calls shown", name, len(shown))
		}
	}
}
