package ndk

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var srqReceive = []Mutant{
	New("ndk.srqreceive.beyond-depth/stays-full", "A queue that was full once takes no Receive any more.",
		Since(Refused(calls.NDKSrqReceive), On(calls.NDKSrqReceive), Say(nd2.NoMoreEntries))),
	New("ndk.srqreceive.beyond-depth/taken", "A Receive beyond the queue's depth is taken, and lost.",
		When(On(calls.NDKSrqReceive), IfRefused(Nothing))),
	New("ndk.srqreceive.data/cut-to-16-bits", "BytesTransferred of a Receive has 16 bits.",
		each(func(r *ndk.Result) { r.BytesTransferred &= 0xffff })),
	New("ndk.srqreceive.data/rounded", "BytesTransferred of a Receive is rounded up to a multiple of eight.",
		each(func(r *ndk.Result) { r.BytesTransferred = (r.BytesTransferred + 7) &^ 7 })),
	New("ndk.srqreceive.data/scattered", "A Receive fills its entries last to first.",
		Before(calls.NDKSrqReceive, func(c *calls.Call) {
			c.NDK.SGL = slices.Clone(c.NDK.SGL)
			slices.Reverse(c.NDK.SGL)
		})),
	New("ndk.srqreceive.data/truncated", "A result's request context has lost its upper half.",
		each(func(r *ndk.Result) { r.RequestContext &= 0xffffffff })),
	New("ndk.srqreceive.max-entries/last-skipped", "The last entry of a Receive of more than two entries is left out.",
		Before(calls.NDKSrqReceive, func(c *calls.Call) {
			if n := len(c.NDK.SGL); n > 2 {
				c.NDK.SGL = c.NDK.SGL[:n-1]
			}
		})),
	New("ndk.srqreceive.max-entries/refused", "A Receive has at most two entries.",
		Refusing(calls.NDKSrqReceive, nd2.InvalidParameter, func(c *calls.Call) bool { return len(c.NDK.SGL) > 2 })),
	New("ndk.srqreceive.qp-context/first",
		"Results that are taken together all have the context of the first one's queue pair.",
		After(calls.NDKGetCqResults, func(c *calls.Call) {
			for i := range c.NDK.Results {
				c.NDK.Results[i].QPContext = c.NDK.Results[0].QPContext
			}
		})),
	New("ndk.srqreceive.qp-context/none", "A result has no queue pair's context.",
		each(func(r *ndk.Result) { r.QPContext = 0 })),
	New("ndk.srqreceive.shared/first", "Results have the context of the queue pair that was created first.",
		func() calls.Hooks {
			var first calls.Record[uintptr]
			return Before(calls.NDKCreateQpWithSrq, func(c *calls.Call) { c.Context = first.Keep(nil, c.Context) })()
		}),
}

func each(change func(r *ndk.Result)) Defect {
	return After(calls.NDKGetCqResults, func(c *calls.Call) {
		for i := range c.NDK.Results {
			change(&c.NDK.Results[i])
		}
	})
}

func getCqResults() []Mutant {
	const batch = 32
	return []Mutant{
		New("ndk.getcqresults.count/first-batch-lost", "Of more than 32 results at once, the first 32 are lost.",
			After(calls.NDKGetCqResults, func(c *calls.Call) {
				if len(c.NDK.Results) > batch {
					c.NDK.Results = c.NDK.Results[batch:]
				}
			})),
		New("ndk.getcqresults.count/rest-lost", "Of more than 32 results at once, only the first 32 are given.",
			After(calls.NDKGetCqResults, func(c *calls.Call) {
				c.NDK.Results = c.NDK.Results[:min(batch, len(c.NDK.Results))]
			})),
	}
}
