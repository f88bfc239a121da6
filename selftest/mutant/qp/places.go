package qp

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// placesUsed are mutants by which a request without entries has those of the request that had its place before.
func placesUsed() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"qp.send.no-entries", calls.QPSend},
		{"qp.write.no-entries", calls.QPWrite},
		{"qp.read.no-entries", calls.QPRead},
		{"cq.getresults.receive.nd-buffer-overflow", calls.QPReceive},
	} {
		list = append(list, New(m.entry+"/of-former-request",
			"Once its queue has wrapped, a request without entries has those of an earlier one, if that had several.",
			KeepingAt(m.method, func(c *calls.Call, former *calls.Record[[]nd2.SGE]) nd2.Status {
				const places = 16
				before := former.Get(c.Object)
				if len(c.SGE) == 0 && len(before) > places {
					c.SGE = before[:2]
				} else if len(c.SGE) > 1 {
					former.Set(c.Object, append(slices.Clone(c.SGE), before...))
				}
				return c.Proceed()
			})))
	}
	return list
}

// silentRoom are mutants by which silent successes take room in the completion queue until the next result.
func silentRoom() (list []Mutant) {
	for _, t := range []nd2.RequestType{nd2.RequestSend, nd2.RequestRead, nd2.RequestWrite} {
		list = append(list, New("qp."+strings.ToLower(t.String())+".silent-success/takes-room",
			"A silent success takes room in the completion queue until the next result, and may overrun it.",
			Recording(func(c *calls.Call, silent *calls.Record[uint32]) nd2.Status {
				if !Initiates(c) {
					return c.Proceed()
				}
				if c.Flags&nd2.SilentSuccess == 0 {
					silent.Set(c.Object, 0)
					return c.Proceed()
				}
				cq := c.OnQP().InitiatorCQ
				taken := silent.Update(c.Object, func(n uint32) uint32 {
					if c.Request != t {
						return n
					}
					return n + 1
				})
				if taken > cq.Depth {
					return nd2.InternalError
				}
				return c.Proceed()
			})))
	}
	return list
}

// inlineSums are mutants that check each entry of inline data, and not their sum, and cut what is beyond it.
func inlineSums() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"qp.send.delivers", calls.QPSend},
		{"qp.write.stores", calls.QPWrite},
	} {
		list = append(list, New(m.entry+"/inline-cut",
			"Inline data whose entries are each within the limit, and not together, is cut off there.",
			Before(m.method, func(c *calls.Call) {
				limit := int(c.Parent.Limits().MaxInlineDataSize)
				beyond := func(e nd2.SGE) bool { return len(e.Buffer) > limit }
				if inline(c) && TotalLength(c.SGE) > limit && !slices.ContainsFunc(c.SGE, beyond) {
					c.SGE = cutTo(c.SGE, limit)
				}
			})))
	}
	return list
}

// behindOthers are mutants of requests of one type that wait behind another when the connection ends.
func behindOthers() (list []Mutant) {
	for _, t := range []nd2.RequestType{nd2.RequestWrite, nd2.RequestRead, nd2.RequestBind, nd2.RequestInvalidate} {
		of := strings.ToLower(t.String())
		list = append(list,
			New("qp.release.cancels-requests/"+of+"-lost",
				"A request of this type that waits when its queue pair is released has no result.", losingReleased(t)))
	}
	return append(list, New("qp.flush.cancels-receives/lost-by-poll",
		"A poll of the initiator's completion queue behind a Flush loses a canceled Receive.", losingByPoll()))
}

// losingByPoll loses a canceled Receive of a queue pair whose other queue has been polled since it was flushed.
func losingByPoll() Defect {
	return func() calls.Hooks {
		var flushed, lost calls.Record[bool]
		return calls.Hooks{
			Call: func(c *calls.Call) nd2.Status {
				if c.Method == calls.QPFlush && c.OnQP().InitiatorCQ != c.OnQP().ReceiveCQ {
					flushed.Set(&c.OnQP().InitiatorCQ.Object, true)
				}
				return c.Proceed()
			},
			Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
				return slices.DeleteFunc(fresh, func(o calls.Outcome) bool {
					if o.On == nil || o.Status != nd2.Canceled {
						return false
					}
					initiated := &o.On.InitiatorCQ.Object
					if o.RequestType != nd2.RequestReceive {
						lost.Set(initiated, flushed.Get(initiated))
						return false
					}
					return lost.Set(initiated, false)
				})
			},
		}
	}
}

// losingReleased loses the canceled requests of a type once a queue pair has been released that nobody disconnected.
func losingReleased(t nd2.RequestType) Defect {
	released := On(calls.Release).If(func(c *calls.Call) bool {
		return c.Object.Kind == "IND2QueuePair" && c.LastReference()
	})
	connection := On(calls.ConnectorConnect, calls.ConnectorDisconnect)
	return Knowing(released.Anywhere(), connection.Anywhere(), func(ended *calls.Record[int]) Defect {
		return LosingResults(func(o *calls.Outcome) bool {
			return o.RequestType == t && o.Status == nd2.Canceled && Happened(ended)
		})
	})
}
