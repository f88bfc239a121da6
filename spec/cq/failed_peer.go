package cq

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("ND2_RESULT::Status", func() {
	It("reports the failure of the peer's queue pair to a client that Reads from it",
		Covers("cq.getresults.read.failed-peer"), func(ctx SpecContext) {
			x := exchangeFor(ctx, nd2.RequestReceive, Shape{})
			x.Settle(ctx)
			unregistered := []nd2.SGE{{Buffer: x.other.Buffer(8), MemoryRegionToken: x.other.Memory.GetLocalToken()}}
			if returned := x.other.Send(1, unregistered, 0); returned != nd2.Success {
				Unobservable("the peer's provider finds the fault in the call, which ends no connection")
			}
			Expect(Result(ctx, x.other.Initiated).Status).NotTo(Equal(nd2.Success), "the status of the Send by which it fails")
			returned := x.post(nd2.RequestRead, 2, 0)
			if SaysEnded(returned) {
				return
			}
			if returned != nd2.Success {
				Expect(returned).To(ReturnAsRuled("cq.getresults.read.failed-peer"))
				return
			}
			result, ended := resultInTime(ctx, x.Initiated)
			if !ended {
				Unobservable("the provider tries a Read for longer than the spec waits")
			}
			Expect(result).To(CompleteAsRuled("cq.getresults.read.failed-peer"))
		})
})
