// Interfaces of a vendor's that no document of Microsoft's has.
#ifndef ACME_H
#define ACME_H

#include "../../../docs/providers/skeleton/nd2.h"

namespace acme {

struct Tagged {
	nd2::Result result;
	uint32_t tag;
};

// A completion queue whose results have tags.
struct Queue : nd2::CompletionQueue {
	virtual ULONG STDMETHODCALLTYPE GetTagged(Tagged *results, ULONG count) = 0;
};

// A queue pair that sends tags, and binds windows in another order of the parameters.
struct Pair : nd2::QueuePair {
	ND2_METHOD(SendTagged)(void *context, const nd2::Sge *sge, ULONG count, ULONG flags, uint32_t tag) = 0;
	ND2_METHOD(BindTagged)(void *context, nd2::Unknown *region, nd2::Unknown *window, const void *buffer, SIZE_T size, ULONG flags, uint32_t tag) = 0;
};

// What any of the vendor's objects answers, with methods that have nothing to do with ND2's.
struct Marshal : nd2::Unknown {
	virtual ULONG STDMETHODCALLTYPE Answer(ULONG of, double by) = 0;
};

// This is no object at all.
struct Plain {
	uint64_t magic;
};
constexpr uint64_t magic = 0x6e6f7468696e6721;

inline constexpr GUID iidQueue = {0xac3e0001, 0, 0, {1}};
inline constexpr GUID iidPair = {0xac3e0002, 0, 0, {1}};
inline constexpr GUID iidMarshal = {0xac3e0003, 0, 0, {1}};
inline constexpr GUID iidPlain = {0xac3e0004, 0, 0, {1}};
inline constexpr GUID iidNothing = {0xac3e0005, 0, 0, {1}};

} // namespace acme

#endif
