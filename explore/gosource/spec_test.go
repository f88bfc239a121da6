package gosource

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/nd2"
)

// connected are the calls that make a connection between qp1 and qp2.
func connected() []recorded.Call {
	return []recorded.Call{
		{On: "provider1", Method: "OpenAdapter", Made: "adapter1"},
		{On: "adapter1", Method: "CreateMemoryRegion", Made: "mr1"},
		{On: "mr1", Method: "Register", Place: recorded.Place{Region: "mr1", Length: 4096}},
		{On: "adapter1", Method: "CreateCompletionQueue", Made: "cq1", Depth: 8},
		{On: "provider2", Method: "OpenAdapter", Made: "adapter2"},
		{On: "adapter2", Method: "CreateMemoryRegion", Made: "mr2"},
		{On: "mr2", Method: "Register", Place: recorded.Place{Region: "mr2", Length: 4096}},
		{On: "adapter2", Method: "CreateCompletionQueue", Made: "cq2", Depth: 8},
		{On: "adapter1", Method: "CreateQueuePair", Made: "qp1", ReceiveCQ: "cq1", InitiatorCQ: "cq1", Context: 3},
		{On: "adapter2", Method: "CreateQueuePair", Made: "qp2", ReceiveCQ: "cq2", InitiatorCQ: "cq2", Context: 2},
		{On: "connector1", Method: "Connect", QueuePair: "qp1", Status: nd2.Pending},
	}
}

func at(region string, offset, length int) []recorded.Place {
	return []recorded.Place{{Region: region, Offset: offset, Length: length}}
}

