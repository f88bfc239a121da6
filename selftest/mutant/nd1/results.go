package nd1

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var results = []Mutant{
	New("endpoint.flush.cancels/forgets-one", "Flush forgets a Receive.", After(calls.ND1GetResults, func(c *calls.Call) {
		if n := len(c.ND1.Outcomes); n > 0 && c.ND1.Outcomes[n-1].Status == nd2.Canceled {
			c.ND1.Outcomes = c.ND1.Outcomes[:n-1]
		}
	})),
	New("endpoint.flush.cancels/reversed", "Flushed Receives complete last first.",
		After(calls.ND1GetResults, func(c *calls.Call) {
			if n := len(c.ND1.Outcomes); n > 0 && c.ND1.Outcomes[0].Status == nd2.Canceled {
				slices.Reverse(c.ND1.Outcomes)
			}
		})),
	New("endpoint.flush.outbound/forgets-one", "Flush forgets a Send.", flushedSends(
		func(list []calls.ND1Outcome) []calls.ND1Outcome { return list[:len(list)-1] })),
	New("endpoint.flush.outbound/reversed", "Flushed Sends complete last first.", flushedSends(backwards)),
	New("endpoint.flush.outbound/another-status", "Flushed Sends end with another status.",
		flushedSends(func(list []calls.ND1Outcome) []calls.ND1Outcome {
			for i := range list {
				aborted(&list[i])
			}
			return list
		})),
	New("endpoint.getresults.count/at-most-32", "GetResults returns 32 results at most.", withPlaces(
		func(places int) int { return min(places, 32) })),
	New("endpoint.getresults.count/one-less", "GetResults leaves the last place of an array of several empty.",
		withPlaces(func(places int) int { return max(min(places, 1), places-1) })),
	New("endpoint.submitrequestbatch.carried-out/dropped", "The requests of a batch are dropped.",
		batching(func([]*calls.Call) {})),
	New("endpoint.submitrequestbatch.carried-out/reversed",
		"The requests of a batch are carried out last first.", batching(func(batch []*calls.Call) {
			for _, c := range slices.Backward(batch) {
				c.Proceed()
			}
		})),
}

// ownResults has GetResults return others than it should.
var ownResults = []Mutant{
	New("endpoint.getresults.own-results/33-places",
		"GetResults loses what it returns to an array of more than 32 places.", limitedResults(32)),
	New("endpoint.getresults.own-results/64-places",
		"GetResults loses what it returns to an array of more than 64 places.", limitedResults(64)),
	New("endpoint.getresults.own-results/copies", "GetResults returns copies of the results.",
		nd1Each(func(o *calls.ND1Outcome) {
			again := *o.Result
			o.Result = &again
		})),
	New("endpoint.getresults.own-results/newest-first", "GetResults returns the newest results first.",
		After(calls.ND1GetResults, func(c *calls.Call) { slices.Reverse(c.ND1.Outcomes) })),
	New("endpoint.getresults.own-results/other-queue",
		"Receives that are outstanding when a completion queue is created have no results.",
		Keeping(func(c *calls.Call, after *Table[*nd1.Result, int]) nd2.Status {
			queues := after.Get(nil)
			switch c.Method {
			case calls.ND1CreateCompletionQueue:
				after.Set(nil, queues+1)
			case calls.ND1Receive:
				after.Set(c.ND1.Result, queues)
			}
			s := c.Proceed()
			if c.Method == calls.ND1GetResults {
				c.ND1.Outcomes = slices.DeleteFunc(c.ND1.Outcomes, func(o calls.ND1Outcome) bool {
					return o.Of != nil && o.Of.Method == calls.ND1Receive && after.Get(o.Result) < queues
				})
			}
			return s
		})),
}

// flushedSends makes a defect of Sends whose results come at once and were canceled.
func flushedSends(change func(list []calls.ND1Outcome) []calls.ND1Outcome) Defect {
	return nd1Batch(func(list []calls.ND1Outcome) []calls.ND1Outcome {
		if len(list) > 0 && list[0].Status == nd2.Canceled && list[0].Of != nil && list[0].Of.Method == calls.ND1Send {
			return change(list)
		}
		return list
	})
}

// batching makes a defect: the requests between StartRequestBatch and
// SubmitRequestBatch are put off to the latter, which does with them as it likes.
func batching(submit func(batch []*calls.Call)) Defect {
	return Keeping2(func(c *calls.Call, open *calls.Record[bool], batch *calls.Record[[]*calls.Call]) nd2.Status {
		switch {
		case c.Method == calls.ND1StartRequestBatch:
			open.Set(c.Object, true)
		case c.Method == calls.ND1SubmitRequestBatch:
			open.Set(c.Object, false)
			submit(batch.Set(c.Object, nil))
		case c.Method == calls.ND1Send && open.Get(c.Object):
			batch.Update(c.Object, func(list []*calls.Call) []*calls.Call { return append(list, c) })
			return nd2.Success
		}
		return c.Proceed()
	})
}

func limitedResults(most int) Defect {
	return At(calls.ND1GetResults, func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		if len(c.ND1.Results) > most {
			c.ND1.Outcomes = nil
		}
		return s
	})
}

// withPlaces makes a defect: GetResults uses the first places only of the array.
func withPlaces(used func(places int) int) Defect {
	return Before(calls.ND1GetResults, func(c *calls.Call) { c.ND1.Results = c.ND1.Results[:used(len(c.ND1.Results))] })
}
