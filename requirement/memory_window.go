package requirement

import "github.com/ndconform/ndconform/nd2"

// memoryWindowAccess are the rules of memory windows as they show through queue
// pairs.
var memoryWindowAccess = of(
	Entry{
		Interface: "IND2MemoryWindow", Kind: Lifetime, Profile: MemoryWindow,
		Source: "IND2MemoryWindow.md, IND2MemoryWindow interface, Remarks",
	},
	Entry{
		ID: "mw.token.before-result", Kind: Ordering, Source: "IND2QueuePair.md, IND2QueuePair::Bind, Remarks",
		Rule: "The token that the window returns as soon as Bind has returned is good, and a message sent right behind " +
			"the Bind may carry it.",
	},
	Entry{
		ID: "mw.token.as-sent", Kind: Data, Level: Should, Source: "IND2MemoryWindow.md, IND2MemoryWindow::GetRemoteToken",
		Rule: "The remote token works when its four bytes are sent to the peer as they lie in memory, with the address " +
			"in host order.",
		Ruling: "The page says that the token should be in network order.",
	},
	Entry{
		ID: "mw.rights.read-only", Kind: Limit, Needs: []Need{NeedRead},
		Source: "IND2QueuePair.md, IND2QueuePair::Bind, Parameters; MS tests: " +
			"src/unittests/ndmemorytest/ndwriteviolation.cpp",
		Rule: "The peer can Read a window bound with ND_OP_FLAG_ALLOW_READ alone; a Write to it fails, whatever the " +
			"region's rights are, and no byte changes.",
		Accept: remoteWrite, Preferred: remoteWritePreferred, Ruling: remoteWriteRuling,
	},
	Entry{
		ID: "mw.rights.write-only", Kind: Limit, Needs: []Need{NeedRead},
		Source: "IND2QueuePair.md, IND2QueuePair::Bind, Parameters",
		Rule: "The peer can Write to a window bound with ND_OP_FLAG_ALLOW_WRITE alone; a Read of it fails, whatever the " +
			"region's rights are.",
		Accept: remoteAccess, Ruling: remoteAccessRuling,
	},
	Entry{
		ID: "mw.bounds.first-and-last-byte", Kind: Data, Needs: []Need{NeedRead},
		Source: "IND2QueuePair.md, IND2QueuePair::Bind, Parameters; MS tests: src/unittests/ndmw",
		Rule:   "The peer reaches every byte of the window, the first and the last included.",
		Halves: []string{"first-missing", "last-missing"},
	},
	Entry{
		ID: "mw.bounds.read", Kind: Limit, Needs: []Need{NeedRead},
		Source: "IND2QueuePair.md, IND2QueuePair::Bind, Parameters; MS tests: src/unittests/ndmemorytest/ndoverreadwrite.cpp",
		Rule:   "A Read that reaches one byte beyond either end of the window fails, though it is within the region.",
		Accept: remoteAccess, Ruling: remoteAccessRuling, Halves: []string{"one-before", "one-behind"},
	},
	Entry{
		ID: "mw.bounds.write", Kind: Limit,
		Source: "IND2QueuePair.md, IND2QueuePair::Bind, Parameters; MS tests: src/unittests/ndmemorytest/ndoverreadwrite.cpp",
		Rule: "A Write that reaches one byte beyond either end of the window fails, though it is within the region, and " +
			"no byte beyond changes.",
		Accept: remoteWrite, Preferred: remoteWritePreferred, Ruling: remoteWriteRuling,
		Halves: []string{"lands", "one-before", "one-behind"},
	},
	Entry{
		ID: "mw.scope.other-queue-pair", Kind: Limit, Level: Should,
		Source: "IND2MemoryWindow.md, IND2MemoryWindow interface, Implementation notes",
		Rule:   "A window's token opens nothing to the peer of another queue pair.",
		Accept: remoteWrite, Preferred: remoteWritePreferred, Ruling: typeOneWindows + " " + remoteWriteRuling,
	},
	Entry{
		ID: "mw.scope.bound-once", Kind: Limit, Level: Should,
		Source: "IND2MemoryWindow.md, IND2MemoryWindow interface, Remarks; IND2QueuePair.md, IND2QueuePair::Bind, Remarks",
		Rule:   "A window that is bound cannot be bound to another queue pair before it is invalidated.",
		Accept: []nd2.Status{nd2.InvalidDeviceRequest, nd2.AccessViolation, nd2.InvalidDeviceState},
		Ruling: typeOneWindows +
			" Bind, Remarks, allows one queue pair at a time and names no code; of ND2_RESULT structure, Remarks, two fit: " +
			"the request is improperly formatted, as an Invalidate of a window in the wrong state is, or the memory not valid " +
			"for it. A provider that is shipped returns ND_INVALID_DEVICE_STATE. Returned or as a result.",
	},
	Entry{
		ID: "mw.invalidate.ends-writing",
		Source: "IND2QueuePair.md, IND2QueuePair::Invalidate, Remarks; MS tests: " +
			"src/unittests/ndmemorytest/ndinvalidreadwrite.cpp",
		Rule:   "When an Invalidate has completed, the peer's Write through the window fails and no byte changes.",
		Accept: remoteWrite, Preferred: remoteWritePreferred, Ruling: remoteWriteRuling,
	},
	Entry{
		ID: "mw.invalidate.ends-reading", Needs: []Need{NeedRead},
		Source: "IND2QueuePair.md, IND2QueuePair::Invalidate, Remarks; MS tests: " +
			"src/unittests/ndmemorytest/ndinvalidreadwrite.cpp",
		Rule:   "When an Invalidate has completed, the peer's Read through the window fails.",
		Accept: remoteAccess, Ruling: remoteAccessRuling,
	},
	Entry{
		ID: "mw.invalidate.in-flight", Source: "IND2QueuePair.md, IND2QueuePair::Invalidate",
		Rule: "A transfer in progress fails on Invalidate, unless it was over before, and no byte changes once the " +
			"Invalidate has completed.",
		Accept: remoteWrite, Preferred: remoteWritePreferred, Ruling: remoteWriteRuling,
		Halves: []string{"goes-on", "read-goes-on"},
	},
	Entry{
		ID:   "mw.bound-again.other-region",
		Rule: "An invalidated window can be bound to another region, and opens that one only.",
	},
	Entry{
		ID:   "mw.bound-again.other-queue-pair",
		Rule: "An invalidated window can be bound to another queue pair, whose peer can use it.",
	},
	Entry{
		ID: "mw.bound-again.often", Needs: []Need{NeedRead},
		Rule: "A window can be bound and invalidated over and over, the Invalidate and the next Bind issued in a row.",
	},
	Entry{
		ID: "mw.overlap.independent", Needs: []Need{NeedRead},
		Rule: "Windows that overlap have their own rights, and each lasts until its own Invalidate, whatever becomes of " +
			"the queue pair of another.",
		Halves: []string{"ends-with-others", "flushed-with-others", "invalidated-together", "shared-rights"},
	},
)

// typeOneWindows is the ruling on what ties a window to one queue pair.
const typeOneWindows = "Windows of type 1, which know of no queue pair, may be used; type 2 should be."
