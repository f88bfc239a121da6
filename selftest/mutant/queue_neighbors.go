package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// queueNeighbors break what comes of a request, or a result, by those beside it in its queue:
// two queue pairs of one completion queue, two requests for notification, a Read and
// the Write behind it.
func queueNeighbors() []Mutant {
	return slices.Concat(ofSameQueue(), ofSources(), ofSharedReceives())
}

// ofSameQueue break what shares a completion queue.
func ofSameQueue() []Mutant {
	return []Mutant{
		by("qp.release.spares-others", "drops-neighbor", "The end of a queue pair drops, with its results, the one behind each of these.",
			lastRelease(func(q *calls.QueuePair) {
				q.ReceiveCQ.Queued(func(list []calls.Outcome) (kept []calls.Outcome) {
					for i, o := range list {
						if o.On != q && (i == 0 || list[i-1].On != q) {
							kept = append(kept, o)
						}
					}
					return kept
				})
			})),
		by("cq.notify.releases-every-request", "errors-last", "A request for ND_CQ_NOTIFY_ERRORS takes the place of those for results.",
			before(calls.CQNotify, func(c *calls.Call) {
				if c.NotifyType != nd2.NotifyErrors {
					return
				}
				for _, s := range c.Outstanding() {
					if s != c.Shadow {
						s.Mute()
					}
				}
			})),
		by("cq.getresults.count", "to-the-end", "GetResults returns what there is up to the end of the ring, and the rest the next time.", upToTheEnd),
		by("cq.resize.keeps-requests", "to-any", "A request for solicited results is one for any result after a Resize.",
			after(calls.CQResize, func(c *calls.Call) {
				for _, s := range c.Outstanding() {
					if s.NotifyType == nd2.NotifySolicited {
						c.OnCQ().Inner.Notify(nd2.NotifyAny, new(nd2.Overlapped))
					}
				}
			})),
		by("cq.resize.keeps-requests", "forgets-if-queued", "A Resize forgets the Notify requests outstanding if results are queued.",
			after(calls.CQResize, func(c *calls.Call) {
				if len(c.OnCQ().Queued(nil)) == 0 {
					return
				}
				for _, s := range c.Outstanding() {
					s.Mute()
				}
			})),
		by("cq.getresults.initiator-order-with-windows", "failed-first", "A Bind that fails completes ahead of the request before it.",
			batches(func(fresh []calls.Outcome) []calls.Outcome {
				for i := 1; i < len(fresh); i++ {
					if o := fresh[i]; o.RequestType == nd2.RequestBind && o.Status != nd2.Success && o.Status != nd2.Canceled && fresh[i-1].On == o.On {
						fresh[i-1], fresh[i] = o, fresh[i-1]
					}
				}
				return fresh
			})),
		by("qp.flush.in-order", "from-the-seventeenth", "Of more than 16 Receives that are canceled together those behind come newest first.",
			batches(func(fresh []calls.Outcome) []calls.Outcome {
				canceled := func(o calls.Outcome) bool {
					return o.RequestType == nd2.RequestReceive && o.Status == nd2.Canceled
				}
				if len(fresh) > 16 && !slices.ContainsFunc(fresh, func(o calls.Outcome) bool { return !canceled(o) }) {
					slices.Reverse(fresh[16:])
				}
				return fresh
			})),
	}
}

// upToTheEnd has an array of a queue's depth for results, from whose end on GetResults
// begins again.
func upToTheEnd() calls.Hooks {
	var taken calls.Record[int]
	return calls.Hooks{Call: calls.At(calls.CQGetResults, func(c *calls.Call) nd2.Status {
		ring := max(1, int(c.OnCQ().Depth))
		c.Results = c.Results[:min(len(c.Results), ring-taken.Get(c.Object)%ring)]
		s := c.Proceed()
		taken.Update(c.Object, func(n int) int { return n + int(c.Count) })
		return s
	})}
}

// ofSources break fences in front of what a Read fetches.
func ofSources() []Mutant {
	return []Mutant{
		by("qp.write.read-fence", "stores-first", "A Write with ND_OP_FLAG_READ_FENCE stores before the Read before it fetches.", storingFirst(0)),
		by("qp.write.flags-combined", "inline-stores-first", "An inline Write with ND_OP_FLAG_READ_FENCE stores before the Read before it fetches.", storingFirst(nd2.Inline)),
	}
}

// storingFirst makes a defect by which a Read has fetched what a Write with a fence, and
// these flags, stores behind it where it reads.
func storingFirst(flags nd2.OpFlags) defect {
	return keeping(func(c *calls.Call, last *calls.Record[*calls.Call]) nd2.Status {
		switch c.Method {
		case calls.QPRead:
			kept := *c
			kept.SGE = slices.Clone(c.SGE)
			last.Set(c.Object, &kept)
		case calls.QPWrite:
			read := last.Set(c.Object, nil)
			if read == nil || c.Flags&^nd2.SilentSuccess != nd2.ReadFence|flags || c.Token != read.Token || len(read.SGE) != 1 {
				break
			}
			data, into := joined(c.SGE), read.SGE[0].Buffer
			if at := c.Address - read.Address; at < uint64(len(into)) {
				c.OnResult(func(*calls.Outcome) { copy(into[at:], data) })
			}
		}
		return c.Proceed()
	})
}

// ofSharedReceives break what comes of a shared receive queue's Receives.
func ofSharedReceives() []Mutant {
	return []Mutant{
		by("srq.receive.nd-success", "16-bits", "Of a shared receive queue's Receive BytesTransferred counts 65,535 bytes at most, and from 0 again.",
			each(func(o *calls.Outcome) {
				if o.FromSRQ() {
					o.BytesTransferred &= 0xffff
				}
			})),
		by("srq.receive.no-starvation", "half-filled-lost", "A shared receive queue's Receive that is canceled has no result.",
			without(func(o *calls.Outcome) bool { return o.FromSRQ() && o.Status == nd2.Canceled })),
		by("cq.notify.solicited-by-flag", "forgotten-when-held-up", "A solicited message that finds no Receive in a shared receive queue solicits no event.",
			keeping(func(c *calls.Call, posted *calls.Record[int]) nd2.Status {
				switch c.Method { // counted from 1, once there is such a queue
				case calls.AdapterCreateSharedReceiveQueue:
					posted.Set(nil, 1)
				case calls.SRQReceive:
					posted.Update(nil, increment)
				case calls.QPSend:
					if posted.Get(nil) == 1 {
						c.Flags &^= nd2.SendAndSolicitEvent
					}
				}
				return c.Proceed()
			})),
	}
}
