package adapter

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// An infoBuffer has room behind the structure, for providers that have more to
// tell.
type infoBuffer struct {
	nd2.AdapterInfo
	beyond [160]byte
}

var _ = Describe("IND2Adapter::Query", func() {
	It("fills a buffer of the size of ND2_ADAPTER_INFO", Covers("adapter.query.nd-success"), func(ctx SpecContext) {
		local := Local(ctx)
		b := infoBuffer{AdapterInfo: nd2.AdapterInfo{InfoVersion: local.Info.InfoVersion}}
		size := uint32(nd2.AdapterInfoSize)
		Expect(local.Adapter.Query(&b.AdapterInfo, &size)).To(Return(nd2.Success))
		Expect(size).To(BeNumerically("<=", nd2.AdapterInfoSize), "the size used")
		Expect(b.MaxTransferLength).NotTo(BeZero(), "MaxTransferLength")
		Expect(b.beyond).To(BeZero(), "what is behind the structure")
	})

	It("reports version 0x20000 in a buffer of the size of ND2_ADAPTER_INFO", Covers("adapter.query.info-version"),
		func(ctx SpecContext) {
			info, size := nd2.AdapterInfo{InfoVersion: nd2.Version2}, uint32(nd2.AdapterInfoSize)
			Expect(Local(ctx).Adapter.Query(&info, &size)).To(Return(nd2.Success))
			Expect(info.InfoVersion).To(BeEquivalentTo(nd2.Version2), "InfoVersion")
		})

	DescribeTable("(for the record): asked for", Covers("adapter.query.info-version-1"),
		func(ctx SpecContext, version uint32) {
			info := nd2.AdapterInfo{InfoVersion: version}
			size := uint32(nd2.AdapterInfoSize)
			s := Local(ctx).Adapter.Query(&info, &size)
			Record(fmt.Sprintf("Query with InfoVersion %#x returns %v and the version %#x.", version, s, info.InfoVersion))
		},
		Entry("version 1", uint32(nd2.Version1)),
		Entry("no version", Variant("unset"), uint32(0)),
		Entry("a version that is not defined", Variant("unknown"), uint32(0x7fff0000)))

	It("fills a buffer of the size that a call without a buffer returned", Covers("adapter.query.nd-success"),
		Variant("told-size"), func(ctx SpecContext) {
			local := Local(ctx)
			told := sizeTold(local.Adapter)
			room, size := infoRoom(told, local.Info.InfoVersion), told
			Expect(local.Adapter.Query(&room[0], &size)).To(Return(nd2.Success), "with %d bytes", told)
			Expect(size).To(And(BeNumerically(">=", nd2.AdapterInfoSize), BeNumerically("<=", told)), "the size used")
			Expect(limitsOf(room[0])).To(Equal(limitsOf(local.Info)), "the limits that Query tells")
		})

	It("returns ND_BUFFER_OVERFLOW when the buffer is too small, and leaves the buffer alone",
		Covers("adapter.query.nd-buffer-overflow"), func(ctx SpecContext) {
			local := Local(ctx)
			adapter := local.Adapter
			var needed uint32
			s := adapter.Query(nil, &needed)
			Expect(s).To(Return(nd2.BufferOverflow), "without a buffer")
			if s == nd2.BufferOverflow { // no other code tells a size
				Expect(needed).To(BeNumerically(">=", nd2.AdapterInfoSize), "the size that is needed")
			}
			for _, room := range []uint32{0, 1, nd2.AdapterInfoSize - 1} {
				before := nd2.AdapterInfo{InfoVersion: local.Info.InfoVersion, VendorID: 0x5a5a, MaxCalleeData: 0xa5a5}
				info, size := before, room
				ExpectRefusal(adapter.Query(&info, &size), &size, needed, int(room))
				Expect(info).To(Equal(before), "the buffer of %d bytes", room)
			}
		})

	It("says how much of a larger buffer it used", Covers("adapter.query.size-used"), func(ctx SpecContext) {
		local := Local(ctx)
		told := sizeTold(local.Adapter)
		used := func(more uint32) uint32 {
			room := infoRoom(told+more, local.Info.InfoVersion)
			size := told + more
			Expect(local.Adapter.Query(&room[0], &size)).To(Return(nd2.Success), "with %d bytes more than needed", more)
			Expect(size).To(And(BeNumerically(">=", nd2.AdapterInfoSize), BeNumerically("<=", told+more)), "the size used")
			Expect(limitsOf(room[0])).To(Equal(limitsOf(local.Info)), "the limits that Query tells")
			return size
		}
		used(1)
		used(160)
		// A provider may append all the data that it has, if there is room.
		most := used(4096)
		Expect(used(8192)).To(Equal(most), "the size used of still more room")
	})

	It("reports limits of at least 1", Covers("adapter.query.limits"), func(ctx SpecContext) {
		info := infoOf(Local(ctx).Adapter)
		for name, limit := range map[string]uint64{
			"MaxRegistrationSize":     uint64(info.MaxRegistrationSize),
			"MaxInitiatorSge":         uint64(info.MaxInitiatorSGE),
			"MaxReceiveSge":           uint64(info.MaxReceiveSGE),
			"MaxTransferLength":       uint64(info.MaxTransferLength),
			"MaxReceiveQueueDepth":    uint64(info.MaxReceiveQueueDepth),
			"MaxInitiatorQueueDepth":  uint64(info.MaxInitiatorQueueDepth),
			"MaxCompletionQueueDepth": uint64(info.MaxCompletionQueueDepth),
		} {
			Expect(limit).NotTo(BeZero(), name)
		}
	})

	It("reports a MaxReadSge that is no larger than MaxInitiatorSge", Covers("adapter.query.read-sge"),
		func(ctx SpecContext) {
			info := infoOf(Local(ctx).Adapter)
			Expect(info.MaxReadSGE).To(BeNumerically("<=", info.MaxInitiatorSGE), "MaxReadSge")
		})

	It("reports the same limits to every caller at any time", Covers("adapter.query.constant-limits"),
		func(ctx SpecContext) {
			local := Local(ctx)
			before := limitsOf(infoOf(local.Adapter))
			for range 4 {
				local.End(Shape{})
			}
			Expect(limitsOf(infoOf(local.Adapter))).To(Equal(before), "with resources in use")
			Expect(limitsOf(infoOf(Local(ctx).Adapter))).To(Equal(before), "when it is opened again")
		})

	It("reports an AdapterId that no other adapter has", Covers("adapter.query.adapter-id"), func(ctx SpecContext) {
		provider := Local(ctx).Provider()
		ids := map[uint64]uint64{}
		for _, sockaddr := range AllAddresses(provider.QueryAddressList).Address {
			var id uint64
			Expect(provider.ResolveAddress(sockaddr, &id)).To(Return(nd2.Success))
			var object nd2.Unknown
			Expect(provider.OpenAdapter(nd2.IIDAdapter, id, &object)).To(Return(nd2.Success))
			release := Own(ctx, object)
			told := infoOf(object.(nd2.Adapter)).AdapterID
			release()
			if of, known := ids[told]; known {
				Expect(of).To(Equal(id), "the adapter that told the AdapterId %#x before", told)
			}
			ids[told] = id
		}
	})

	It("(for the record): what it says about its maker", Covers("adapter.query.identity"), func(ctx SpecContext) {
		info := infoOf(Local(ctx).Adapter)
		Record(fmt.Sprintf("VendorId is %#x and DeviceId %#x.", info.VendorID, info.DeviceID))
	})

	It("(for the record): its thresholds", Covers("adapter.query.thresholds"), func(ctx SpecContext) {
		info := infoOf(Local(ctx).Adapter)
		Record(fmt.Sprintf("InlineRequestThreshold is %d and LargeRequestThreshold %d bytes.", info.InlineRequestThreshold,
			info.LargeRequestThreshold))
	})

	It("(for the record): the largest window", Covers("adapter.query.max-window-size"), func(ctx SpecContext) {
		info := infoOf(Local(ctx).Adapter)
		Record(fmt.Sprintf("MaxWindowSize is %d and MaxRegistrationSize %d bytes.", info.MaxWindowSize,
			info.MaxRegistrationSize))
	})

	It("(for the record): its engines", Covers("adapter.query.multi-engine"), func(ctx SpecContext) {
		flags := infoOf(Local(ctx).Adapter).AdapterFlags
		Record(fmt.Sprintf("The adapter claims several engines: %t.", flags&nd2.AdapterMultiEngine != 0))
	})

	It("(for the record): its flags", Covers("adapter.query.flags"), func(ctx SpecContext) {
		const known = nd2.AdapterInOrderDMA | nd2.AdapterInterruptModeration | nd2.AdapterMultiEngine | nd2.AdapterCQResize |
			nd2.AdapterLoopbackConnections
		flags := infoOf(Local(ctx).Adapter).AdapterFlags
		Record(fmt.Sprintf("AdapterFlags are %#x; the documents do not name %#x of them.", uint32(flags),
			uint32(flags&^known)))
	})

	DescribeTable("claims loopback connections only if the adapter can connect to itself",
		func(ctx SpecContext, other func(ctx SpecContext, local *Side) *Side) {
			local := Local(ctx)
			NewAttempt(ctx, local.End(Shape{}), other(ctx, local).End(Shape{})).Establish().Settle(ctx)
		},
		Entry("through one handle", Covers("adapter.query.loopback"), func(_ SpecContext, local *Side) *Side {
			return local
		}),
		Entry("through two handles", Covers("adapter.query.loopback"), Variant("two-handles"),
			func(ctx SpecContext, _ *Side) *Side { return Local(ctx) }),
	)
})

