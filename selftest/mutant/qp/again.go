package qp

import (
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// longRuns breaks what holds for each request for one of many in a row, and the fence for Reads that are silent.
func longRuns() (list []Mutant) {
	for _, t := range []nd2.RequestType{nd2.RequestSend, nd2.RequestWrite, nd2.RequestRead} {
		name, method := "qp."+strings.ToLower(t.String()), "IND2QueuePair::"+t.String()
		list = append(list,
			New(name+".read-fence/behind-silent", "ND_OP_FLAG_READ_FENCE does not wait for a silent Read.",
				Recording(func(c *calls.Call, behind *calls.Record[bool]) nd2.Status {
					if c.Method == method && behind.Get(c.Object) {
						c.Flags &^= nd2.ReadFence
					}
					if c.Method == calls.QPRead {
						behind.Set(c.Object, c.Flags&nd2.SilentSuccess != 0)
					}
					return c.Proceed()
				})))
	}
	return append(list,
		New("qp.receive.order/at-the-wrap", "The 32nd Receive of a queue pair is reported after the 33rd.",
			SwappingAtWrap(func(o *calls.Outcome) bool { return receives(o) && !o.FromSRQ() })),
		New("cq.getresults.initiator-order/at-the-wrap",
			"The 32nd initiator request of a queue pair is reported after the 33rd.", SwappingAtWrap(initiated)))
}

// canceledReceives breaks what becomes of Receives that are canceled beside initiator requests.
func canceledReceives() (list []Mutant) {
	canceled := func(o *calls.Outcome) bool { return receives(o) && o.Status == nd2.Canceled }
	for _, m := range []struct{ entry, when string }{
		{"qp.disconnect.cancels-requests", "that its side's Disconnect cancels"},
		{"qp.peer-disconnect.canceled-locally", "that is canceled after the peer's Disconnect"},
		{"qp.error.cancels-posted", "that is canceled beside a failure"},
	} {
		list = append(list,
			New(m.entry+"/Receive-twice", "A Receive "+m.when+" has two results.", doubling(canceled)),
			New(m.entry+"/Receive-not-canceled", "A Receive "+m.when+" ends with another status.",
				ResultsThat(canceled, func(o *calls.Outcome) { o.Status = nd2.InvalidDeviceRequest })))
	}
	return list
}
