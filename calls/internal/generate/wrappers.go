package main

// A wrapper is the type that wraps an interface.
type wrapper struct {
	// name is the type's name, prefix the prefix of its methods' constants, and documented a
	// format for the documents' name of a method.
	name, prefix, documented string
	// inner is the provider's object for the call c; empty for the wrapper's.
	inner string
	// byHand are the methods with hand-written wrappers.
	byHand map[string]bool
}

// others are the client's interfaces, and files, which are wrapped by hand.
var others = wrapper{}

var wrappers = map[string]wrapper{
	"nd2.Event": others, "nd2.CompletionPort": others, "nd2.OverlappedFile": others,
	"nd2.Unknown": {
		"unknown", "", "IUnknown::%s", "c.Object.Inner",
		map[string]bool{"AddRef": true, "Release": true},
	},
	"nd2.Overlapping":        {"overlapping", "", "IND2Overlapped::%s", "c.Object.Inner.(nd2.Overlapping)", nil},
	"nd2.Provider":           {"Provider", "Provider", "IND2Provider::%s", "", nil},
	"nd2.Adapter":            {"Adapter", "Adapter", "IND2Adapter::%s", "", nil},
	"nd2.CompletionQueue":    {"CompletionQueue", "CQ", "IND2CompletionQueue::%s", "", nil},
	"nd2.SharedReceiveQueue": {"SharedReceiveQueue", "SRQ", "IND2SharedReceiveQueue::%s", "", nil},
	"nd2.QueuePair":          {"QueuePair", "QP", "IND2QueuePair::%s", "", nil},
	"nd2.MemoryRegion":       {"MemoryRegion", "MR", "IND2MemoryRegion::%s", "", nil},
	"nd2.MemoryWindow":       {"MemoryWindow", "MW", "IND2MemoryWindow::%s", "", nil},
	"nd2.Connector":          {"Connector", "Connector", "IND2Connector::%s", "", nil},
	"nd2.Listener":           {"Listener", "Listener", "IND2Listener::%s", "", nil},

	"nd1.Overlapping": {"nd1Overlapping", "ND1", "INDOverlapped::%s", "c.Object.Inner.(nd1.Overlapping)", nil},
	"nd1.Provider":    {"ND1Provider", "ND1", "INDProvider::%s", "", nil},
	"nd1.Adapter":     {"ND1Adapter", "ND1", "INDAdapter::%s", "", nil},
	"nd1.CompletionQueue": {
		"ND1CompletionQueue", "ND1", "INDCompletionQueue::%s", "",
		map[string]bool{"GetResults": true},
	},
	"nd1.MemoryWindow": {"ND1MemoryWindow", "ND1", "INDMemoryWindow::%s", "", nil},
	"nd1.Connector":    {"ND1Connector", "ND1", "INDConnector::%s", "", nil},
	"nd1.Listen":       {"ND1Listener", "ND1", "INDListen::%s", "", nil},
	"nd1.Endpoint":     {"ND1Endpoint", "ND1", "INDEndpoint::%s", "", nil},

	"ndk.Object":    {"ndkObject", "NDK", "NDK_SRQ_DISPATCH::Ndk%s", "c.own.(ndk.Object)", nil},
	"ndk.Provider":  {"NDKProvider", "NDK", "NDK::%s", "", nil},
	"ndk.Adapter":   {"NDKAdapter", "NDK", "NDK_ADAPTER_DISPATCH::Ndk%s", "", nil},
	"ndk.CQ":        {"NDKCompletionQueue", "NDK", "NDK_CQ_DISPATCH::Ndk%s", "", map[string]bool{"GetCqResults": true}},
	"ndk.PD":        {"NDKProtectionDomain", "NDK", "NDK_PD_DISPATCH::Ndk%s", "", nil},
	"ndk.MR":        {"NDKMemoryRegion", "NDK", "NDK_MR_DISPATCH::Ndk%s", "", nil},
	"ndk.SRQ":       {"NDKSharedReceiveQueue", "NDK", "NDK_SRQ_DISPATCH::Ndk%s", "", nil},
	"ndk.QP":        {"NDKQueuePair", "NDK", "NDK_QP_DISPATCH::Ndk%s", "", nil},
	"ndk.Connector": {"NDKConnector", "NDK", "NDK_CONNECTOR_DISPATCH::Ndk%s", "", nil},
}

// renamed has the methods whose names in the documents don't follow their interface's pattern.
var renamed = map[string]string{
	"ndk.Provider.OpenAdapter": "NDK_ADAPTER::OpenNdkAdapter", "ndk.Provider.CloseAdapter": "NDK_ADAPTER::CloseNdkAdapter",
	"ndk.Object.Close": "NDK_FN_CLOSE_OBJECT",
}
