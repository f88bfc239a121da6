package drive

import (
	"runtime"
	"sync/atomic"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// A flag is an event that says whether it is set.
type flag struct{ atomic.Bool }

// Set implements nd2.Event.
func (f *flag) Set() { f.Store(true) }

// Reset implements nd2.Event.
func (f *flag) Reset() { f.Store(false) }

const resetsEvent = "overlapped.notification.resets-event"

// usedAgain gives one OVERLAPPED, whose event is set, to one request after the other, of two queues.
func usedAgain(d *driver, s *side, _ *model.Call) *model.Violation {
	var event flag
	o := &nd2.Overlapped{Event: &event}
	event.Set()
	s.port.Expect(o)
	for range 2 {
		p, err := notifying(s, s.File, nil)
		if err != nil {
			return unlessLacking(err)
		}
		defer p.release()
		for range 2 {
			if p.begin(o) != nd2.Pending { // a lack of resources, or what others judge
				return nil
			}
			if event.Load() {
				return model.Violates(resetsEvent, "a request that is pending to have reset its event",
					"the event of a Notify is set, which has been used before")
			}
			p.CancelOverlappedRequests()
			for waited := timeout.New(d.Limit); !event.Load() || p.GetOverlappedResult(o,
				false) == nd2.Pending; runtime.Gosched() {
				if waited.Over() || d.ctx.Err() != nil {
					return model.Violates("overlapped.notification.pending cq.notify.cancel-ends-all",
						"a request that is canceled to end, and its event to be set", "it has not, or was not")
				}
			}
		}
	}
	return nil
}
