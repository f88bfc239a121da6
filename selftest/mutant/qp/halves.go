package qp

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// halves breaks what is said of every request for one type at a time, and of what a result tells one part at a time.
func halves() (list []Mutant) {
	for _, t := range EveryRequest {
		list = append(list, postedHalves(t)...)
		if t != nd2.RequestReceive {
			list = append(list, canceledHalves(t)...)
		}
	}
	return append(list, goingOn()...)
}

// postedHalves breaks what the result of a type of request tells, and what a refused one leaves.
func postedHalves(t nd2.RequestType) []Mutant {
	name, method := "qp."+strings.ToLower(t.String()), "IND2QueuePair::"+t.String()
	succeeded := func(o *calls.Outcome) bool { return o.Succeeded(t) && !o.FromSRQ() }
	list := []Mutant{
		New(name+".nd-success/type", "The result of a request that succeeds has no type.",
			ResultsThat(succeeded, func(o *calls.Outcome) { o.RequestType = 0xff })),
		New(name+".nd-success/request-context", "The result of a request that succeeds has another RequestContext.",
			ResultsThat(succeeded, func(o *calls.Outcome) { o.RequestContext++ })),
		New(name+".nd-success/queue-pair-context", "The result of a request that succeeds has another QueuePairContext.",
			ResultsThat(succeeded, func(o *calls.Outcome) { o.QueuePairContext++ })),
		New("qp.flush.notifies/not-"+t.String(), "A "+t.String()+" that is canceled completes no Notify.",
			IgnoringResults(nd2.NotifyAny, func(o calls.Outcome) bool {
				return o.RequestType == t && o.Status == nd2.Canceled
			})),
	}
	if t != nd2.RequestInvalidate {
		list = append(list, unusable(name, method))
	}
	if t == nd2.RequestReceive {
		list = append(list, New(name+".nd-success/length", "The result of a Receive says that it is a byte longer.",
			ResultsThat(succeeded, func(o *calls.Outcome) { o.BytesTransferred++ })),
			New(name+".nd-success/fenced-room",
				"A Receive that a Send with ND_OP_FLAG_READ_FENCE and inline data takes tells its own length.",
				TellingRoom(nd2.ReadFence|nd2.Inline, func(o *calls.Outcome) bool { return !o.FromSRQ() })))
	}
	return list
}

// unusable makes the mutant of a queue pair that refuses everything once it has refused a request of a method.
func unusable(name, method string) Mutant {
	return New(name+".refused-posts-nothing/unusable", "A queue pair that has refused an invalid request refuses all.",
		Recording(func(c *calls.Call, refused *calls.Record[bool]) nd2.Status {
			if _, ok := c.Self.(*calls.QueuePair); !ok || c.Method == calls.QPFlush || !posts(c) {
				return c.Proceed()
			}
			if refused.Get(c.Object) {
				return nd2.ConnectionInvalid
			}
			s := c.Proceed()
			if c.Method == method && s.Failed() && s != nd2.NoMoreEntries && s != nd2.ConnectionInvalid {
				refused.Set(c.Object, true)
			}
			return s
		}))
}

func posts(c *calls.Call) bool { return Initiates(c) || c.Method == calls.QPReceive }

