package qp

import (
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// silent are mutants of ND_OP_FLAG_SILENT_SUCCESS, of each type of request.
func silent() (list []Mutant) {
	for _, t := range EveryInitiated {
		method, entry := "IND2QueuePair::"+t.String(), "qp."+strings.ToLower(t.String())
		fails := func(o *calls.Outcome) bool { return o.RequestType == t && o.Silent() && o.Status != nd2.Success }
		list = append(list,
			New(entry+".silent-success/reported", "A request with ND_OP_FLAG_SILENT_SUCCESS that succeeds has a result.",
				Before(method, func(c *calls.Call) { c.Flags &^= nd2.SilentSuccess })),
			New(entry+".silent-success/told-at-failure",
				"When a request fails, the last silent success before it has a result, too.", reportedAtFailure(t)),
			New(entry+".silent-failure/lost", "A request with ND_OP_FLAG_SILENT_SUCCESS that fails has no result.",
				LosingResults(fails)),
			New(entry+".silent-failure/own-lost",
				"A request with ND_OP_FLAG_SILENT_SUCCESS that fails has no result, unless it is canceled.",
				LosingResults(func(o *calls.Outcome) bool { return fails(o) && o.Status != nd2.Canceled })))
	}
	for _, t := range []nd2.RequestType{nd2.RequestInvalidate, nd2.RequestRead} {
		list = append(list, New("qp.initiator.place-after-result/silent-"+strings.ToLower(t.String())+"-leaks",
			"A silent request of this type occupies the initiator queue forever.", leakingSilently(t)))
	}
	return append(list, New("qp.invalidate.silent-success/not-done",
		"An Invalidate with ND_OP_FLAG_SILENT_SUCCESS does nothing.",
		Refusing(calls.QPInvalidate, nd2.Success, with(nd2.SilentSuccess))))
}

// reportedAtFailure reports the last silent success of a type when a request fails.
func reportedAtFailure(t nd2.RequestType) Defect {
	return func() calls.Hooks {
		var last calls.Record[*calls.Outcome]
		return calls.Hooks{
			Call: func(c *calls.Call) nd2.Status {
				if q, ok := c.Self.(*calls.QueuePair); ok && c.Request == t && c.Flags&nd2.SilentSuccess != 0 {
					last.Set(c.Object, &calls.Outcome{On: q, Result: nd2.Result{
						RequestType: t, RequestContext: c.Context, QueuePairContext: q.Context,
					}})
				}
				return c.Proceed()
			},
			Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) (all []calls.Outcome) {
				for _, o := range fresh {
					if o.On != nil && Failed(&o) && !o.Silent() {
						all = appended(all, last.Set(&o.On.Object, nil))
					}
					all = append(all, o)
				}
				return all
			},
		}
	}
}

// leakingSilently takes a place from each queue pair for each silent request of a type.
func leakingSilently(t nd2.RequestType) Defect {
	const places = 3
	silent := On("IND2QueuePair::" + t.String()).If(with(nd2.SilentSuccess))
	return AfterMany(places, silent, Where(Initiates), Say(nd2.NoMoreEntries))
}

// appended returns a list with one more result, if there is one.
func appended(list []calls.Outcome, one *calls.Outcome) []calls.Outcome {
	if one == nil {
		return list
	}
	return append(list, *one)
}
