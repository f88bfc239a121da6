package requirement

import "github.com/ndconform/ndconform/nd2"

var mrRegister = of(
	Entry{Interface: "IND2MemoryRegion", Method: "Register", Kind: Return, Profile: Core},
	Entry{
		ID:   "mr.register.nd-success",
		Rule: "A buffer of any size from a byte to MaxRegistrationSize, wherever it begins, is registered.",
	},
	Entry{
		ID: "mr.register.nd-pending", Rule: "A registration may pend: its OVERLAPPED then tells when the tokens can be used.",
	},
	Entry{
		ID:   "mr.register.nd-insufficient-resources",
		Rule: "When the hardware has no room for the registration, the call says so.",
	},
	Entry{
		ID:     "mr.register.nd-access-violation",
		Source: "IND2MemoryRegion.md, IND2MemoryRegion::Register; MS tests: src/unittests/ndmemorytest/ndmrinvalidbuffer.cpp",
		Rule:   "A buffer that is not in memory, or not all of it, is refused.",
		Accept: badBuffer, Ruling: badBufferRuling, Halves: []string{"beginning", "elsewhere"},
	},
	Entry{
		ID: "mr.register.do-not-secure-vm", Kind: Data, Source: "Parameters",
		Rule:   "With ND_MR_FLAG_DO_NOT_SECURE_VM a buffer is registered as it is without, and serves.",
		Halves: []string{"refused", "rights-lost"},
	},
	Entry{
		ID: "mr.register.after-deregister", Level: Info, Source: "IND2MemoryRegion.md, IND2MemoryRegion interface",
		Rule: "A region that has been deregistered registers another buffer, or refuses it.",
		Ruling: "The page says that no two buffers can be registered to one region, and does not say whether one after the " +
			"other can.",
	},
	Entry{
		ID: "mr.register.no-bytes", Kind: Limit, Level: Should,
		Source: "IND2MemoryRegion.md, IND2MemoryRegion::Register; MS tests: src/unittests/ndmemorytest/ndmrinvalidbuffer.cpp",
		Rule:   "A buffer of no bytes, or no buffer at all, is refused.",
		Accept: badBuffer,
		Ruling: "The page does not say which sizes are not valid; Microsoft's tests say that 0 is not. " + badBufferRuling,
	},
	Entry{ID: "mr.register.nd-device-removed"},
	Entry{
		ID: "mr.register.nd-invalid-parameter", Rule: "A buffer of one byte more than MaxRegistrationSize is refused.",
	},
	Entry{
		ID: "mr.register.one-buffer", Kind: Limit, Source: "IND2MemoryRegion.md, IND2MemoryRegion interface",
		Rule: "A region that holds a registration refuses another buffer, and keeps the one it has.",
	},
	Entry{
		ID: "mr.register.refused-then-usable", Kind: Limit, Level: Should, Rests: RulingGround,
		Rule:   "A region that has refused a buffer registers another.",
		Ruling: "A call that fails changes nothing, as elsewhere; the page says nothing of a region that has refused.",
	},
	Entry{
		ID: "mr.register.several-at-once", Kind: Asynchronous,
		Source: "IND2MemoryRegion.md, IND2MemoryRegion interface, Remarks",
		Rule:   "Registrations of several regions may be in progress at once, and each registers its own buffer.",
	},
	Entry{
		ID: "mr.register.while-connecting", Kind: Ordering, Source: "Remarks",
		Rule: "Memory may be registered while a connection is being made, and serves it.",
	},
)

// badBuffer is how a buffer may be refused.
var badBuffer = []nd2.Status{nd2.AccessViolation, nd2.InvalidParameter, nd2.InvalidBufferSize}

const badBufferRuling = "Microsoft's tests expect two other codes, one for no buffer and one for no bytes."
