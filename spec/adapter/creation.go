package adapter

import (
	"math"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

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

// byInterface are the entries of a table for what a call does that creates objects of a kind, by ask, when it is asked
// for an interface that the kind need not have.
func byInterface(method string, own nd2.GUID, ask func(ctx SpecContext) Asking) []TableEntry {
	id := "adapter." + method + ".unknown-iid"
	return []TableEntry{
		Entry("refuses an interface of another kind of object, and gives none", Covers(id), func(ctx SpecContext) {
			ExpectRefusesOthers(own, ask(ctx))
		}),
		Entry("gives an object, or fails, for an interface that nobody has defined", Covers(id), Variant("each-bit"),
			func(ctx SpecContext) { ExpectSound(own, ask(ctx)) }),
	}
}

// ask is the method's call for an object of an interface.
func (c creation) ask(ctx SpecContext) Asking {
	local := Local(ctx)
	return func(iid nd2.GUID) (object nd2.Unknown, s nd2.Status) {
		s = c.call(local, iid, &object)
		return object, s
	}
}

// byInterface is that of the method.
func (c creation) byInterface() []TableEntry {
	return byInterface(strings.ToLower(c.method), c.iid, c.ask)
}

// runs carries out an entry of a table that is a spec.
func runs(ctx SpecContext, spec func(ctx SpecContext)) { spec(ctx) }
