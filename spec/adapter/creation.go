package adapter

import (
	"math"

	. "github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// undefinedInterface is the id of no interface. A provider may know more of them than
// the documents, so that only one which nobody has defined is sure to be unknown.
var undefinedInterface = nd2.GUID{Data1: 0x5eed}

// few is the depth of a small queue, at most what there is.
func few(limit uint32) uint32 { return min(8, limit) }

// beyond is one more than a limit. The spec is skipped if there is no such number.
func beyond(name string, limit uint32) uint32 {
	if limit == math.MaxUint32 {
		Unobservable("there is nothing beyond " + name)
	}
	return limit + 1
}

// A creation is a method that creates an object of an interface.
type creation struct {
	method string
	iid    nd2.GUID
	call   func(s *Side, iid nd2.GUID, object *nd2.Unknown) nd2.Status
}

// expectNothing shows that the method fails with a status when there is a fault, and
// returns no object.
func (c creation) expectNothing(ctx SpecContext, kind providers.FaultKind, status nd2.Status) {
	local := Local(ctx)
	local.Inject(providers.Fault{Kind: kind, Call: "IND2Adapter::" + c.method})
	var object nd2.Unknown
	Expect(c.call(local, c.iid, &object)).To(Return(status))
	Expect(object).To(BeNil(), "the object given")
}

// An attempted call is one that creates an object, or none.
type attempted struct {
	object nd2.Unknown
	status nd2.Status
}

// attempt is what a call has returned.
func attempt(object nd2.Unknown, status nd2.Status) attempted { return attempted{object, status} }

// expectRefused shows that the call has failed, and how, and returned no object.
func (a attempted) expectRefused(how types.GomegaMatcher) {
	Expect(a.status).To(how)
	Expect(a.object).To(BeNil(), "the object given")
}

// shortages are the entries of a table for what keeps a method from creating an object.
func shortages(method string) []TableEntry {
	id := "adapter." + method
	return []TableEntry{
		Entry("when there is no memory", Covers(id+".nd-no-memory"), providers.OutOfMemory, nd2.NoMemory),
		Entry("when the adapter is out of resources", Covers(id+".nd-insufficient-resources"),
			providers.OutOfResources, nd2.InsufficientResources),
		Entry("when the adapter has been removed", Covers(id+".nd-device-removed"),
			providers.AdapterRemoved, nd2.DeviceRemoved),
	}
}

// expectUnknown shows that the method fails for an interface that its objects do not
// have, however alike its id, and returns no object.
func (c creation) expectUnknown(ctx SpecContext) {
	local := Local(ctx)
	expectUnknown(c.iid, func(iid nd2.GUID) (object nd2.Unknown, status nd2.Status) {
		status = c.call(local, iid, &object)
		return object, status
	})
}

// expectUnknown is that of a method that create calls for an interface.
func expectUnknown(known nd2.GUID, create func(iid nd2.GUID) (nd2.Unknown, nd2.Status)) {
	for _, iid := range append(AlikeInterfaces(known), undefinedInterface) {
		object, status := create(iid)
		Expect(status).To(ReturnFailure(), "for the interface %v", iid)
		Expect(object).To(BeNil(), "the object given")
	}
}

// expectInterfaces shows that an object has interfaces, of which the last is its own, and not
// one that nobody has defined, however alike its id.
func expectInterfaces(object nd2.Unknown, iids ...nd2.GUID) {
	var same nd2.Unknown
	for _, iid := range append(iids, nd2.IIDUnknown) {
		Expect(object.QueryInterface(iid, &same)).To(Return(nd2.Success))
		Expect(same).NotTo(BeNil(), "the interface %v", iid)
		same.Release()
	}
	for _, iid := range append(AlikeInterfaces(iids[len(iids)-1]), undefinedInterface) {
		same = nil
		Expect(object.QueryInterface(iid, &same)).To(ReturnFailure(), "for the interface %v", iid)
		Expect(same).To(BeNil(), "the object given")
	}
}