// canceledHalves breaks what becomes of a type of initiator request that is canceled.
func canceledHalves(t nd2.RequestType) (list []Mutant) {
	of := t.String()
	canceled := func(o *calls.Outcome) bool { return o.RequestType == t && o.Status == nd2.Canceled }
	list = []Mutant{
		New("qp.flush.cancels-initiator-requests/forgets-"+of, "Flush forgets a "+of+".",
			forgetting(calls.QPFlush, canceled)),
		New("qp.flush.cancels-initiator-requests/no-context-of-"+of, "The result of a flushed "+of+" has no context.",
			ResultsThat(canceled, func(o *calls.Outcome) { o.RequestContext = 0 })),
		New("qp.flush.cancels-initiator-requests/no-type-of-"+of, "The result of a flushed "+of+" has no type.",
			ResultsThat(canceled, func(o *calls.Outcome) { o.RequestType = 0xff })),
		New("qp.flush.cancels-initiator-requests/another-status-of-"+of,
			"The result of a flushed "+of+" says ND_CONNECTION_ABORTED.",
			ResultsThat(canceled, func(o *calls.Outcome) { o.Status = nd2.ConnectionAborted })),
	}
	for _, m := range []struct{ entry, when string }{
		{"qp.disconnect.cancels-requests", "that its side's Disconnect cancels"},
		{"qp.peer-disconnect.canceled-locally", "that is canceled after the peer's Disconnect"},
		{"qp.error.cancels-posted", "that is canceled behind a failure"},
	} {
		list = append(list,
			New(m.entry+"/"+of+"-twice", "A "+of+" "+m.when+" has two results.", doubling(canceled)),
			New(m.entry+"/"+of+"-not-canceled", "A "+of+" "+m.when+" ends with another status.",
				ResultsThat(canceled, func(o *calls.Outcome) { o.Status = nd2.InvalidDeviceRequest })))
	}
	return append(list, New("qp.error.cancels-later/after-"+strings.ToLower(of)+"-of-its-own",
		"Requests posted after a "+of+" that failed are reported as done, all but Receives.",
		Recording(func(c *calls.Call, failed *calls.Record[bool]) nd2.Status {
			if !Initiates(c) {
				return c.Proceed()
			}
			on, over := c.Object, failed.Get(c.Object)
			c.OnResult(func(o *calls.Outcome) {
				switch {
				case over:
					o.Status = nd2.Success
				case o.RequestType == t && Failed(o):
					failed.Set(on, true)
				}
			})
			return c.Proceed()
		})))
}

// doubling makes a defect: some results come twice.
func doubling(which func(*calls.Outcome) bool) Defect {
	return EachBatch(func(fresh []calls.Outcome) (all []calls.Outcome) {
		for i := range fresh {
			all = append(all, fresh[i])
			if which(&fresh[i]) {
				all = append(all, fresh[i])
			}
		}
		return all
	})
}

// goingOn breaks, for each way in which a request fails by itself or by the peer, that the connection ends with it.
func goingOn() (list []Mutant) {
	for _, m := range []struct {
		entry    string
		kinds    []nd2.RequestType
		statuses []nd2.Status
	}{
		{"cq.getresults.read.nd-remote-error", []nd2.RequestType{nd2.RequestRead}, remote},
		{"cq.getresults.write.nd-remote-error", []nd2.RequestType{nd2.RequestWrite}, remote},
		{"cq.getresults.send.nd-remote-error", []nd2.RequestType{nd2.RequestSend}, remote},
		{"cq.getresults.responder-failure", []nd2.RequestType{nd2.RequestSend}, remote},
		{"cq.getresults.remote-access", []nd2.RequestType{nd2.RequestRead, nd2.RequestWrite}, remote},
	} {
		such := func(o *calls.Outcome) bool {
			return o.On != nil && slices.Contains(m.kinds, o.RequestType) && slices.Contains(m.statuses, o.Status)
		}
		list = append(list, New(m.entry+"/goes-on",
			"Requests that are posted after the failure are reported as done.", carriedOutAfter(such)))
	}
	return list
}

var remote = []nd2.Status{nd2.RemoteError, nd2.AccessViolation, nd2.DataError}

// longRuns breaks what holds for each request for one of many in a row, and the fence for Reads that are silent.
func longRuns() (list []Mutant) {
	for _, t := range []nd2.RequestType{nd2.RequestSend, nd2.RequestWrite, nd2.RequestRead} {
		name, method := "qp."+strings.ToLower(t.String()), "IND2QueuePair::"+t.String()
		list = append(list,
			New(name+".read-fence/behind-silent", "ND_OP_FLAG_READ_FENCE does not wait for a silent Read.",
				Between(On(calls.QPRead).If(with(nd2.SilentSuccess)), On(calls.QPRead), On(method), First(func(c *calls.Call) {
					c.Flags &^= nd2.ReadFence
				}))))
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
