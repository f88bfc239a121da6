package cq

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2CompletionQueue::Notify", func() {
	It("notifies of each result once, whichever are taken and asked for in which order",
		Covers("cq.notify.since-last-notification", "cq.notify.triggers-once"), Variant("any-order"), func(ctx SpecContext) {
			n := Size(ctx, 4)
			c := acceptedFor(ctx, n)
			queue, random := c.Passive.Receives, Random(ctx)
			var q notices
			for context := range uintptr(150) {
				switch step := random.IntN(3); {
				case step == 0 && len(q.queued) < n:
					flags := nd2.OpFlags(random.IntN(2)) * solicited
					arrive(ctx, c, flags, context)
					if q.add(notice{context: context, solicited: flags == solicited}) {
						expectEach(q.waiting, CompleteWith(nd2.Success))
						q.announce()
					}
				case step == 1 && len(q.queued) > 0:
					taken := q.take(1 + random.IntN(len(q.queued)))
					Expect(Results(ctx, queue, len(taken))).To(HaveOutcomes(Outcomes(nd2.RequestReceive, taken, nd2.Success)...))
				case step == 2 && q.waiting == nil:
					kind := []nd2.NotifyType{nd2.NotifyAny, nd2.NotifySolicited}[random.IntN(2)]
					switch {
					case q.due(kind):
						Expect(notify(ctx, queue, kind)).To(CompleteWith(nd2.Success))
						q.announce()
					case len(q.queued) == 0 && q.since > 0:
						forget(ctx, queue)
						q.since = 0
					case len(q.queued) == 0:
						several := 1 + 32*random.IntN(2)
						q.waiting, q.kind = notifyEach(ctx, queue, slices.Repeat([]nd2.NotifyType{kind}, several)...), kind
					}
				}
			}
			queue.CancelOverlappedRequests()
			for _, request := range q.waiting {
				request.Wait()
			}
		})
})

// A notice is a result that has not been taken.
type notice struct {
	context              uintptr
	solicited, announced bool
}

// notices are the results in a queue, as far as notifications go.
type notices struct {
	queued []notice
	// since is how many results, taken or not, no notification may have announced, at most.
	since int
	// waiting are the requests outstanding, of one kind.
	waiting []*Operation
	kind    nd2.NotifyType
}

// add adds a result, and reports whether it completes the requests that wait.
func (q *notices) add(r notice) bool {
	q.queued, q.since = append(q.queued, r), q.since+1
	return q.waiting != nil && (q.kind == nd2.NotifyAny || r.solicited)
}

// announce notes a notification. It announces what is queued, but perhaps not the last result: the senders' results
// don't tell that it has come.
func (q *notices) announce() {
	for i := range q.queued {
		q.queued[i].announced = true
	}
	q.since, q.waiting = min(q.since-1, 1), nil
}

// take takes the first n results and returns their contexts.
func (q *notices) take(n int) (contexts []uintptr) {
	for _, r := range q.queued[:n] {
		contexts = append(contexts, r.context)
	}
	q.queued = q.queued[n:]
	return contexts
}

// due reports whether a request must complete at once.
func (q *notices) due(kind nd2.NotifyType) bool {
	for _, r := range q.queued {
		if !r.announced && (kind == nd2.NotifyAny || r.solicited) {
			return true
		}
	}
	return false
}
