package nd1

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var queued = []Mutant{
	New("endpoint.disconnect.flushes/another-status",
		"Receives end with another status when the endpoint is disconnected.", afterDisconnect(aborted)),
	New("endpoint.disconnect.flushes/kept", "Disconnect leaves Receives of several without results, but one.",
		afterDisconnect(func(list results) results {
			if len(list) > 1 && list[0].Status == nd2.Canceled {
				return list[:1]
			}
			return list
		})),
	New("endpoint.getresults.count/at-most-32", "GetResults returns 32 results at most.",
		withPlaces(func(places int) int { return min(places, 32) })),
	New("endpoint.getresults.count/one-less", "GetResults leaves the last place of an array of several empty.",
		withPlaces(func(places int) int { return max(min(places, 1), places-1) })),
	New("endpoint.getresults.own-results/33-places",
		"GetResults loses what it returns to an array of more than 32 places.", limitedResults(32)),
	New("endpoint.getresults.own-results/64-places",
		"GetResults loses what it returns to an array of more than 64 places.", limitedResults(64)),
	New("endpoint.getresults.own-results/copies", "GetResults returns copies of the results.",
		each(func(o *calls.ND1Outcome) {
			again := *o.Result
			o.Result = &again
		})),
	New("endpoint.getresults.own-results/newest-first", "GetResults returns the newest results first.", batch(backwards)),
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
					return of(o, calls.ND1Receive) && after.Get(o.Result) < queues
				})
			}
			return s
		})),
	New("endpoint.submitrequestbatch.carried-out/reversed",
		"The requests of a batch are carried out last first.", batching(func(batch []*calls.Call) {
			for _, c := range slices.Backward(batch) {
				c.Proceed()
			}
		})),
}

// flushed breaks what Flush does to the requests of each queue.
func flushed() (list []Mutant) {
	for _, f := range []struct{ id, method, name string }{
		{"endpoint.flush.cancels", calls.ND1Receive, "Receive"}, {"endpoint.flush.outbound", calls.ND1Send, "Send"},
	} {
		list = append(list,
			New(f.id+"/another-status", "Flushed "+f.name+"s end with another status.", canceled(f.method, aborted)),
			New(f.id+"/forgets-one", "Flush forgets a "+f.name+".", canceled(f.method, withoutNewest)),
			New(f.id+"/reversed", "Flushed "+f.name+"s complete last first.", canceled(f.method, backwards)))
	}
	return list
}

// afterDisconnect makes a defect of the results that come at once when there has been a Disconnect.
func afterDisconnect(change func(list results) results) Defect {
	return Since(On(calls.ND1Disconnect).Anywhere(), On(calls.ND1GetResults).Anywhere(),
		Then(func(c *calls.Call) { c.ND1.Outcomes = change(c.ND1.Outcomes) }))
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
	return After(calls.ND1GetResults, func(c *calls.Call) {
		if len(c.ND1.Results) > most {
			c.ND1.Outcomes = nil
		}
	})
}

// withPlaces makes a defect: GetResults uses the first places only of the array.
func withPlaces(used func(places int) int) Defect {
	return Before(calls.ND1GetResults, func(c *calls.Call) { c.ND1.Results = c.ND1.Results[:used(len(c.ND1.Results))] })
}
