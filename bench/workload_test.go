package bench_test

import (
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/bench"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/replay"
	"github.com/ndconform/ndconform/reports/speed"
)

// connected is a text in which two ends connect, and a Send is received.
const connected = `adapter1 = provider1.OpenAdapter(local)
adapter2 = provider1.OpenAdapter(peer)
cq1 = adapter1.CreateCompletionQueue(depth 4)
cq2 = adapter2.CreateCompletionQueue(depth 4)
mr1 = adapter1.CreateMemoryRegion()
mr1.Register(4096 bytes, ND_MR_FLAG_ALLOW_LOCAL_WRITE)
mr2 = adapter2.CreateMemoryRegion()
mr2.Register(4096 bytes, ND_MR_FLAG_ALLOW_LOCAL_WRITE)
qp1 = adapter1.CreateQueuePair(receives cq1, initiated cq1, receive-depth 2, initiator-depth 2, receive-entries 1, initiator-entries 1)
qp2 = adapter2.CreateQueuePair(receives cq2, initiated cq2, receive-depth 2, initiator-depth 2, receive-entries 1, initiator-entries 1)
listener1 = adapter2.CreateListener()
listener1.Bind()
listener1.Listen(backlog 1)
connector1 = adapter1.CreateConnector()
connector2 = adapter2.CreateConnector()
connector1.Bind()
listener1.GetConnectionRequest(connector2)
connector1.Connect(qp1, to listener1)
event of listener1.GetConnectionRequest → ND_SUCCESS
qp2.Receive(context 7, [mr2+0[64]])
connector2.Accept(qp2)
event of connector1.Connect → ND_SUCCESS
connector1.CompleteConnect()
event of connector2.Accept → ND_SUCCESS
qp1.Send(context 1, [mr1+0[8]])
cq1.GetResults() → [Send ND_SUCCESS context 1]
cq2.GetResults() → [Receive ND_SUCCESS context 7, 8 bytes]
`

// played measures a text, and returns each figure's sample, nil if there was none, and why it has none.
func played(t *testing.T, text string, o bench.Options) (of map[string]*bench.Sample, why map[string]string) {
	t.Helper()
	track, _, err := replay.Written(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	timer := new(bench.Timer)
	open, err := ndclient.Open("ref", "", timer.Around)
	if err != nil {
		t.Fatal(err)
	}
	ends, err := open()
	if err != nil {
		t.Fatal(err)
	}
	of, why = map[string]*bench.Sample{}, map[string]string{}
	lacks := func(name, reason string) { why[name] = reason }
	o.Sample = time.Microsecond
	program := bench.Workload{Name: "text", Tracks: []replay.Track{track}}
	planned := func(list []speed.Measurement) {
		for _, m := range list {
			of[m.Name] = nil
		}
	}
	e := bench.Events{Planned: planned, Began: func(string) {}, Failed: lacks, Unsupported: lacks}
	list, err := bench.Play(t.Context(), ends, timer, []bench.Workload{program}, o, e)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		of[s.Name] = &s
	}
	if err := ends.Close(); err != nil {
		t.Error(err)
	}
	return of, why
}

// TestWorkload shows that a text has a figure for the whole, and one for each kind of its calls: requests are timed to
// their ends.
func TestWorkload(t *testing.T) {
	of, why := played(t, connected, bench.Options{})
	if len(why) > 0 {
		t.Errorf("without a figure: %v", why)
	}
	for _, kind := range []string{"whole", "qp/send", "connector/connect", "connector/accept", "mr/register"} {
		s := of["workload/text/"+kind]
		if s == nil || s.Value <= 0 || s.Operations <= 0 || len(s.Spread) == 0 {
			t.Errorf("%s: %+v", kind, s)
		}
	}
	for _, kind := range []string{"qp/receive", "cq/getresults", "listener/getconnectionrequest"} {
		if _, planned := of["workload/text/"+kind]; planned {
			t.Errorf("%s waits for somebody else, and has a figure", kind)
		}
	}
}

// TestWorkloadDiffers shows that a workload has no figures if something else comes than its text says, and that none is
// measured again that has failed.
func TestWorkloadDiffers(t *testing.T) {
	text := strings.Replace(connected, "8 bytes", "9 bytes", 1)
	of, why := played(t, text, bench.Options{Only: []string{"workload/*/qp"}})
	says := why["workload/text/qp/send"]
	if !strings.HasPrefix(says, "1 difference, first in line 27: cq2.GetResults() → ") {
		t.Errorf("the Send failed: %q", says)
	}
	if len(of) != 1 || of["workload/text/qp/send"] != nil {
		t.Errorf("planned and measured: %v", of)
	}
	if _, why := played(t, connected, bench.Options{Skip: []string{"workload/text/whole"}}); len(why) == 0 {
		t.Error("what has failed is measured again")
	}
}
