package com

import (
	"context"
	"math"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A closing is when a client closes a file with a pending request.
type closing string

const (
	beforeTheEnd    closing = "before its request has ended"
	afterTheEnd     closing = "after its request has ended"
	afterTheObject  closing = "after its object has been released"
	afterTheAdapter closing = "after its adapter has been released"
)

var _ = Describe("The handles of the process", func() {
	It("are given back with the objects", Covers("com.handles.returned"), func(ctx SpecContext) {
		Expect(growth(ctx, afterTheObject)).To(BeNumerically("<", few), "handles that are open after 24 adapters")
	})

	DescribeTable("are given back whenever the file is closed",
		func(ctx SpecContext, at closing) {
			// What is left in any case does not depend on when the file is closed; earlier specs may have left files.
			ordinary := max(0, growth(ctx, afterTheObject))
			Expect(growth(ctx, at)-ordinary).To(BeNumerically("<", few),
				"how many more handles are open after 24 adapters than if the file is closed later")
		},
		Entry("("+string(beforeTheEnd)+")", Covers("com.handles.closed-early"), beforeTheEnd),
		Entry("("+string(afterTheEnd)+")", Covers("com.handles.closed-early"), Variant("ended"), afterTheEnd),
		Entry("("+string(afterTheAdapter)+")", Covers("com.handles.closed-early"), Variant("adapter-released"),
			afterTheAdapter),
	)
})

// A leak is at least one handle per adapter; the process itself opens and closes fewer.
const adapters, few = 24, 12

// growth is the growth of the process's handles by opening and releasing adapters, the least of some tries.
func growth(ctx SpecContext, at closing) int {
	local := Local(ctx)
	provider := local.Provider()
	var id uint64
	Expect(provider.ResolveAddress(local.Sockaddr(0), &id)).To(Return(nd2.Success))
	shared := &nd2.Overlapped{Event: NewEvent()} // one for all: its event has a handle, too
	request := func() *nd2.Overlapped {
		if at == beforeTheEnd { // the end is unknown
			return new(nd2.Overlapped)
		}
		return shared
	}
	least := math.MaxInt
	for tries := 0; tries < 3 && least >= few; tries++ {
		before := handles(ctx)
		for range adapters {
			comeAndGo(ctx, provider, id, request(), at)
		}
		least = min(least, handles(ctx)-before)
	}
	return least
}

func handles(ctx context.Context) int {
	n, err := COM(ctx).Handles()
	Expect(err).NotTo(HaveOccurred(), "the error")
	return n
}

// comeAndGo opens an adapter, creates its objects with handles, and releases everything.
func comeAndGo(ctx context.Context, provider nd2.Provider, id uint64, overlapped *nd2.Overlapped, at closing) {
	var object nd2.Unknown
	Expect(provider.OpenAdapter(nd2.IIDAdapter, id, &object)).To(Return(nd2.Success))
	releaseAdapter := Own(ctx, object)
	adapter := object.(nd2.Adapter)
	var file nd2.OverlappedFile
	Expect(adapter.CreateOverlappedFile(&file)).To(Return(nd2.Success))
	closeFile := OwnFile(ctx, file)
	closeIf := func(now closing) {
		if now == at {
			Expect(closeFile()).To(Return(nd2.Success))
		}
	}
	Expect(adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, file, 1, 0, 0, &object)).To(Return(nd2.Success))
	releaseQueue := Own(ctx, object)
	queue := object.(nd2.CompletionQueue)
	Expect(queue.Notify(nd2.NotifyAny, overlapped)).To(Return(nd2.Pending))
	closeIf(beforeTheEnd)
	canceled := queue.CancelOverlappedRequests()
	if at != beforeTheEnd {
		Expect(canceled).To(Return(nd2.Success))
		Expect(queue.GetOverlappedResult(overlapped, true)).To(Return(nd2.Canceled))
	}
	closeIf(afterTheEnd)
	releaseQueue()
	closeIf(afterTheObject)
	releaseAdapter()
	closeIf(afterTheAdapter)
}
