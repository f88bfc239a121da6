package reports_test

import (
	"strconv"
	"strings"
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
		"seen when polling": {
			"IND2CompletionQueue::GetResults", "", []string{"cq.resize.loses-nothing"}, resize, "cq.resize.loses-nothing",
		},
		"seen by another's request": {
			"IND2CompletionQueue::Notify", "",
			[]string{"cq.resize.unchanged-on-failure"},
			resize, "cq.resize.unchanged-on-failure",
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

// TestNobodyIsSuspectedUncalled shows that what the judge saw broken is held against the method of the rule if a spec
// has called it, and else against the method that the spec tests.
func TestNobodyIsSuspectedUncalled(t *testing.T) {
	const cancel, bind = "IND2Overlapped::CancelOverlappedRequests", "IND2Listener::Bind"
	for want, called := range map[string][]string{cancel: {bind, cancel}, bind: {bind}} {
		s := failing("listener.bind.nd-sharing-violation", "ND_CANCELED", 0)
		s.Called = called
		s.Findings[0] = finding.Finding{
			Rule: finding.Rule{ID: "overlapped.canceloverlappedrequests.own-requests-only"}, Method: cancel, Judged: true,
		}
		run := &reports.Run{Provider: "acme", Specs: []reports.Spec{s}}
		if causes := reports.CausesOf(run); causes[0].Suspect != want {
			t.Errorf("%v were called, and %s is suspected", called, causes[0].Suspect)
		}
	}
}

// TestWhoseOwnSpecsPass shows that a request that only specs of another method see pending for ever is that method's
// doing, however rarely the request is called.
func TestWhoseOwnSpecsPass(t *testing.T) {
	const cancel, notify = "IND2Overlapped::CancelOverlappedRequests", "IND2CompletionQueue::Notify"
	s := failing("overlapped.canceloverlappedrequests.nd-success/several-notify", "ND_PENDING", 0)
	s.Called, s.Findings[0].Method, s.Findings[0].Does = []string{cancel, notify}, notify, finding.NeverEnds
	run := &reports.Run{Provider: "acme", Specs: []reports.Spec{s}, Called: map[string]int{cancel: 1000, notify: 10}}
	if causes := reports.CausesOf(run); causes[0].Suspect != cancel {
		t.Errorf("%s is suspected", causes[0].Suspect)
	}
}

// TestWhatOneMethodsSpecsSee shows that what the judge sees in specs of one method alone is that method's doing if the
// specs of the method that is judged pass.
func TestWhatOneMethodsSpecsSee(t *testing.T) {
	const rule, address = "connector.getpeeraddress.nd-success", "IND2Connector::GetPeerAddress"
	run := &reports.Run{Provider: "acme", Specs: []reports.Spec{{ID: rule, Verdict: reports.Pass}}}
	for _, variant := range []string{"", "/no-listener", "/backlog"} {
		s := failing("connector.connect.retry-after-connection-refused"+variant, "", 0)
		s.Findings[0] = finding.Finding{Rule: finding.Rule{ID: rule}, Method: address, Judged: true}
		run.Specs = append(run.Specs, s)
	}
	want := "IND2Connector::Connect: its specs see that " + address + " breaks " + rule
	if causes := reports.CausesOf(run); causes[0].Title != want {
		t.Errorf("%s, want %s", causes[0].Title, want)
	}
	run.Specs[0] = failing(rule, "", 0)
	if causes := reports.CausesOf(run); causes[0].Suspect != address {
		t.Errorf("%s is suspected though a spec of %s fails", causes[0].Suspect, address)
	}
}

// TestWhatIsOwedComesLast shows that what a method does wrong comes before what another leaves undone.
func TestWhatIsOwedComesLast(t *testing.T) {
	owed, done := failing("cq.notify.error-satisfies-solicited", "", 0), failing("qp.send.too-long", "", 0)
	owed.Findings[0].Method, owed.Findings[0].Does = "IND2CompletionQueue::Notify", finding.NeverEnds
	done.Findings[0].Method, done.Findings[0].Does = "IND2QueuePair::Send", "ends with ND_SUCCESS"
	run := &reports.Run{Provider: "acme", Specs: []reports.Spec{owed, done}}
	for _, id := range []string{"cq.notify.nd-success", "cq.notify.nd-pending", "qp.send.gathers", "qp.send.delivers"} {
		run.Specs = append(run.Specs, reports.Spec{ID: id, Verdict: reports.Pass})
	}
	if causes := reports.CausesOf(run); causes[0].Suspect != "IND2QueuePair::Send" {
		t.Errorf("%s comes first", causes[0].Title)
	}
}

// TestJudgedElsewhere shows that a rule of one method that specs of another see broken is told with both.
func TestJudgedElsewhere(t *testing.T) {
	s := failing("cq.resize.holds-new-depth", "", 0)
	s.Findings[0] = finding.Finding{
		Rule: finding.Rule{ID: "cq.getresults.contexts"}, Method: "IND2CompletionQueue::GetResults", Judged: true,
	}
	run := &reports.Run{Provider: "acme", Specs: []reports.Spec{s}}
	want := "IND2CompletionQueue::GetResults breaks cq.getresults.contexts, in a spec of IND2CompletionQueue::Resize"
	if causes := reports.CausesOf(run); causes[0].Title != want {
		t.Error(causes[0].Title)
	}
	run.Specs[0].Findings[0] = finding.Finding{
		Rule: finding.Rule{ID: "connector.accept.private-data"}, Method: "IND2Connector::Accept", Judged: true,
		Calls: []finding.Call{{Object: "connector1", Method: "GetPrivateData"}},
	}
	run.Specs[0].ID = "connector.accept.private-data"
	want = "IND2Connector::Accept breaks connector.accept.private-data, seen by IND2Connector::GetPrivateData"
	if causes := reports.CausesOf(run); causes[0].Title != want {
		t.Error(causes[0].Title)
	}
}

// TestWhatWasNotCalledIsNotAtFault shows that a method which one of the specs has not called does not head their cause,
// though most of them test it.
func TestWhatWasNotCalledIsNotAtFault(t *testing.T) {
	run := &reports.Run{Provider: "acme"}
	for _, id := range []string{"mw.rights.write-only", "mw.rights.read-only", "mr.rights.no-remote-read"} {
		s := failing(id, "ND_SUCCESS", 0)
		s.Called = []string{"IND2MemoryRegion::Register", "IND2QueuePair::Read"}
		if strings.HasPrefix(id, "mw") {
			s.Called = append(s.Called, "IND2QueuePair::Bind")
		}
		run.Specs = append(run.Specs, s)
	}
	for i := range 8 { // in which Register goes well
		run.Specs = append(run.Specs, reports.Spec{
			ID: "mr.register.nd-success/" + strconv.Itoa(i), Verdict: reports.Pass,
			Called: []string{"IND2MemoryRegion::Register", "IND2QueuePair::Read"},
		})
	}
	run.CountCalls()
	if causes := reports.CausesOf(run); causes[0].Suspect != "IND2MemoryRegion::Register" || len(causes[0].Same) != 2 {
		t.Errorf("%s, with %v", causes[0].Suspect, causes[0].Same)
	}
}

// TestWhatTheJudgeSaysIsOneCause shows that specs which found less are told together with what the judge says of the
// same rule and method, however many they are.
func TestWhatTheJudgeSaysIsOneCause(t *testing.T) {
	const rule = "qp.bind.nd-connection-invalid"
	for range 20 { // groups come in any order
		run := &reports.Run{Provider: "acme"}
		for _, seen := range []string{"ND_SUCCESS", "ND_CANCELED", "by the judge"} {
			s := failing(rule+"/"+strconv.Itoa(len(run.Specs)), seen, 0)
			s.Requirements, s.Findings[0].Method = []string{rule}, "IND2QueuePair::Bind"
			if seen == "by the judge" {
				s.Findings[0].Rule, s.Findings[0].Judged = finding.Rule{ID: rule}, true
			}
			run.Specs = append(run.Specs, s)
		}
		if causes := reports.CausesOf(run); len(causes) != 1 || len(causes[0].Same) != 2 {
			t.Fatalf("%d causes, the first %s with %v", len(causes), causes[0].Title, causes[0].Same)
		}
	}
}

// TestWhatExplainsMoreComesFirst shows that a cause of many failures comes before another method's of one, and a cause
// that names an interface behind those that name methods.
func TestWhatExplainsMoreComesFirst(t *testing.T) {
	one := failing("srq.modify.nd-success", "2", 0)
	one.Findings[0].Method, one.Findings[0].Does = "IND2SharedReceiveQueue::Modify", "returns ND_BUFFER_OVERFLOW"
	run := &reports.Run{Provider: "acme", Specs: []reports.Spec{one}}
	for _, id := range []string{"order", "order/several", "gathers", "max-entries"} {
		s := failing("srq.receive."+id, "1", 0)
		s.Findings[0].Method, s.Findings[0].Does = "IND2SharedReceiveQueue::Receive", "returns ND_NO_MORE_ENTRIES"
		run.Specs = append(run.Specs, s)
	}
	for i := range 8 {
		run.Specs = append(run.Specs, failing("qp.error.cancels-later/"+strconv.Itoa(i), "a result", 0))
	}
	const passed = "modify.keeps-receives receive.nd-success receive.nd-success/a receive.order/b receive.order/c"
	for _, id := range strings.Fields(passed) {
		run.Specs = append(run.Specs, reports.Spec{ID: "srq." + id, Verdict: reports.Pass})
	} // Modify by itself goes better with the failures
	for i := range run.Specs {
		s := &run.Specs[i]
		s.Called = []string{"IND2SharedReceiveQueue::Receive"}
		if s.Verdict == reports.Fail {
			s.Called = append(s.Called, "IND2SharedReceiveQueue::Modify")
		}
	}
	run.CountCalls()
	var order []string
	for _, c := range reports.CausesOf(run) {
		order = append(order, c.Suspect)
	}
	const want = "IND2SharedReceiveQueue::Receive IND2SharedReceiveQueue::Modify IND2QueuePair"
	if strings.Join(order, " ") != want {
		t.Errorf("%v", order)
	}
}
