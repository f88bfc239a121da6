package requirement

import "github.com/ndconform/ndconform/nd2"

// memoryRegionAccess are the rules of memory regions as they show through queue
// pairs.
var memoryRegionAccess = of(
	Entry{
		Interface: "IND2MemoryRegion", Kind: Data, Profile: Core,
		Source: "IND2MemoryRegion.md, IND2MemoryRegion::Register, Parameters",
	},
	Entry{
		ID: "mr.rights.no-remote-read", Kind: Limit, Needs: []Need{NeedRead},
		Rule:   "A peer cannot Read a region without ND_MR_FLAG_ALLOW_REMOTE_READ.",
		Accept: remoteAccess, Ruling: remoteAccessRuling,
	},
	Entry{
		ID: "mr.rights.no-remote-write", Kind: Limit,
		Rule:   "A peer cannot Write to a region without ND_MR_FLAG_ALLOW_REMOTE_WRITE, and no byte changes.",
		Accept: remoteWrite, Preferred: remoteWritePreferred, Ruling: remoteWriteRuling,
	},
	Entry{
		ID: "mr.rights.no-local-write", Kind: Limit,
		Source: "IND2MemoryRegion.md, IND2MemoryRegion::Register, Parameters; IND2CompletionQueue.md, ND2_RESULT " +
			"structure, Remarks",
		Rule:   "A Receive into a region without ND_MR_FLAG_ALLOW_LOCAL_WRITE fails, and no byte changes.",
		Accept: []nd2.Status{nd2.AccessViolation}, Ruling: localAccessRuling,
	},
	Entry{
		ID: "mr.rights.no-local-write-to-read", Kind: Limit, Needs: []Need{NeedRead},
		Source: "IND2MemoryRegion.md, IND2MemoryRegion::Register, Parameters; IND2CompletionQueue.md, ND2_RESULT " +
			"structure, Remarks",
		Rule: "A Read into a region with neither ND_MR_FLAG_ALLOW_LOCAL_WRITE nor ND_MR_FLAG_RDMA_READ_SINK fails, and " +
			"no byte changes.",
		Accept: []nd2.Status{nd2.AccessViolation}, Ruling: localAccessRuling,
	},
	Entry{
		ID: "mr.rights.remote-read-alone", Needs: []Need{NeedRead},
		Rule:   "A peer Reads a region that has ND_MR_FLAG_ALLOW_REMOTE_READ and no other right.",
		Halves: []string{"needs-local-write", "refused"},
	},
	Entry{
		ID:     "mr.rights.combined",
		Rule:   "A region may have several of its rights together, and each opens what it opens alone.",
		Halves: []string{"local-write", "read-sink", "refused", "remote-read", "remote-write"},
	},
	Entry{
		ID: "mr.rights.no-read-sink", Level: Info, Needs: []Need{NeedRead},
		Rule:   "A Read into a region with local write and without ND_MR_FLAG_RDMA_READ_SINK lands, or fails.",
		Ruling: "The flag enables Reads to land, says the page; adapters that need nothing for it let them land without.",
	},
	Entry{
		ID: "mr.rights.remote-write-includes-local", Source: "nddef.h, ND_MR_FLAG_ALLOW_REMOTE_WRITE",
		Rule: "ND_MR_FLAG_ALLOW_REMOTE_WRITE includes local write: a Receive may land in a region that has just " +
			"this right.",
		Ruling: "The page describes two rights; in the header, the value of one includes the other.",
	},
	Entry{
		ID: "mr.rights.none-to-send", Level: Should, Rule: "A Send or Write takes its data from a region without any right.",
		Ruling: "The rights are to write and for peers, so none is needed to send; but the page asks for one or more.",
	},
	Entry{
		ID: "mr.rights.read-sink", Needs: []Need{NeedRead},
		Rule: "A Read lands in a region with ND_MR_FLAG_RDMA_READ_SINK and ND_MR_FLAG_ALLOW_LOCAL_WRITE.",
	},
	Entry{
		ID: "mr.rights.read-sink-alone", Level: Should, Needs: []Need{NeedRead},
		Source: "IND2MemoryRegion.md, IND2MemoryRegion::Register, Parameters",
		Rule:   "A Read lands in a region with ND_MR_FLAG_RDMA_READ_SINK and without ND_MR_FLAG_ALLOW_LOCAL_WRITE.",
		Ruling: "The page allows any set of flags, and says that this one makes a region a sink of Reads. It also says " +
			"that local write is what lets the adapter write, and not that a sink needs none.",
	},
	Entry{
		ID: "mr.bounds.local", Kind: Limit,
		Source: "IND2QueuePair.md, ND2_SGE structure; IND2CompletionQueue.md, ND2_RESULT structure, Remarks",
		Rule: "A request with an entry that reaches beyond its region, at either end, fails, and no byte beyond is " +
			"touched.",
		Accept: []nd2.Status{nd2.AccessViolation}, Ruling: localAccessRuling,
		Halves: []string{
			"read-before", "read-behind", "receive-before", "receive-behind", "send-before", "send-behind",
			"write-before", "write-behind",
		},
	},
	Entry{
		ID: "mr.bounds.first-and-last-byte", Needs: []Need{NeedRead},
		Source: "IND2QueuePair.md, IND2QueuePair::Read, Parameters",
		Rule:   "A peer reaches every byte of the region, the first and the last included.",
		Halves: []string{"first-missing", "last-missing"},
	},
	Entry{
		ID: "mr.bounds.read", Kind: Limit, Needs: []Need{NeedRead},
		Source: "IND2QueuePair.md, IND2QueuePair::Read, Parameters",
		Rule: "A peer's Read that reaches one byte beyond either end of the region, or wraps around the address " +
			"space, fails.",
		Accept: remoteAccess, Ruling: remoteAccessRuling, Halves: []string{"one-before", "one-behind"},
	},
	Entry{
		ID: "mr.bounds.write", Kind: Limit,
		Source: "IND2QueuePair.md, IND2QueuePair::Write, Parameters; MS tests: " +
			"src/unittests/ndmemorytest/ndoverreadwrite.cpp",
		Rule: "A peer's Write that reaches one byte beyond either end of the region, or wraps around the address space, " +
			"fails, and no byte beyond changes.",
		Accept: remoteWrite, Preferred: remoteWritePreferred, Ruling: remoteWriteRuling,
		Halves: []string{"lands", "one-before", "one-behind"},
	},
	Entry{
		ID: "mr.token.as-sent", Level: Should,
		Source: "IND2MemoryRegion.md, IND2MemoryRegion::GetRemoteToken; IND2QueuePair.md, IND2QueuePair::Write, Parameters",
		Rule: "The remote token works when its four bytes are sent to the peer as they lie in memory, with the address " +
			"in host order.",
		Ruling: "The page says that the token should be in network order.",
	},
	Entry{
		ID: "mr.token.stable", Kind: Lifetime, Level: Should, Source: "IND2MemoryRegion.md, IND2MemoryRegion::GetRemoteToken",
		Rule:   "The tokens of a region stay the same as long as it is registered.",
		Ruling: "The page calls the token opaque, and does not say that a region has but one.",
	},
	Entry{
		ID: "mr.scope.every-queue-pair", Source: "IND2MemoryRegion.md, IND2MemoryRegion::Register, Remarks",
		Rule: "A region serves every queue pair of its adapter, for local use and for their peers, whatever was " +
			"created first.",
	},
	Entry{
		ID: "mr.scope.registered-again", Level: Should, Source: "IND2MemoryRegion.md, IND2MemoryRegion interface",
		Rule: "A buffer may be registered several times, with rights of their own, and each registration lasts until its " +
			"own Deregister.",
		Ruling: "The page says that the user should be able to.",
	},
	Entry{
		ID: "mr.scope.other-adapter", Kind: Limit, Source: "IND2MemoryRegion.md, IND2MemoryRegion::Register, Remarks",
		Rule: "A request of one adapter object with the local token of a region of another one fails, and no byte " +
			"changes, although both are open to the same adapter.",
		Ruling: "The page has the scope, and no code for what is beyond it; the codes of results have rules of their own.",
		Halves: []string{"lands", "received-into", "served"},
	},
	Entry{
		ID: "mr.scope.other-adapter-remote", Kind: Limit, Source: "IND2MemoryRegion.md, IND2MemoryRegion::Register, Remarks",
		Rule: "The peer of a queue pair of one adapter object cannot Write to a region of another one, and no byte " +
			"changes, although both are open to the same adapter.",
		Accept: remoteWrite, Preferred: remoteWritePreferred, Ruling: remoteWriteRuling,
	},
	Entry{
		ID: "mr.deregister.ends-remote-writing", Kind: Lifetime, Source: "IND2MemoryRegion.md, IND2MemoryRegion::Deregister",
		Rule:   "After Deregister a peer's Write with the remote token fails and no byte changes.",
		Accept: remoteWrite, Preferred: remoteWritePreferred, Ruling: remoteWriteRuling,
	},
	Entry{
		ID: "mr.deregister.ends-remote-reading", Kind: Lifetime, Needs: []Need{NeedRead},
		Source: "IND2MemoryRegion.md, IND2MemoryRegion::Deregister",
		Rule:   "After Deregister a peer's Read with the remote token fails.",
		Accept: remoteAccess, Ruling: remoteAccessRuling,
	},
	Entry{
		ID: "mr.deregister.ends-local-access", Kind: Lifetime,
		Source: "IND2MemoryRegion.md, IND2MemoryRegion::Deregister; IND2CompletionQueue.md, ND2_RESULT structure, Remarks",
		Rule:   "After Deregister a request with the local token fails.",
		Accept: []nd2.Status{nd2.AccessViolation}, Ruling: localAccessRuling,
	},
	Entry{
		ID: "mr.release.registered", Kind: Lifetime, Level: Info, Method: "Release", MayCrash: true,
		Source: "IND2MemoryRegion.md, IND2MemoryRegion::Deregister, Remarks",
		Rule:   "The suite records what becomes of a peer's Write to a region that was released without Deregister.",
		Ruling: "By the page the client deregisters before it releases; else, it says only, the buffer stays locked.",
	},
	Entry{
		ID: "mr.deregister.busy-while-bound", Kind: Lifetime, Profile: MemoryWindow, Method: "Deregister",
		Source: "IND2MemoryRegion.md, IND2MemoryRegion::Deregister; MS tests: src/unittests/ndmemorytest/ndmrderegister.cpp",
		Rule:   "A region cannot be deregistered as long as one window is bound to it, and stays registered as it was.",
		Accept: []nd2.Status{nd2.DeviceBusy}, Halves: []string{"allowed", "local-ended", "remote-ended"},
	},
	Entry{
		ID: "mr.deregister.after-invalidate", Kind: Lifetime, Profile: MemoryWindow, Method: "Deregister",
		Source: "IND2MemoryRegion.md, IND2MemoryRegion::Deregister",
		Rule:   "Once the results of the Invalidates of all its windows have been taken, a region can be deregistered.",
	},
	Entry{
		ID: "mr.deregister.after-windows-released", Kind: Lifetime, Profile: MemoryWindow, Method: "Deregister",
		Level: Should, Source: "Return Value",
		Rule: "Once all windows that were bound to it have been released, and the queue pair that they were bound to, a " +
			"region can be deregistered.",
		Ruling: "The call is refused while windows are bound to the region; a released window is bound to nothing, and " +
			"nobody could invalidate it. But in the pages only Invalidate unbinds windows, and a queue pair's release should " +
			"disconnect, no more.",
	},
	Entry{
		ID: "mr.deregister.after-canceled-bind", Kind: Lifetime, Profile: MemoryWindow, Method: "Deregister",
		Source: "Return Value; IND2CompletionQueue.md, ND2_RESULT structure, Remarks",
		Rule: "A Bind that was canceled does not hold its region: once its window and its queue pair have been released, " +
			"the region can be deregistered.",
		Ruling: "The call is refused while windows are bound to the region. This one never was, so that no Invalidate " +
			"could undo it.",
		Halves: []string{"busy", "busy-once-disconnected"},
	},
	Entry{
		ID: "mr.deregister.after-failed-bind", Kind: Lifetime, Profile: MemoryWindow, Method: "Deregister",
		Source: "Return Value",
		Rule: "A Bind that fails, refused by the call or with its result, does not hold its region, which can be " +
			"deregistered.",
		Ruling: "The call is refused while windows are bound to the region, and such a Bind has bound none.",
		Halves: []string{"failed", "refused"},
	},
	Entry{
		ID: "mr.deregister.invalidate-in-progress", Kind: Lifetime, Profile: MemoryWindow, Method: "Deregister",
		Source: "IND2MemoryRegion.md, IND2MemoryRegion::Deregister",
		Rule:   "While the result of an Invalidate has not been taken, Deregister may find the window still bound.",
		Accept: []nd2.Status{nd2.Success, nd2.DeviceBusy},
		Ruling: "The page says only that a window is no longer bound when the Invalidate has completed.",
	},
)

const localAccessRuling = "ND2_RESULT structure, Remarks, has the status for a result; who finds the fault in the " +
	"call may say so there. Returned or as a result."
