package overlapped

import (
	"context"
	"runtime"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// What a quick client sees while the provider is still notifying.
var _ = Describe("IND2Overlapped::GetOverlappedResult", func() {
	DescribeTable("returns the status, when the event has just been set,",
		func(ctx SpecContext, wait bool) {
			q := Local(ctx).CompletionQueue(1)
			event := &lingering{Event: NewEvent()}
			o := &nd2.Overlapped{Event: event}
			Expect(q.Notify(nd2.NotifyAny, o)).To(Return(nd2.Pending))
			ended := event.ask(ctx, func(wait bool) nd2.Status { return q.GetOverlappedResult(o, wait) }, wait)
			Expect(q.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(Take(ctx, ended, "GetOverlappedResult to return once the event is set")).To(Return(nd2.Canceled))
		},
		Entry("to a client that waits", Covers("overlapped.getoverlappedresult.waits"), Variant("just-notified"), true),
		Entry("to a client that does not wait", Covers("overlapped.getoverlappedresult.nd-canceled"),
			Variant("just-notified"), false),
	)
})

// A lingering event is an event whose Set lasts until the woken client has had time to
// call.
type lingering struct {
	*Event
	asking atomic.Bool
}

// Set implements [nd2.Event].
func (e *lingering) Set() {
	e.Event.Set()
	const untilAwake, untilCalled = 2000, 2000 // turns of other goroutines
	for n := 0; n < untilAwake && !e.asking.Load(); n++ {
		runtime.Gosched()
	}
	for range untilCalled {
		runtime.Gosched()
	}
}

// ask calls result as soon as the event is set, and sends its status; again for each
// further phase of the request.
func (e *lingering) ask(ctx context.Context, result func(wait bool) nd2.Status, wait bool) <-chan nd2.Status {
	ended := make(chan nd2.Status, 1)
	InBackground(ctx, func() {
		for {
			select {
			case <-e.Signaled():
			case <-ctx.Done():
				return
			}
			e.asking.Store(true)
			s := result(wait)
			if s == nd2.Pending {
				e.Reset()
				s = result(false) // the next phase may have ended since
			}
			if s != nd2.Pending {
				ended <- s
				return
			}
		}
	})
	return ended
}
