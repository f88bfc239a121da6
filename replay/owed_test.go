package replay

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/around"
	"github.com/ndconform/ndconform/providers"
)

// Requests that no line waits for are asked at the end, and results taken, so that the judge sees how they ended or
// what they owe.
func TestOwedByName(t *testing.T) {
	for id, c := range map[string]struct{ text, rule string }{
		"cancel-ends-neighbors": {`connector3 = adapter2.CreateConnector()
connector4 = adapter1.CreateConnector()
connector5 = adapter1.CreateConnector()
listener2 = adapter1.CreateListener()
listener2.Bind()
listener2.Listen()
listener1.GetConnectionRequest(connector3) → ND_PENDING
listener2.GetConnectionRequest(connector4) → ND_PENDING
listener2.GetConnectionRequest(connector5) → ND_PENDING
listener2.CancelOverlappedRequests()`, "overlapped.canceloverlappedrequests.own-requests-only"},
		"wakeup-lost-after-cancel": {`cq1.Notify(ND_CQ_NOTIFY_ANY) → ND_PENDING
cq1.CancelOverlappedRequests()
cq1.Notify(ND_CQ_NOTIFY_ANY) → ND_PENDING
qp1.Send(context 1, [mr1+0[8]])
cq2.GetResults()`, "cq.notify.no-lost-wakeup"},
	} {
		lines, err := recorded.Parse(strings.NewReader(connected + c.text))
		if err != nil {
			t.Fatal(err)
		}
		k := judge.New(nil)
		open, err := ndclient.Open("mutant,id=stateful/"+id, "", func(i providers.Instance) providers.Instance {
			return around.Insisting(i, k, nil)
		})
		if err != nil {
			t.Fatal(err)
		}
		ends, err := open()
		if err != nil {
			t.Fatal(err)
		}
		result, err := Play(t.Context(), ends, []Track{Text(lines)}, Options{Limit: 200 * time.Millisecond, Judge: k})
		if err != nil || result.Stopped != nil {
			t.Errorf("%s: %v, %v", id, result.Stopped, err)
		}
		if err := ends.Close(); err != nil {
			t.Error(err)
		}
		named := false
		for _, found := range k.End() {
			named = named || found.Of == judge.Provider && found.ID == c.rule
		}
		if !named {
			t.Errorf("%s does not show %s", id, c.rule)
		}
	}
}

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

// A canceling judge is owed something for ever, and cancels the replay when it is asked.
type canceling struct {
	cancel context.CancelFunc
	quiet  bool
}

func (c *canceling) Owes() bool {
	c.cancel()
	return true
}

func (c *canceling) Quiet() { c.quiet = true }

// A replay that is canceled while it waits for what is owed ends, and blames nobody.
func TestWaitingForWhatIsOwedIsCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	j := &canceling{cancel: cancel}
	s := &stage{Options: Options{Judge: j, Limit: time.Minute}, ctx: ctx}
	if s.quiet(); j.quiet {
		t.Error("the judge has said what is owed")
	}
}
