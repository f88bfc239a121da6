package requirement

import "github.com/ndconform/ndconform/requirement/fault"

// otherInterfaces is the ruling of interfaces that an object need not have.
const otherInterfaces = "The pages say that other IIDs may be supported. An interface that nobody has defined may be " +
	"refused or given; an interface of ND2 for another kind of object has methods that this kind does not have."

// foreignInterface is the rule of an interface that a creating method need not know.
const foreignInterface = "An interface that ND2 defines for another kind of object is refused. A call that is " +
	"refused for its interface gives no object; a call that succeeds gives an object that can be released."

// foreignHalves are the halves of [foreignInterface].
var foreignHalves = []string{"accepted", "beside-failure", "no-object"}

// ownFile is the ruling of where an object's requests are notified.
const ownFile = "The page says that they should be performed on the file; a client that waits at the port of that " +
	"file would wait forever."

// adapterWhole are rules of an adapter as a whole: its interfaces, its addresses, and
// how long it and what was created from it are there.
var adapterWhole = of(
	Entry{Interface: "IND2Adapter", Kind: Lifetime, Profile: Core, Source: "IND2Adapter.md, IND2Adapter interface"},
	Entry{
		ID:     "adapter.interfaces",
		Source: "IND2Adapter.md, IND2Adapter interface; NetworkDirectSPI.md, NetworkDirect SPI model",
		Rule: "An adapter has the interfaces IUnknown and IND2Adapter, and lives as long as any of the references that " +
			"were handed out.",
		Ruling: otherInterfaces, Halves: []string{"no-reference", "no-unknown"},
	},
	Entry{
		ID: "adapter.release.many-references", Rests: COMGround, Source: "NetworkDirectSPI.md, NetworkDirect SPI model",
		Rule: "An object works as long as a reference to it is left, however many there have been.",
	},
	Entry{
		ID: "adapter.release.objects-remain",
		Source: "IND2Provider.md, IND2Provider::OpenAdapter, Implementation Notes; NetworkDirectSPI.md, Instantiating a " +
			"NetworkDirect provider",
		Rule: "What was created from an adapter keeps working after the adapter itself has been released.",
	},
	Entry{
		ID: "adapter.removed.only-cleanup", Needs: []Need{Fault(fault.AdapterRemoved)},
		Source: "IND2Adapter.md, IND2Adapter::CreateOverlappedFile, Return Value",
		Rule: "After the adapter has been removed, no Query, no QueryAddressList, no Listen and no request of any kind " +
			"succeeds, and no byte arrives.",
		Halves: []string{
			"bind-done", "invalidate-done", "listens", "lists", "queried", "read-arrives", "read-done",
			"receive-done", "send-done", "write-done",
		},
	},
	Entry{
		ID: "adapter.removed.cleanup-succeeds", Needs: []Need{Fault(fault.AdapterRemoved)},
		Source: "IND2Adapter.md, IND2Adapter::CreateOverlappedFile, Return Value",
		Rule:   "After the adapter has been removed, requests can be canceled, objects released and files closed.",
		Halves: []string{"not-canceled", "not-closed"},
	},
	Entry{
		ID: "adapter.addresses.share-resources", Kind: Data, Source: "IND2Provider.md, IND2Provider::ResolveAddress",
		Rule:   "Connections from several addresses of one adapter share its completion queues and memory regions.",
		Halves: []string{"ipv4-only", "queue-of-one-address"},
	},
)
