package reports_test

import (
	"testing"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
)

// TestWhoIsSuspected shows which method heads a cause: the blamed method if it did the wrong itself, or else the method
// that most of the specs test, and the page's method if they blame none.
func TestWhoIsSuspected(t *testing.T) {
	const resize, receive = "IND2CompletionQueue::Resize", "IND2QueuePair::Receive"
	for name, c := range map[string]struct {
		method, does string
		ids          []string
		want, shown  string
	}{
		"its own doing": {resize, "returns ND_BUFFER_OVERFLOW", []string{"qp.send.gathers"}, resize, "qp.send.gathers"},
		"what another loses": {
			receive, finding.NoResult, []string{"cq.resize.holds-new-depth"}, resize, "cq.resize.holds-new-depth",
		},
		"most are about": {
			receive, finding.NoResult,
			[]string{"qp.receive.gathers", "cq.resize.holds-new-depth", "cq.resize.loses-nothing"},
			resize, "cq.resize.holds-new-depth",
		},
		"by the page":  {"", "", []string{"mw.rights.read-only"}, "IND2QueuePair::Bind", "mw.rights.read-only"},
		"by a release": {"", "", []string{"qp.release.spares-others"}, "IND2QueuePair::Release", "qp.release.spares-others"},
	} {
		run := &reports.Run{Provider: "acme"}
		for _, id := range c.ids {
			s := failing(id, "0 results", 0)
			s.Findings[0].Method, s.Findings[0].Does = c.method, c.does
			run.Specs = append(run.Specs, s)
		}
		causes := reports.CausesOf(run)
		if len(causes) != 1 || causes[0].Suspect != c.want || causes[0].Spec != c.shown {
			t.Errorf("%s: %d causes, %s of %s; want %s of %s", name, len(causes), causes[0].Spec, causes[0].Suspect, c.shown,
				c.want)
		}
	}
}
