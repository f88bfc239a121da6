package provider

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Provider::OpenAdapter", func() {
	It("opens the adapter", Covers("provider.openadapter.nd-success"), func(ctx SpecContext) {
		local := Local(ctx)
		provider := local.Provider()
		expectInfo(openAdapter(ctx, provider, resolve(provider, local.Sockaddr(0))), local.Info.AdapterID)
	})

	It("is refused and returns no object for an id that no adapter has",
		Covers("provider.openadapter.nd-invalid-parameter"), func(ctx SpecContext) {
			provider := Local(ctx).Provider()
			taken := adapterIDs(provider)
			id := uint64(0xdead)
			for slices.Contains(taken, id) {
				id++
			}
			expectNoAdapter(provider, id)
		})

	It("is refused and returns no object for an id that differs from an adapter's in one bit, whichever it is",
		Covers("provider.openadapter.nd-invalid-parameter"), Variant("each-bit"), func(ctx SpecContext) {
			provider := Local(ctx).Provider()
			taken := adapterIDs(provider)
			for _, id := range taken {
				for bit := range 64 {
					if other := id ^ 1<<bit; !slices.Contains(taken, other) && !isAdapter(provider, other) {
						expectNoAdapter(provider, other)
					}
				}
			}
		})

	It("refuses an interface of another kind of object, and gives none", Covers("provider.openadapter.unknown-iid"),
		func(ctx SpecContext) { ExpectRefusesOthers(nd2.IIDAdapter, asking(ctx)) })

	It("gives an adapter, or fails, for an interface that nobody has defined", Covers("provider.openadapter.unknown-iid"),
		Variant("each-bit"), func(ctx SpecContext) { ExpectSound(nd2.IIDAdapter, asking(ctx)) })

	It("returns ND_NO_MEMORY and no object when there is no memory", Covers("provider.openadapter.nd-no-memory"),
		func(ctx SpecContext) {
			local := Local(ctx)
			provider := local.Provider()
			id := resolve(provider, local.Sockaddr(0))
			local.Inject(providers.Fault{Kind: providers.OutOfMemory, Call: "IND2Provider::OpenAdapter"})
			var object nd2.Unknown
			Expect(provider.OpenAdapter(nd2.IIDAdapter, id, &object)).To(Return(nd2.NoMemory))
			Expect(object).To(BeNil(), "the object given")
		})

	When("the provider is released", func() {
		It("leaves the adapter working", Covers("provider.openadapter.outlives-provider"), func(ctx SpecContext) {
			// Each side has released the provider that opened it.
			local := Local(ctx)
			expectInfo(local.Adapter, local.Info.AdapterID)
			NewAttempt(ctx, local.End(Shape{}), Peer(ctx).End(Shape{})).Establish().Settle(ctx)
		})
	})

	When("the adapter is open already", func() {
		It("opens it once more, and each handle lives on its own", Covers("provider.openadapter.opened-twice"),
			func(ctx SpecContext) {
				local := Local(ctx)
				provider := local.Provider()
				var object nd2.Unknown
				Expect(provider.OpenAdapter(nd2.IIDAdapter, resolve(provider, local.Sockaddr(0)), &object)).To(Return(nd2.Success))
				release := Own(ctx, object)
				expectInfo(object.(nd2.Adapter), local.Info.AdapterID)
				release()
				NewAttempt(ctx, local.End(Shape{}), Peer(ctx).End(Shape{})).Establish().Settle(ctx)
			})
	})
})

// asking opens an adapter by any interface.
func asking(ctx SpecContext) Asking {
	local := Local(ctx)
	provider := local.Provider()
	id := resolve(provider, local.Sockaddr(0))
	return func(iid nd2.GUID) (object nd2.Unknown, s nd2.Status) {
		s = provider.OpenAdapter(iid, id, &object)
		return object, s
	}
}

// adapterIDs lists the ids of the provider's adapters, each once.
func adapterIDs(provider nd2.Provider) (ids []uint64) {
	for _, sockaddr := range AllAddresses(provider.QueryAddressList).Address {
		if id := resolve(provider, sockaddr); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// isAdapter reports whether an id that comes with no address is an adapter's, which may have none.
func isAdapter(provider nd2.Provider, id uint64) bool {
	var object nd2.Unknown
	if provider.OpenAdapter(nd2.IIDAdapter, id, &object) != nd2.Success {
		return false
	}
	adapter, ok := object.(nd2.Adapter)
	if !ok {
		return false
	}
	defer adapter.Release()
	info, returned := providers.QueryInfo(adapter)
	return returned == nd2.Success && info.AdapterID == id
}

// expectNoAdapter shows that an id opens no adapter.
func expectNoAdapter(provider nd2.Provider, id uint64) {
	var object nd2.Unknown
	Expect(provider.OpenAdapter(nd2.IIDAdapter, id,
		&object)).To(ReturnAsRuled("provider.openadapter.nd-invalid-parameter"), "with the id %#x", id)
	Expect(object).To(BeNil(), "the object given")
}

// expectInfo shows that an adapter answers, and is the one with the AdapterId.
func expectInfo(adapter nd2.Adapter, id uint64) {
	info, returned := providers.QueryInfo(adapter)
	Expect(returned).To(Return(nd2.Success))
	Expect(info.AdapterID).To(Equal(id), "AdapterId")
}