func TestSpec(t *testing.T) {
	receive := recorded.Call{On: "qp2", Method: "Receive", Context: 3, Entries: at("mr2", 0, 64)}
	send := recorded.Call{On: "qp1", Method: "Send", Context: 4, Entries: at("mr1", 16, 8), Flags: nd2.SilentSuccess}
	doubled := send
	doubled.Entries = append(at("mr1", 16, 8), at("mr1", 20, 2)...)
	taken := recorded.Call{
		On: "cq2", Method: "GetResults",
		Results: []nd2.Result{{QueuePairContext: 2, RequestContext: 9, RequestType: nd2.RequestReceive, BytesTransferred: 8}},
	}
	arm := recorded.Call{On: "cq2", Method: "Notify", Notify: nd2.NotifyAny, Status: nd2.Pending}
	forged := recorded.Call{
		On: "qp1", Method: "Write", Context: 5, Entries: at("mr1", 0, 8),
		Place: recorded.Place{Region: "mr2", Length: 8},
	}
	spent := forged
	spent.Token, spent.Invalidated = "mw1", true
	unfit := forged
	unfit.Token, unfit.BadToken = "mr2", true
	for name, c := range map[string]struct {
		rule  string
		calls []recorded.Call
		want  []string
	}{
		"a message": {"qp.send.delivers", []recorded.Call{receive, send, taken}, []string{
			`It("keeps the rule qp.send.delivers", Covers("qp.send.delivers"), Variant("explored")`,
			"end1 := local.End(Shape{UseReceives: cq1, UseInitiated: cq1,",
			"ConnectEnds(ctx, end1, end2)",
			"data4 := memory1.Fill(16, 8, 2)",
			"Expect(end1.Send(4, memory1.List(16, 8), nd2.SilentSuccess)).To(Return(nd2.Success))",
			"Outcome(nd2.RequestReceive, 3, nd2.Success)", // although the result had another context
			"copy(want2[0:], data4)", "Expect(memory2.Bytes).To(HoldBytes(want2))", "Expect(Drain(cq2)).To(BeEmpty())",
		}},
		"a message from places that overlap": {"qp.send.delivers", []recorded.Call{receive, doubled, taken}, []string{
			"data4 := memory1.Fill(16, 8, 2)", "data4a := slices.Clone(Contents(memory1.Bytes[20:][:2]))",
		}},
		"a result that does not come": {"cq.getresults.every-request-ends", []recorded.Call{receive, send}, []string{
			"Expect(Results(ctx, cq2, 1)).To(HaveOutcomes(\n\t\t\tOutcome(nd2.RequestReceive, 3, nd2.Success)))",
		}},
		"beside an attempt that came to nothing": {"qp.send.delivers", []recorded.Call{
			{On: "adapter1", Method: "CreateQueuePair", Made: "qp3", ReceiveCQ: "cq1", InitiatorCQ: "cq1"},
			{On: "connector3", Method: "Connect", QueuePair: "qp3", Status: nd2.Pending},
			{On: "connector3", Method: "CancelOverlappedRequests"},
			{On: "qp3", Method: "Send", Context: 7, Status: nd2.ConnectionInvalid},
			{On: "adapter1", Method: "CreateQueuePair", Made: "qp4", ReceiveCQ: "cq1", InitiatorCQ: "cq1", Context: 5},
			{On: "adapter2", Method: "CreateQueuePair", Made: "qp5", ReceiveCQ: "cq2", InitiatorCQ: "cq2", Context: 4},
			{On: "connector4", Method: "Connect", QueuePair: "qp4", Status: nd2.Pending},
			receive, send, taken,
			{On: "qp3", Method: "Flush"},
			{On: "qp5", Method: "Flush"},
		}, []string{"ConnectEnds(ctx, end1, end2)", "ConnectEnds(ctx, end4, end5)", "Expect(end5.Flush())"}},
		"an end from both sides": {"qp.flush.cancels-receives", []recorded.Call{
			{On: "connector1", Method: "Disconnect", Status: nd2.Pending},
			{On: "connector2", Method: "Disconnect", Status: nd2.Pending},
		}, []string{"Expect(Ends{Active: end1, Passive: end2}.Part(ctx, end1)).To(CompleteWith(nd2.Success))"}},
		"a notification that does not come": {
			"cq.notify.no-lost-wakeup",
			[]recorded.Call{receive, arm, send, taken},
			[]string{
				"armed1 := Start(ctx, cq2,", "Expect(armed1).To(CompleteWith(nd2.Success))",
			},
		},
		"a canceled notification that does not end": {
			"cq.notify.no-lost-wakeup",
			[]recorded.Call{arm, {On: "cq2", Method: "CancelOverlappedRequests"}},
			[]string{
				"armed1 := Start(ctx, cq2,", "Expect(armed1).To(CompleteWith(nd2.Canceled, nd2.Success))",
			},
		},
		"a queue that is not let go":      {"cq.let-go-by-queue-pairs", []recorded.Call{arm}, nil},
		"a connection":                    {"connector.connect.private-data", nil, nil},
		"a leak":                          {"qp.send.delivers", nil, nil},
		"a request whose token is forged": {"qp.write.stores", []recorded.Call{forged}, nil},
		"a request whose token is spent":  {"qp.write.stores", []recorded.Call{spent}, nil},
		"a request that must be refused":  {"qp.write.stores", []recorded.Call{unfit}, nil},
	} {
		calls := append(connected(), c.calls...)
		if c.calls == nil {
			calls = nil
		}
		got := Spec(Finding{Rules: []string{c.rule}, Expected: "this", Seen: "that", Calls: calls})
		if (got == "") != (c.want == nil) {
			t.Errorf("%s:\n%s", name, got)
		}
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: there is no %s in\n%s", name, want, got)
			}
		}
	}
}

// A request that ends since its queue is released has no end in a spec, which releases nothing.
func TestEndedByRelease(t *testing.T) {
	calls := connected()
	arm := recorded.Call{On: "cq2", Method: "Notify", Notify: nd2.NotifyErrors, Status: nd2.Pending}
	end := recorded.Call{On: "overlapped1", Method: "Set", Of: len(calls), Status: nd2.Canceled}
	got := Spec(Finding{Rules: []string{"cq.notify.never-stuck"}, Calls: append(calls, arm, end)})
	if !strings.Contains(got, "cq2.Notify(") || strings.Contains(got, "armed") {
		t.Error(got)
	}
}
