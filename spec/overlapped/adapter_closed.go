package overlapped

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

var _ = Describe("A request of an object whose adapter is released", func() {
	It("(for the record): how it ends", Covers("overlapped.getoverlappedresult.adapter-closed"), func(ctx SpecContext) {
		own := *Local(ctx)
		adapter, release := own.OwnAdapter()
		own.Adapter = adapter
		queue := own.WithFile().CompletionQueue(1)
		request := Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(nd2.NotifyAny, o) })
		release()
		Record(fmt.Sprintf("When the adapter has been released, GetOverlappedResult returns %v.",
			queue.GetOverlappedResult(request.Overlapped, false)))
	})
})
