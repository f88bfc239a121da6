package reports

import (
	"cmp"
	"slices"
)

// interfaces are those of the catalogue in the order in which an application meets
// them: what it opens, what it creates from that, and how it connects; then version
// 1's and the kernel's, and last how Windows offers a provider.
var interfaces = []string{
	"IND2Provider", "IND2Adapter", "IND2CompletionQueue", "IND2MemoryRegion", "IND2MemoryWindow", "IND2SharedReceiveQueue",
	"IND2QueuePair", "IND2Connector", "IND2Listener", "IND2Overlapped",
	"INDProvider", "INDAdapter", "INDCompletionQueue", "INDEndpoint", "INDConnector", "INDListen",
	"NDK_ADAPTER", "NDK_PD_DISPATCH", "NDK_SRQ_DISPATCH", "NDK_CQ_DISPATCH", "NDK_FN_SRQ_NOTIFICATION_CALLBACK",
	"WSAPROTOCOL_INFO", "DLL", "IUnknown",
}

// ByInterface compares two interfaces in the order in which an application meets
// them; interfaces that are not in the catalogue come last, by name.
func ByInterface(a, b string) int {
	place := func(name string) int {
		i := slices.Index(interfaces, name)
		if i < 0 {
			i = len(interfaces)
		}
		return i
	}
	return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b))
}
