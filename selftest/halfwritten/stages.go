package halfwritten

import . "github.com/ndconform/ndconform/calls" // a table of its names

// A stageOf is a stage and the methods that are written in it, in the order in which one needs them.
type stageOf struct {
	name    string
	methods []string
}

// The methods of the first stage, and those of IUnknown and IND2Overlapped, are always there.
var stages = []stageOf{
	{"open", nil},
	{"queues", []string{
		AdapterCreateOverlappedFile, FileBindCompletionPort,
		AdapterCreateCompletionQueue, CQGetNotifyAffinity, CQNotify, CQGetResults, CQResize,
		AdapterCreateSharedReceiveQueue, SRQGetNotifyAffinity, SRQModify,
		AdapterCreateQueuePair, AdapterCreateQueuePairWithSrq,
	}},
	{"memory", []string{
		AdapterCreateMemoryRegion, MRRegister, MRDeregister, MRGetLocalToken, MRGetRemoteToken,
		AdapterCreateMemoryWindow, MWGetRemoteToken,
		AdapterCreateListener, ListenerBind, ListenerListen, ListenerGetLocalAddress, ListenerGetConnectionRequest,
		AdapterCreateConnector, ConnectorBind, ConnectorConnect, ConnectorCompleteConnect, ConnectorAccept, ConnectorReject,
		ConnectorGetReadLimits, ConnectorGetPrivateData, ConnectorGetLocalAddress, ConnectorGetPeerAddress,
		ConnectorDisconnect,
	}},
	{"data", []string{QPReceive, QPSend, QPWrite, QPRead, QPBind, QPInvalidate, QPFlush, SRQReceive}},
	{"notifications", []string{SRQNotify, ConnectorNotifyDisconnect}},
}
