package ref

// calls are the methods that return a status and whose failure can be asked for.
var calls = []string{
	"IND2Provider::ResolveAddress", "IND2Provider::OpenAdapter",
	"IND2Overlapped::CancelOverlappedRequests",
	"IND2Adapter::CreateOverlappedFile", "IND2Adapter::Query", "IND2Adapter::QueryAddressList",
	"IND2Adapter::CreateCompletionQueue", "IND2Adapter::CreateMemoryRegion",
	"IND2Adapter::CreateMemoryWindow", "IND2Adapter::CreateSharedReceiveQueue",
	"IND2Adapter::CreateQueuePair", "IND2Adapter::CreateQueuePairWithSrq",
	"IND2Adapter::CreateConnector", "IND2Adapter::CreateListener",
	"IND2CompletionQueue::GetNotifyAffinity", "IND2CompletionQueue::Resize", "IND2CompletionQueue::Notify",
	"IND2SharedReceiveQueue::GetNotifyAffinity", "IND2SharedReceiveQueue::Modify",
	"IND2SharedReceiveQueue::Notify", "IND2SharedReceiveQueue::Receive",
	"IND2MemoryRegion::Register", "IND2MemoryRegion::Deregister",
	"IND2QueuePair::Flush", "IND2QueuePair::Send", "IND2QueuePair::Receive", "IND2QueuePair::Bind",
	"IND2QueuePair::Invalidate", "IND2QueuePair::Read", "IND2QueuePair::Write",
	"IND2Connector::Bind", "IND2Connector::Connect", "IND2Connector::CompleteConnect",
	"IND2Connector::Accept", "IND2Connector::Reject", "IND2Connector::GetReadLimits",
	"IND2Connector::GetPrivateData", "IND2Connector::GetLocalAddress", "IND2Connector::GetPeerAddress",
	"IND2Connector::NotifyDisconnect", "IND2Connector::Disconnect",
	"IND2Listener::Bind", "IND2Listener::Listen", "IND2Listener::GetLocalAddress",
	"IND2Listener::GetConnectionRequest",
	"INDConnector::CreateEndpoint",
	"NDK_PD_DISPATCH::NdkCreateSrq", "NDK_PD_DISPATCH::NdkCreateQpWithSrq",
}
