package adapter

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
)

// givesNothing shows that a method fails with a status when there is a fault, and returns no object.
func givesNothing(ctx SpecContext, method string, kind providers.FaultKind, status nd2.Status) {
	local := Local(ctx)
	r := ordinary(local, method)
	local.Inject(providers.Fault{Kind: kind, Call: "IND2Adapter::" + method})
	r.expectRefused(local, Return(status))
}

// shortages are the entries of a table for what keeps a method from creating an object.
func shortages(method string) []TableEntry {
	id := "adapter." + strings.ToLower(method)
	return []TableEntry{
		Entry("when there is no memory", Covers(id+".nd-no-memory"), method, providers.OutOfMemory, nd2.NoMemory),
		Entry("when the adapter is out of resources", Covers(id+".nd-insufficient-resources"), method,
			providers.OutOfResources, nd2.InsufficientResources),
		Entry("when the adapter has been removed", Covers(id+".nd-device-removed"), method,
			providers.AdapterRemoved, nd2.DeviceRemoved),
	}
}

// byInterface are the entries of a table for what a method does that creates objects of a kind, when it is asked
// for an interface that the kind need not have.
func byInterface(method string) []TableEntry {
	id := "adapter." + strings.ToLower(method) + ".unknown-iid"
	return []TableEntry{
		Entry("refuses an interface of another kind of object, and gives none", Covers(id), method, ExpectRefusesOthers),
		Entry("gives an object, or fails, for an interface that nobody has defined", Covers(id), Variant("each-bit"),
			method, ExpectSound),
	}
}

// asks shows what a method does that is asked for interfaces.
func asks(ctx SpecContext, method string, expect func(own nd2.GUID, ask Asking)) {
	local := Local(ctx)
	r := ordinary(local, method)
	expect(r.iid, func(iid nd2.GUID) (nd2.Unknown, nd2.Status) {
		r.iid = iid
		return r.call(local)
	})
}
