package trace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// owedMost is how many requests without a result are remembered, the latest; and shownMost how
// many are named.
const owedMost, shownMost = 1024, 6

// posting are the methods of v2 that post a request, and names of its type.
var posting = []string{"Send", "Receive", "Bind", "Invalidate", "Read", "Write"}

// Owed names requests of v2 that were posted and have no result yet, the Receives last, which
// only have one if something arrives. It is empty if there are none.
func (r *Recorder) Owed() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := slices.Clone(r.owed)
	slices.SortStableFunc(list, func(a, b *call) int { return strings.Index(a.method, "Receive") - strings.Index(b.method, "Receive") })
	return joined(list[:min(len(list), shownMost)], len(list), func(c *call) string {
		return fmt.Sprintf("%s.%s of context %s", c.object, c.method, r.show("context", c.args[0]))
	})
}

// posted notes that a request is posted, whose result may be there before the call returns. One
// that is silent has none. The recorder is locked.
func (r *Recorder) posted(c *call) {
	queue := strings.HasPrefix(c.object, "qp") || strings.HasPrefix(c.object, "srq")
	if !queue || len(c.args) == 0 || !slices.Contains(posting, c.method) {
		return
	}
	if flags, ok := c.args[len(c.args)-1].(nd2.OpFlags); ok && flags&nd2.SilentSuccess != 0 {
		return
	}
	if len(r.owed) == owedMost {
		r.owed = slices.Delete(r.owed, 0, 1)
	}
	r.owed = append(r.owed, c)
}

// settled takes what a call has returned: a request that was refused is owed no result, nor is one
// that has its own. The recorder is locked.
func (r *Recorder) settled(c *call) {
	switch returned := c.result.(type) {
	case nd2.Status:
		if returned != nd2.Success {
			r.drop(func(o *call) bool { return o == c })
		}
	case []nd2.Result:
		for _, e := range returned {
			r.drop(func(o *call) bool { return o.args[0] == any(e.RequestContext) && o.method == e.RequestType.String() })
		}
	}
}

// drop takes out the first request that is the one.
func (r *Recorder) drop(one func(*call) bool) {
	if i := slices.IndexFunc(r.owed, one); i >= 0 {
		r.owed = slices.Delete(r.owed, i, i+1)
	}
}