// sizeTold asks an adapter how large the buffer of a Query must be.
func sizeTold(adapter nd2.Adapter) (told uint32) {
	const most = 1 << 20 // bytes that a spec believes an adapter to have to say
	if adapter.Query(nil, &told) != nd2.BufferOverflow {
		Unobservable("the adapter does not tell the size without a buffer") // which no other code means
	}
	Expect(told).To(And(BeNumerically(">=", nd2.AdapterInfoSize), BeNumerically("<=", most)), "the size that is needed")
	return told
}

// infoRoom makes a buffer of at least size bytes for information of a version.
func infoRoom(size, version uint32) []nd2.AdapterInfo {
	room := make([]nd2.AdapterInfo, (size+nd2.AdapterInfoSize-1)/nd2.AdapterInfoSize)
	room[0].InfoVersion = version
	return room
}

// infoOf asks an adapter.
func infoOf(adapter nd2.Adapter) nd2.AdapterInfo {
	info, returned := providers.QueryInfo(adapter)
	Expect(returned).To(Return(nd2.Success))
	return info
}

// limitsOf leaves out of an adapter's information what may change: the thresholds,
// which are to be determined dynamically; and the version, which is another rule's.
func limitsOf(info nd2.AdapterInfo) nd2.AdapterInfo {
	info.InfoVersion = 0
	info.InlineRequestThreshold, info.LargeRequestThreshold = 0, 0
	return info
}
