package trace

import (
	"testing"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
)

// TestAstray shows that a finding says where an owed result has gone.
func TestAstray(t *testing.T) {
	for name, c := range map[string]struct {
		calls              func(w *world)
		owed, method, does string
	}{
		"it came in another queue": {
			func(w *world) { w.result("cq2", nd2.RequestSend) },
			"qp1.Send of context 1 (it came in cq2 instead)", "IND2QueuePair::Send", finding.OtherQueue,
		},
		"it came with another context": {
			func(w *world) {
				w.note("cq1", "GetResults", "").end([]nd2.Result{{RequestContext: 9, RequestType: nd2.RequestSend}})
			},
			"qp1.Send of context 1 (cq1 has one of context 9, which no request waits for)",
			"IND2CompletionQueue::GetResults", finding.OtherContext,
		},
		"it did not come": {
			func(w *world) { w.result("cq1", nd2.RequestRead) },
			"qp1.Send of context 1", "", "",
		},
	} {
		w := newWorld()
		w.send("qp1", 0)
		c.calls(w)
		if owed := w.Owed(); owed != c.owed {
			t.Errorf("%s: owed %q, want %q", name, owed, c.owed)
		}
		if method, does := w.Astray(); method != c.method || does != c.does {
			t.Errorf("%s: %s %s", name, method, does)
		}
	}
}

// TestLacks shows for which request a Notify may wait: one whose result is due in its queue, and did not come since.
func TestLacks(t *testing.T) {
	send := "IND2QueuePair::Send"
	for name, c := range map[string]struct {
		calls func(w *world)
		want  string
	}{
		"a Send":                       {func(w *world) { w.send("qp1", 0) }, send},
		"a Send to another queue":      {func(w *world) { w.send("qp2", 0) }, ""},
		"a Receive, which may pend":    {func(w *world) { w.receive("qp1") }, ""},
		"nothing":                      {func(*world) {}, ""},
		"a Send, but something came":   {func(w *world) { w.send("qp1", 0); w.send("qp1", 0); w.result("cq1", nd2.RequestSend) }, ""},
		"a silent Send, which may not": {func(w *world) { w.send("qp1", nd2.SilentSuccess) }, ""},
	} {
		w, o := newWorld(), &nd2.Overlapped{}
		w.note("cq1", "Notify", "_ _", nd2.NotifyAny, o).end(nd2.Pending)
		c.calls(w)
		if owes, lacks := w.Lacks(o); lacks != (c.want != "") || lacks && owes.Method != c.want {
			t.Errorf("%s: %+v, %v", name, owes, lacks)
		}
	}
}

// TestRefused shows when a Connect waits for what a Reject owes.
func TestRefused(t *testing.T) {
	r, o := NewRecorder(), &nd2.Overlapped{}
	r.note("connector1", "Connect", "_", o).end(nd2.Pending)
	if r.Refused(o) {
		t.Error("nobody has rejected it")
	}
	r.note("connector2", "Reject", "_").end(nd2.Success)
	if !r.Refused(o) {
		t.Error("a Reject has succeeded")
	}
	r.note("connector3", "Connect", "_", &nd2.Overlapped{}).end(nd2.Pending)
	if r.Refused(o) {
		t.Error("the Reject may be another Connect's")
	}
}
