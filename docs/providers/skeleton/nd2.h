// The interfaces of NetworkDirect v2, for C++17 on 64-bit Windows, by mingw and by MSVC. The
// methods are in the order of Microsoft's ndspi.h; the pages of the SPI say what each does. Write
// nd2::Unknown, without using namespace nd2: windows.h has an Unknown, too.
#ifndef ND2_H
#define ND2_H

#include <winsock2.h>
#include <ws2tcpip.h>
#include <windows.h>
#include <cstdint>

namespace nd2 {

using Status = uint32_t;

enum : Status {
	Success = 0,
	Pending = 0x00000103,
	BufferOverflow = 0x80000005,
	AccessViolation = 0xC0000005,
	InvalidParameter = 0xC000000D,
	NoMemory = 0xC0000017,
	DataOverrun = 0xC000003C,
	DataError = 0xC000003E,
	SharingViolation = 0xC0000043,
	DeviceNotReady = 0xC00000A3,
	IoTimeout = 0xC00000B5,
	NotSupported = 0xC00000BB,
	Canceled = 0xC0000120,
	RemoteError = 0xC000013D,
	InvalidAddress = 0xC0000141,
	InvalidDeviceState = 0xC0000184,
	ConnectionRefused = 0xC0000236,
	ConnectionInvalid = 0xC000023A,
	ConnectionActive = 0xC000023B,
};

enum : uint32_t { NotifyErrors, NotifyAny, NotifySolicited };
enum : uint32_t { AllowLocalWrite = 1, AllowRemoteRead = 2, AllowRemoteWrite = 5, ReadSink = 8 };
enum : uint32_t { SilentSuccess = 1, ReadFence = 2, Solicit = 4, AllowRead = 8, AllowWrite = 16, Inline = 32 };
enum : uint32_t { Receive, Send, Bind, Invalidate, Read, Write };

struct Sge {
	void *buffer;
	uint32_t length, token;
};

struct Result {
	Status status;
	uint32_t bytes;
	void *queuePair, *request;
	uint32_t type;
};

struct AdapterInfo {
	uint32_t version; // 1 before Query
	uint16_t vendor, device;
	uint64_t id;
	size_t maxRegistration, maxWindow;
	uint32_t maxInitiatorSge, maxReceiveSge, maxReadSge, maxTransfer, maxInline, maxInboundReads, maxOutboundReads;
	uint32_t maxReceiveDepth, maxInitiatorDepth, maxSharedDepth, maxCompletionDepth;
	uint32_t inlineThreshold, largeThreshold, maxCallerData, maxCalleeData, flags;
};

struct AddressList {
	int count;
	struct {
		sockaddr *address;
		int length;
	} entry[1];
};

#define ND2_METHOD(name) virtual nd2::Status STDMETHODCALLTYPE name

struct Unknown {
	ND2_METHOD(QueryInterface)(const GUID &iid, void **object) = 0;
	virtual ULONG STDMETHODCALLTYPE AddRef() = 0;
	virtual ULONG STDMETHODCALLTYPE Release() = 0;
};

struct Overlapping : Unknown {
	ND2_METHOD(CancelOverlappedRequests)() = 0;
	ND2_METHOD(GetOverlappedResult)(OVERLAPPED *o, BOOL wait) = 0;
};

struct CompletionQueue : Overlapping {
	ND2_METHOD(GetNotifyAffinity)(USHORT *group, KAFFINITY *affinity) = 0;
	ND2_METHOD(Resize)(ULONG depth) = 0;
	ND2_METHOD(Notify)(ULONG type, OVERLAPPED *o) = 0;
	virtual ULONG STDMETHODCALLTYPE GetResults(Result *results, ULONG count) = 0;
};

struct MemoryRegion : Overlapping {
	ND2_METHOD(Register)(const void *buffer, SIZE_T size, ULONG flags, OVERLAPPED *o) = 0;
	ND2_METHOD(Deregister)(OVERLAPPED *o) = 0;
	virtual UINT32 STDMETHODCALLTYPE GetLocalToken() = 0;
	virtual UINT32 STDMETHODCALLTYPE GetRemoteToken() = 0;
};

struct MemoryWindow : Unknown {
	virtual UINT32 STDMETHODCALLTYPE GetRemoteToken() = 0;
};

struct SharedReceiveQueue : Overlapping {
	ND2_METHOD(GetNotifyAffinity)(USHORT *group, KAFFINITY *affinity) = 0;
	ND2_METHOD(Modify)(ULONG depth, ULONG threshold) = 0;
	ND2_METHOD(Notify)(OVERLAPPED *o) = 0;
	ND2_METHOD(Receive)(void *context, const Sge *sge, ULONG count) = 0;
};

struct QueuePair : Unknown {
	ND2_METHOD(Flush)() = 0;
	ND2_METHOD(Send)(void *context, const Sge *sge, ULONG count, ULONG flags) = 0;
	ND2_METHOD(Receive)(void *context, const Sge *sge, ULONG count) = 0;
	ND2_METHOD(Bind)(void *context, Unknown *region, Unknown *window, const void *buffer, SIZE_T size, ULONG flags) = 0;
	ND2_METHOD(Invalidate)(void *context, Unknown *window, ULONG flags) = 0;
	ND2_METHOD(Read)(void *context, const Sge *sge, ULONG count, UINT64 remote, UINT32 token, ULONG flags) = 0;
	ND2_METHOD(Write)(void *context, const Sge *sge, ULONG count, UINT64 remote, UINT32 token, ULONG flags) = 0;
};

struct Connector : Overlapping {
	ND2_METHOD(Bind)(const sockaddr *address, ULONG size) = 0;
	ND2_METHOD(Connect)(Unknown *queuePair, const sockaddr *to, ULONG size, ULONG inbound, ULONG outbound, const void *data, ULONG dataSize, OVERLAPPED *o) = 0;
	ND2_METHOD(CompleteConnect)(OVERLAPPED *o) = 0;
	ND2_METHOD(Accept)(Unknown *queuePair, ULONG inbound, ULONG outbound, const void *data, ULONG dataSize, OVERLAPPED *o) = 0;
	ND2_METHOD(Reject)(const void *data, ULONG dataSize) = 0;
	ND2_METHOD(GetReadLimits)(ULONG *inbound, ULONG *outbound) = 0;
	ND2_METHOD(GetPrivateData)(void *data, ULONG *size) = 0;
	ND2_METHOD(GetLocalAddress)(sockaddr *address, ULONG *size) = 0;
	ND2_METHOD(GetPeerAddress)(sockaddr *address, ULONG *size) = 0;
	ND2_METHOD(NotifyDisconnect)(OVERLAPPED *o) = 0;
	ND2_METHOD(Disconnect)(OVERLAPPED *o) = 0;
};

struct Listener : Overlapping {
	ND2_METHOD(Bind)(const sockaddr *address, ULONG size) = 0;
	ND2_METHOD(Listen)(ULONG backlog) = 0;
	ND2_METHOD(GetLocalAddress)(sockaddr *address, ULONG *size) = 0;
	ND2_METHOD(GetConnectionRequest)(Unknown *connector, OVERLAPPED *o) = 0;
};

struct Adapter : Unknown {
	ND2_METHOD(CreateOverlappedFile)(HANDLE *file) = 0;
	ND2_METHOD(Query)(AdapterInfo *info, ULONG *size) = 0;
	ND2_METHOD(QueryAddressList)(AddressList *list, ULONG *size) = 0;
	ND2_METHOD(CreateCompletionQueue)(const GUID &iid, HANDLE file, ULONG depth, USHORT group, KAFFINITY affinity, void **queue) = 0;
	ND2_METHOD(CreateMemoryRegion)(const GUID &iid, HANDLE file, void **region) = 0;
	ND2_METHOD(CreateMemoryWindow)(const GUID &iid, void **window) = 0;
	ND2_METHOD(CreateSharedReceiveQueue)(const GUID &iid, HANDLE file, ULONG depth, ULONG sge, ULONG threshold, USHORT group, KAFFINITY affinity, void **queue) = 0;
	ND2_METHOD(CreateQueuePair)(const GUID &iid, Unknown *receives, Unknown *initiators, void *context, ULONG receiveDepth, ULONG initiatorDepth, ULONG receiveSge, ULONG initiatorSge, ULONG inlineSize, void **queuePair) = 0;
	ND2_METHOD(CreateQueuePairWithSrq)(const GUID &iid, Unknown *receives, Unknown *initiators, Unknown *shared, void *context, ULONG initiatorDepth, ULONG initiatorSge, ULONG inlineSize, void **queuePair) = 0;
	ND2_METHOD(CreateConnector)(const GUID &iid, HANDLE file, void **connector) = 0;
	ND2_METHOD(CreateListener)(const GUID &iid, HANDLE file, void **listener) = 0;
};

struct Provider : Unknown {
	ND2_METHOD(QueryAddressList)(AddressList *list, ULONG *size) = 0;
	ND2_METHOD(ResolveAddress)(const sockaddr *address, ULONG size, UINT64 *id) = 0;
	ND2_METHOD(OpenAdapter)(const GUID &iid, UINT64 id, void **adapter) = 0;
};

inline constexpr GUID iidUnknown = {0, 0, 0, {0xc0, 0, 0, 0, 0, 0, 0, 0x46}};
inline constexpr GUID iidOverlapped = {0xabf72719, 0xb016, 0x4a40, {0xa6, 0xf7, 0x62, 0x27, 0x91, 0xa7, 0x04, 0x4c}};
inline constexpr GUID iidCompletionQueue = {0x20cc445e, 0x64a0, 0x4cbb, {0xaa, 0x75, 0xf6, 0xa7, 0x25, 0x1f, 0xda, 0x9e}};
inline constexpr GUID iidMemoryRegion = {0x55dfea2f, 0xbc56, 0x4982, {0x8a, 0x45, 0x03, 0x01, 0xbe, 0x46, 0xc4, 0x13}};
inline constexpr GUID iidMemoryWindow = {0x070fe1f5, 0x0ab5, 0x4361, {0x88, 0xdb, 0x97, 0x4b, 0xa7, 0x04, 0xd4, 0xb9}};
inline constexpr GUID iidSharedReceiveQueue = {0xaabd67dc, 0x459a, 0x4db1, {0x82, 0x6b, 0x56, 0xcf, 0xcc, 0x27, 0x88, 0x83}};
inline constexpr GUID iidQueuePair = {0xeef2f332, 0xb75d, 0x4063, {0xbc, 0xe3, 0x3a, 0x0b, 0xad, 0x2d, 0x02, 0xce}};
inline constexpr GUID iidConnector = {0x7dd615c4, 0x6b4c, 0x4866, {0x95, 0x0c, 0xf3, 0xb1, 0xd2, 0x5a, 0x53, 0x02}};
inline constexpr GUID iidListener = {0x65d23d83, 0x3a57, 0x4e02, {0x86, 0xa4, 0x35, 0x01, 0x65, 0xc2, 0xd1, 0x30}};
inline constexpr GUID iidAdapter = {0xd89c798c, 0x4823, 0x4d69, {0x84, 0x6c, 0xdf, 0xdc, 0xcf, 0xf9, 0xe5, 0xf3}};
inline constexpr GUID iidProvider = {0x49eae6c1, 0x76c4, 0x46d0, {0x80, 0x03, 0x5c, 0x2e, 0xaa, 0x2c, 0x9a, 0x8e}};

} // namespace nd2

#endif
