package trace

import (
	"fmt"
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
	var r Recorder
	object := nd2.Unknown(fakeQueue{results: 1})
	r.wrap(&object)
	queue := object.(nd2.CompletionQueue)
	queue.Resize(3)
	queue.GetResults(make([]nd2.Result, 2))
	want := "CompletionQueue1.Resize(3) → ND_NOT_SUPPORTED\nCompletionQueue1.GetResults() → [Receive ND_SUCCESS context 0]\n"
	if got := text(&r); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if _, ok := Unwrap(queue).(fakeQueue); !ok {
		t.Errorf("Unwrap gives a %T", Unwrap(queue))
	}
}

func TestOnlyTheLatestCallsAreKept(t *testing.T) {
	var r Recorder
	for i := range kept + 3 {
		r.note("Object", fmt.Sprint("Call", i), nil)
	}
	lines := strings.Split(strings.TrimSpace(text(&r)), "\n")
	if len(lines) != kept || lines[0] != "Object.Call3()" || lines[kept-1] != fmt.Sprintf("Object.Call%d()", kept+2) {
		t.Errorf("%d lines: %q … %q", len(lines), lines[0], lines[len(lines)-1])
	}
}

func TestMoreResultsThanAskedForIsGarbage(t *testing.T) {
	var r Recorder
	object := nd2.Unknown(fakeQueue{results: 5})
	r.wrap(&object)
	if n := object.(nd2.CompletionQueue).GetResults(make([]nd2.Result, 2)); n != 2 {
		t.Errorf("%d results are passed on", n)
	}
	if g := r.Garbage(); len(g) != 1 || !strings.Contains(g[0], "returned 5 for an array of 2") {
		t.Error(g)
	}
}

type fakeV1Connector struct{ nd1.Connector }

func (fakeV1Connector) CreateEndpoint(inbound, _ nd1.CompletionQueue, _, _, _, _, _, _ uintptr, _ *uintptr, endpoint *nd1.Endpoint) nd2.Status {
	if _, own := inbound.(fakeV1Queue); !own {
		return nd2.InvalidParameter1
	}
	*endpoint = fakeEndpoint{}
	return nd2.Success
}

type fakeEndpoint struct{ nd1.Endpoint }

func (fakeEndpoint) Write(*nd1.Result, []nd1.SGE, *nd1.MWDescriptor, uint64, nd2.OpFlags) nd2.Status {
	return nd2.ConnectionInvalid
}

type fakeV1Queue struct {
	nd1.CompletionQueue
	result nd1.Result
	count  uintptr
}

func (q fakeV1Queue) GetResults(results []*nd1.Result) uintptr {
	results[0] = &q.result
	return q.count
}

func TestV1CallsAreRemembered(t *testing.T) {
	var r Recorder
	queue := nd1.CompletionQueue(fakeV1Queue{result: nd1.Result{Status: nd2.Canceled}, count: 1})
	adapter := &v1Adapter{r.v1("V1Adapter", nil), fakeV1Adapter{queue: queue}}
	var c nd1.Connector
	adapter.CreateCompletionQueue(5, &queue)
	adapter.CreateConnector(&c)
	var endpoint nd1.Endpoint
	c.CreateEndpoint(queue, queue, 1, 2, 3, 4, 5, 6, nil, &endpoint)
	remote := nd1.Describe(0x1000, 64, 7)
	endpoint.Write(nil, []nd1.SGE{{Buffer: make([]byte, 9)}}, &remote, 8, 0)
	queue.GetResults(make([]*nd1.Result, 1))
	got := text(&r)
	for _, want := range []string{
		"V1Adapter1.CreateCompletionQueue(5) → ND_SUCCESS\n",
		"V1Connector1.CreateEndpoint(V1CompletionQueue1, V1CompletionQueue1, 1, 2, 3, 4, 5, 6) → ND_SUCCESS\n",
		"V1Endpoint1.Write(result@0, 1 entries of 9 bytes, window of 64 bytes at 0x1000, 0x8, 0) → ND_CONNECTION_INVALID\n",
		" ND_CANCELED]\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nlacks\n%s", got, want)
		}
	}
}

type fakeV1Adapter struct {
	nd1.Adapter
	queue nd1.CompletionQueue
}

func (a fakeV1Adapter) CreateCompletionQueue(_ uintptr, queue *nd1.CompletionQueue) nd2.Status {
	*queue = a.queue
	return nd2.Success
}

func (fakeV1Adapter) CreateConnector(c *nd1.Connector) nd2.Status {
	*c = fakeV1Connector{}
	return nd2.Success
}

func TestMoreV1ResultsThanAskedForIsGarbage(t *testing.T) {
	var r Recorder
	q := &v1CompletionQueue{r.v1("V1CompletionQueue", nil), fakeV1Queue{count: 5}}
	if n := q.GetResults(make([]*nd1.Result, 2)); n != 2 || len(r.Garbage()) != 1 {
		t.Errorf("%d results are passed on; %q", n, r.Garbage())
	}
}

// fakePD creates inline with a depth of 1, and by the completion otherwise.
type fakePD struct{ ndk.PD }

func (fakePD) CreateSrq(depth, _, _ uint32, notification ndk.SRQNotification, notificationContext uintptr, _ *ndk.GroupAffinity, completion ndk.CreateCompletion, context uintptr, srq *ndk.SRQ) ndk.Status {
	if depth == 1 {
		*srq = fakeSRQ{}
		return ndk.Success
	}
	completion(context, ndk.Success, fakeSRQ{})
	notification(notificationContext, ndk.InternalError)
	return ndk.Pending
}

func (fakePD) CreateQpWithSrq(_, _ ndk.CQ, srq ndk.SRQ, _ uintptr, _, _, _ uint32, _ ndk.CreateCompletion, _ uintptr, _ *ndk.QP) ndk.Status {
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
	var r Recorder
	pd := &kernelPD{r.kernel("KernelPD", nil), fakePD{}}
	var first, second ndk.SRQ
	pd.CreateSrq(1, 2, 3, nil, 0, nil, nil, 4, &first)
	pd.CreateSrq(5, 6, 7, func(uintptr, ndk.Status) {}, 8, &ndk.GroupAffinity{Mask: 9},
		func(_ uintptr, _ ndk.Status, object ndk.Object) { second = object.(ndk.SRQ) }, 10, nil)
	second.Close(func(uintptr) {}, 11)
	pd.CreateQpWithSrq(nil, nil, first, 0, 0, 0, 0, nil, 0, nil)
	want := `KernelPD1.CreateSrq(1, 2, 3, 0, nil, 4) → STATUS_SUCCESS
KernelPD1.CreateSrq completion(10, STATUS_SUCCESS, KernelSRQ2)
KernelPD1.CreateSrq notification(8, STATUS_INTERNAL_ERROR)
KernelPD1.CreateSrq(5, 6, 7, 8, {9 0}, 10) → STATUS_PENDING
KernelSRQ2.Close completion(11)
KernelSRQ2.Close(11) → STATUS_PENDING
KernelPD1.CreateQpWithSrq(nil, nil, KernelSRQ1, 0, 0, 0, 0, 0) → STATUS_SUCCESS
`
	if got := text(&r); got != want {
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
