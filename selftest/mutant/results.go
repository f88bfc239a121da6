package mutant

import (
	"slices"
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// QueuePairsGoOn makes a defect: once a Notify of a method has ended with a status, Sends of the queue's
// queue pairs, or of the requests for which all conditions hold, are reported as done.
func QueuePairsGoOn(of string, with nd2.Status, which ...func(*calls.QueuePair) bool) Defect {
	return Recording(func(c *calls.Call, failed *calls.Record[bool]) nd2.Status {
		if c.Notifies(of, with) {
			failed.Set(c.Object, true)
		}
		q, ok := c.Self.(*calls.QueuePair)
		if !ok || c.Request != nd2.RequestSend ||
			!failed.Get(&q.ReceiveCQ.Object) && (q.SRQ == nil || !failed.Get(&q.SRQ.Object)) ||
			slices.ContainsFunc(which, func(holds func(*calls.QueuePair) bool) bool { return !holds(q) }) {
			return c.Proceed()
		}
		return ReportDone(c)
	})
}

// NotFirst reports whether a queue pair shares a queue with an older one.
func NotFirst(q *calls.QueuePair) bool {
	return slices.ContainsFunc(calls.Living[*calls.QueuePair](&q.Object), func(other *calls.QueuePair) bool {
		shares := other.ReceiveCQ == q.ReceiveCQ || q.SRQ != nil && other.SRQ == q.SRQ
		return shares && other.Born < q.Born
	})
}

// Failed reports whether a request has failed, and was not canceled.
func Failed(o *calls.Outcome) bool {
	return o.Status != nd2.Success && o.Status != nd2.Canceled
}

// SwappingResults makes a defect that swaps the first two results of a kind that come at
// once from one queue pair.
func SwappingResults(which func(*calls.Outcome) bool) Defect {
	return EachBatch(func(fresh []calls.Outcome) []calls.Outcome {
		first := -1
		for i := range fresh {
			switch {
			case !which(&fresh[i]):
			case first < 0:
				first = i
			case fresh[first].On == fresh[i].On:
				fresh[first], fresh[i] = fresh[i], fresh[first]
				return fresh
			}
		}
		return fresh
	})
}

// TellingRoom makes a defect: results of some Receives tell the Receive's length, and not the message's, if
// the Send has certain flags. It goes by the Send posted last.
func TellingRoom(flags nd2.OpFlags, of func(o *calls.Outcome) bool) Defect {
	return func() calls.Hooks {
		var last atomic.Uint32
		return calls.Hooks{
			Call: func(c *calls.Call) nd2.Status {
				if c.Method == calls.QPSend {
					last.Store(uint32(c.Flags))
				}
				return c.Proceed()
			},
			Results: calls.Each(func(o *calls.Outcome) {
				if Received(o) && of(o) && nd2.OpFlags(last.Load())&flags == flags {
					o.BytesTransferred = uint32(TotalLength(o.Of.SGE))
				}
			}),
		}
	}
}

// TotalLength is how many bytes entries name.
func TotalLength(sge []nd2.SGE) (n int) {
	for _, e := range sge {
		n += len(e.Buffer)
	}
	return n
}

// ReportDone reports the request of a call on a queue pair as done, and posts nothing.
func ReportDone(c *calls.Call) nd2.Status {
	c.OnQP().Report(calls.Outcome{
		Of:     &calls.PostedRequest{Call: *c},
		Result: nd2.Result{RequestType: c.Request, RequestContext: c.Context},
	})
	return nd2.Success
}

// Reaches reports whether a call posts a Read or a Write, which reach a peer's memory.
func Reaches(c *calls.Call) bool { return c.Method == calls.QPRead || c.Method == calls.QPWrite }
