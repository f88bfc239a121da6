package requirement

import "github.com/ndconform/ndconform/requirement/fault"

var mrDeregister = of(
	Entry{Interface: "IND2MemoryRegion", Method: "Deregister", Kind: Return, Profile: Core},
	Entry{ID: "mr.deregister.nd-success", Rule: "A registration is removed."},
	Entry{
		ID:   "mr.deregister.nd-pending",
		Rule: "A deregistration may pend: its OVERLAPPED then tells when the memory is the client's alone.",
	},
	Entry{
		ID: "mr.deregister.nd-device-busy", Profile: MemoryWindow,
		Rule: "As long as a window is bound to the region, the call is refused.",
	},
	Entry{
		ID: "mr.deregister.after-removal", Kind: Lifetime, Needs: []Need{Fault(fault.AdapterRemoved)},
		Source: "IND2MemoryRegion.md, IND2MemoryRegion::Register",
		Rule:   "Deregister is clean-up: it succeeds after the adapter has been removed.",
	},
	Entry{
		ID: "mr.deregister.own-region-only", Kind: Lifetime, Rests: RulingGround,
		Source: "IND2MemoryRegion.md, IND2MemoryRegion::Deregister; IND2MemoryRegion.md, IND2MemoryRegion interface",
		Rule:   "A Deregister, and the release that follows, ends one region: the objects around it are as they were.",
		Ruling: "By the page the call removes this region's registration, and has no other effect.", Halves: bystanders,
	},
	Entry{
		ID: "mr.deregister.in-flight", Kind: Data,
		Rule: "However a peer goes on Writing, and although a Receive is posted, no byte of the buffer changes once " +
			"Deregister has completed.",
		Halves: []string{"lands-late", "message-lands"},
	},
)
