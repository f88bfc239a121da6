package trace

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

type fakeQueue struct {
	nd2.CompletionQueue
	results uint32
}

func (fakeQueue) Release() uint32                          { return 0 }
func (fakeQueue) Resize(uint32) nd2.Status                 { return nd2.NotSupported }
func (q fakeQueue) GetResults(results []nd2.Result) uint32 { return q.results }

func TestCallsAreRemembered(t *testing.T) {
	r := NewRecorder()
	queue := watched[nd2.Unknown](r, "cq", fakeQueue{results: 1}).(nd2.CompletionQueue)
	queue.Resize(3)
	queue.GetResults(make([]nd2.Result, 2))
	want := "cq1.Resize(depth 3) → ND_NOT_SUPPORTED\ncq1.GetResults(room 2) → [Receive ND_SUCCESS context 0, 0 bytes]\n"
	if got := text(r); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestListsAreKeptAsTheyWere shows that what a caller does to a list after the call is not taken
// for what it has handed in.
func TestListsAreKeptAsTheyWere(t *testing.T) {
	r := NewRecorder()
	buffer := make([]byte, 8)
	list := []nd2.SGE{{Buffer: buffer, MemoryRegionToken: 7}}
	call := r.begin("qp1", "Send", "context _", uintptr(1), list)
	list[0] = nd2.SGE{Buffer: buffer[:3], MemoryRegionToken: 9}
	call.end(nd2.Success)
	if got, want := text(r), "qp1.Send(context 1, [8 bytes by token 0x7]) → ND_SUCCESS\n"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestOnlyTheLatestCallsAreKept(t *testing.T) {
	r := NewRecorder()
	for i := range kept + 3 {
		r.event("object", fmt.Sprint("Call", i), "")
	}
	lines := strings.Split(strings.TrimSpace(text(r)), "\n")
	if len(lines) != kept || lines[0] != "object.Call3()" || lines[kept-1] != fmt.Sprintf("object.Call%d()", kept+2) {
		t.Errorf("%d lines: %q … %q", len(lines), lines[0], lines[len(lines)-1])
	}
	if calls, _ := r.Led(); len(calls) > 0 {
		t.Errorf("the calls before a finding are told of twice: %v", calls)
	}
}

// A thread that calls forever takes nothing from what others have called.
func TestEachThreadHasItsLastCalls(t *testing.T) {
	r := NewRecorder()
	r.event("qp1", "Send", "")
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := range 10 * kept {
			r.event("qp2", fmt.Sprint("Send", i), "")
		}
	}()
	<-done
	r.event("qp1", "Flush", "")
	calls, _ := r.Led()
	first, last := calls[0], calls[len(calls)-1]
	if len(calls) != kept+2 || first.Method != "Send" || last.Method != "Flush" || first.Thread != 1 || last.Thread != 1 ||
		calls[1].Thread != 2 {
		t.Errorf("%d calls, from %+v to %+v, with %+v", len(calls), first, last, calls[1])
	}
}

// Polls that find nothing are one line each, with how often; what finds something ends
// the counting.
func TestPollsAreFolded(t *testing.T) {
	r := NewRecorder()
	fake := &fakePolled{}
	one, two := watched[nd2.Unknown](r, "cq", fake), watched[nd2.Unknown](r, "cq", &fakePolled{})
	room := make([]nd2.Result, 1)
	for range 812 {
		one.(nd2.CompletionQueue).GetResults(room)
		two.(nd2.CompletionQueue).GetResults(room)
	}
	fake.found = 1
	one.(nd2.CompletionQueue).GetResults(room)
	fake.found = 0
	one.(nd2.CompletionQueue).GetResults(room)
	calls, _ := r.Led()
	var got []string
	for _, c := range calls {
		got = append(got, fmt.Sprint(c, " ×", c.Times))
	}
	want := []string{
		"cq1.GetResults(room 1) → 0 results ×812", "cq2.GetResults(room 1) → 0 results ×812",
		"cq1.GetResults(room 1) → [Receive ND_SUCCESS context 0, 0 bytes] ×0", "cq1.GetResults(room 1) → 0 results ×0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
}

type fakePolled struct {
	nd2.CompletionQueue
	found uint32
}

func (q *fakePolled) GetResults([]nd2.Result) uint32 { return q.found }

// A call that does not return is shown last.
func TestUnfinishedCallsAreShown(t *testing.T) {
	r := NewRecorder()
	r.begin("qp1", "Flush", "")
	r.event("qp1", "Release", "")
	want := "qp1.Release()\nqp1.Flush() has not returned\n"
	if got := text(r); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestMoreResultsThanAskedForIsGarbage(t *testing.T) {
	r := NewRecorder()
	object := watched[nd2.Unknown](r, "cq", fakeQueue{results: 5})
	if n := object.(nd2.CompletionQueue).GetResults(make([]nd2.Result, 2)); n != 2 {
		t.Errorf("%d results are passed on", n)
	}
	if g := r.Garbage(); len(g) != 1 || !strings.Contains(g[0], "returned 5 for an array of 2") {
		t.Error(g)
	}
}

type fakeND1Connector struct{ nd1.Connector }

func (fakeND1Connector) CreateEndpoint(inbound, _ nd1.CompletionQueue, _, _, _, _, _, _ uintptr, _ *uintptr,
	endpoint *nd1.Endpoint,
) nd2.Status {
	if _, own := inbound.(fakeND1Queue); !own {
		return nd2.InvalidParameter1
	}
	*endpoint = fakeEndpoint{}
	return nd2.Success
}

type fakeEndpoint struct{ nd1.Endpoint }

func (fakeEndpoint) Write(*nd1.Result, []nd1.SGE, *nd1.MWDescriptor, uint64, nd2.OpFlags) nd2.Status {
	return nd2.ConnectionInvalid
}

type fakeND1Queue struct {
	nd1.CompletionQueue
	result nd1.Result
	count  uintptr
}

func (q fakeND1Queue) GetResults(results []*nd1.Result) uintptr {
	results[0] = &q.result
	return q.count
}

func TestND1CallsAreRemembered(t *testing.T) {
	r := NewRecorder()
	queue := nd1.CompletionQueue(fakeND1Queue{result: nd1.Result{Status: nd2.Canceled}, count: 1})
	adapter := watched[nd1.Adapter](r, "nd1-adapter", fakeND1Adapter{queue: queue})
	var c nd1.Connector
	adapter.CreateCompletionQueue(5, &queue)
	adapter.CreateConnector(&c)
	var endpoint nd1.Endpoint
	c.CreateEndpoint(queue, queue, 1, 2, 3, 4, 5, 6, nil, &endpoint)
	remote := nd1.Describe(0x1000, 64, 7)
	endpoint.Write(nil, []nd1.SGE{{Buffer: make([]byte, 9)}}, &remote, 8, 0)
	queue.GetResults(make([]*nd1.Result, 1))
	got := text(r)
	for _, want := range []string{
		"nd1-adapter1.CreateCompletionQueue(depth 5) → ND_SUCCESS, nd1-cq1\n",
		"nd1-connector1.CreateEndpoint(inbound nd1-cq1, outbound nd1-cq1, inbound-depth 1, outbound-depth 2, inbound-sge " +
			"3, outbound-sge 4, inbound-reads 5, outbound-reads 6) → ND_SUCCESS, nd1-endpoint1\n",
		"nd1-endpoint1.Write(no result, [9 bytes], to a window of 64 bytes at 0x1000, token 0x7, at 0x8) → " +
			"ND_CONNECTION_INVALID\n",
		" ND_CANCELED]\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nlacks\n%s", got, want)
		}
	}
}

type fakeND1Adapter struct {
	nd1.Adapter
	queue nd1.CompletionQueue
}

func (a fakeND1Adapter) CreateCompletionQueue(_ uintptr, queue *nd1.CompletionQueue) nd2.Status {
	*queue = a.queue
	return nd2.Success
}

func (fakeND1Adapter) CreateConnector(c *nd1.Connector) nd2.Status {
	*c = fakeND1Connector{}
	return nd2.Success
}

func TestMoreND1ResultsThanAskedForIsGarbage(t *testing.T) {
	r := NewRecorder()
	q := watched[nd1.CompletionQueue](r, "nd1-cq", fakeND1Queue{count: 5})
	if n := q.GetResults(make([]*nd1.Result, 2)); n != 2 || len(r.Garbage()) != 1 {
		t.Errorf("%d results are passed on; %q", n, r.Garbage())
	}
}

// fakePD creates inline with a depth of 1, and by the completion otherwise.
type fakePD struct{ ndk.PD }

func (fakePD) CreateSrq(depth, _, _ uint32, notification ndk.SRQNotification, notificationContext uintptr,
	_ *ndk.GroupAffinity, completion ndk.CreateCompletion, context uintptr, srq *ndk.SRQ,
) ndk.Status {
	if depth == 1 {
		*srq = fakeSRQ{}
		return ndk.Success
	}
	completion(context, ndk.Success, fakeSRQ{})
	notification(notificationContext, ndk.InternalError)
	return ndk.Pending
}

func (fakePD) CreateQpWithSrq(_, _ ndk.CQ, srq ndk.SRQ, _ uintptr, _, _, _ uint32, _ ndk.CreateCompletion, _ uintptr,
	_ *ndk.QP,
) ndk.Status {
	if _, own := srq.(fakeSRQ); !own {
		return ndk.InvalidParameter
	}
	return ndk.Success
}

type fakeSRQ struct{ ndk.SRQ }

func (fakeSRQ) Close(completion ndk.CloseCompletion, context uintptr) ndk.Status {
	completion(context)
	return ndk.Pending
}

func TestNDKCallsAndCallbacksAreRemembered(t *testing.T) {
	r := NewRecorder()
	pd := watched[ndk.PD](r, "ndk-pd", fakePD{})
	var first, second ndk.SRQ
	pd.CreateSrq(1, 2, 3, nil, 0, nil, nil, 4, &first)
	pd.CreateSrq(5, 6, 7, func(uintptr, ndk.Status) {}, 8, &ndk.GroupAffinity{Mask: 9},
		func(_ uintptr, _ ndk.Status, object ndk.Object) { second = object.(ndk.SRQ) }, 10, nil)
	second.Close(func(uintptr) {}, 11)
	pd.CreateQpWithSrq(nil, nil, first, 0, 0, 0, 0, nil, 0, nil)
	want := `ndk-pd1.CreateSrq(depth 1, receive-sge 2, threshold 3, notification-context 0, context 4) → STATUS_SUCCESS, ndk-srq1
ndk-pd1.CreateSrq completion(context 10, status STATUS_SUCCESS, ndk-srq2)
ndk-pd1.CreateSrq notification(context 8, status STATUS_INTERNAL_ERROR)
ndk-pd1.CreateSrq(depth 5, receive-sge 6, threshold 7, notification-context 8, affinity 0x9 of group 0, context 10) → STATUS_PENDING
ndk-srq2.Close completion(context 11)
ndk-srq2.Close(context 11) → STATUS_PENDING
ndk-pd1.CreateQpWithSrq(receives none, initiated none, ndk-srq1, initiator-depth 0, initiator-sge 0, inline 0, context 0) → STATUS_SUCCESS
`
	if got := text(r); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// text lists what led here, one call a line.
func text(r *Recorder) string {
	var b strings.Builder
	calls, _ := r.Led()
	for _, c := range calls {
		fmt.Fprintln(&b, c)
	}
	return b.String()
}
