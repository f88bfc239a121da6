package ref

import (
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
)

// A hookEvent calls a function when it is set.
type hookEvent func()

func (e hookEvent) Set()   { e() }
func (e hookEvent) Reset() {}

// When a client is notified of a message, the acknowledgement is on its way: the
// client's next request must not overtake it.
func TestAcknowledgedBeforeNotified(t *testing.T) {
	i := openForTest(t, udpOptions(t, 2))
	a, b := newTestSide(t, i, 0), newTestSide(t, i, 1)
	p := connectPair(t, a, b)
	acknowledged := make(chan bool, 1)
	wait := func() {
		var r [1]nd2.Result
		deadline := time.Now().Add(10 * time.Second)
		for a.cq.GetResults(r[:]) == 0 && time.Now().Before(deadline) {
		}
		acknowledged <- r[0].RequestType == nd2.RequestSend && r[0].Status == nd2.Success
	}
	returns(t, p.bQueuePair.Receive(0, b.sge(8)), nd2.Success)
	o := &nd2.Overlapped{Event: hookEvent(wait)}
	returns(t, b.cq.Notify(nd2.NotifyAny, o), nd2.Pending)
	returns(t, p.aQueuePair.Send(0, a.sge(8), 0), nd2.Success)
	if !<-acknowledged {
		t.Error("the peer is not acknowledged before the client has been notified")
	}
}
