package overlapped

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("A request of an object whose adapter is released", func() {
	It("(for the record) how it ends", Covers("overlapped.getoverlappedresult.adapter-closed"), func(ctx SpecContext) {
		own := *Local(ctx)
		provider := own.Provider()
		var id uint64
		Expect(provider.ResolveAddress(own.Sockaddr(0), &id)).To(Return(nd2.Success))
		var adapter nd2.Unknown
		Expect(provider.OpenAdapter(nd2.IIDAdapter, id, &adapter)).To(Return(nd2.Success))
		own.Adapter = adapter.(nd2.Adapter)
		queue := own.WithFile().CompletionQueue(1)
		request := Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(nd2.NotifyAny, o) })
		adapter.Release()
		Record(fmt.Sprintf("When the adapter has been released, GetOverlappedResult returns %v.", queue.GetOverlappedResult(request.Overlapped, false)))
	})
})
