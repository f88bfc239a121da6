package calls

// The methods of every object, as [Call.Method] names them.
const (
	AddRef         = "IUnknown::AddRef"
	Release        = "IUnknown::Release"
	QueryInterface = "IUnknown::QueryInterface"
)

// Of overlapped requests: what a client asks, and what the provider tells it with.
const (
	CancelOverlappedRequests = "IND2Overlapped::CancelOverlappedRequests"
	GetOverlappedResult      = "IND2Overlapped::GetOverlappedResult"
	EventSet                 = "Event::Set"
	EventReset               = "Event::Reset"
	PortPost                 = "CompletionPort::Post"
	FileBindCompletionPort   = "OverlappedFile::BindCompletionPort"
	FileClose                = "OverlappedFile::Close"
)

// The methods of ND2's interfaces, by interface.
const (
	ProviderQueryAddressList = "IND2Provider::QueryAddressList"
	ProviderResolveAddress   = "IND2Provider::ResolveAddress"
	ProviderOpenAdapter      = "IND2Provider::OpenAdapter"

	AdapterCreateOverlappedFile     = "IND2Adapter::CreateOverlappedFile"
	AdapterQuery                    = "IND2Adapter::Query"
	AdapterQueryAddressList         = "IND2Adapter::QueryAddressList"
	AdapterCreateCompletionQueue    = "IND2Adapter::CreateCompletionQueue"
	AdapterCreateMemoryRegion       = "IND2Adapter::CreateMemoryRegion"
	AdapterCreateMemoryWindow       = "IND2Adapter::CreateMemoryWindow"
	AdapterCreateSharedReceiveQueue = "IND2Adapter::CreateSharedReceiveQueue"
	AdapterCreateQueuePair          = "IND2Adapter::CreateQueuePair"
	AdapterCreateQueuePairWithSrq   = "IND2Adapter::CreateQueuePairWithSrq"
	AdapterCreateConnector          = "IND2Adapter::CreateConnector"
	AdapterCreateListener           = "IND2Adapter::CreateListener"

	CQGetNotifyAffinity = "IND2CompletionQueue::GetNotifyAffinity"
	CQResize            = "IND2CompletionQueue::Resize"
	CQNotify            = "IND2CompletionQueue::Notify"
	CQGetResults        = "IND2CompletionQueue::GetResults"

	SRQGetNotifyAffinity = "IND2SharedReceiveQueue::GetNotifyAffinity"
	SRQModify            = "IND2SharedReceiveQueue::Modify"
	SRQNotify            = "IND2SharedReceiveQueue::Notify"
	SRQReceive           = "IND2SharedReceiveQueue::Receive"

	QPFlush      = "IND2QueuePair::Flush"
	QPSend       = "IND2QueuePair::Send"
	QPReceive    = "IND2QueuePair::Receive"
	QPBind       = "IND2QueuePair::Bind"
	QPInvalidate = "IND2QueuePair::Invalidate"
	QPRead       = "IND2QueuePair::Read"
	QPWrite      = "IND2QueuePair::Write"

	MRRegister       = "IND2MemoryRegion::Register"
	MRDeregister     = "IND2MemoryRegion::Deregister"
	MRGetLocalToken  = "IND2MemoryRegion::GetLocalToken"
	MRGetRemoteToken = "IND2MemoryRegion::GetRemoteToken"
	MWGetRemoteToken = "IND2MemoryWindow::GetRemoteToken"

	ConnectorBind             = "IND2Connector::Bind"
	ConnectorConnect          = "IND2Connector::Connect"
	ConnectorCompleteConnect  = "IND2Connector::CompleteConnect"
	ConnectorAccept           = "IND2Connector::Accept"
	ConnectorReject           = "IND2Connector::Reject"
	ConnectorGetReadLimits    = "IND2Connector::GetReadLimits"
	ConnectorGetPrivateData   = "IND2Connector::GetPrivateData"
	ConnectorGetLocalAddress  = "IND2Connector::GetLocalAddress"
	ConnectorGetPeerAddress   = "IND2Connector::GetPeerAddress"
	ConnectorNotifyDisconnect = "IND2Connector::NotifyDisconnect"
	ConnectorDisconnect       = "IND2Connector::Disconnect"

	ListenerBind                 = "IND2Listener::Bind"
	ListenerListen               = "IND2Listener::Listen"
	ListenerGetLocalAddress      = "IND2Listener::GetLocalAddress"
	ListenerGetConnectionRequest = "IND2Listener::GetConnectionRequest"
)

// The methods of ND v1.
const (
	ND1Query              = "INDAdapter::Query"
	ND1CreateMemoryWindow = "INDAdapter::CreateMemoryWindow"
	ND1GetResults         = "INDCompletionQueue::GetResults"
	ND1CreateEndpoint     = "INDConnector::CreateEndpoint"
	ND1Connect            = "INDConnector::Connect"
	ND1Accept             = "INDConnector::Accept"
	ND1GetConnectionData  = "INDConnector::GetConnectionData"
	ND1Flush              = "INDEndpoint::Flush"
	ND1StartRequestBatch  = "INDEndpoint::StartRequestBatch"
	ND1SubmitRequestBatch = "INDEndpoint::SubmitRequestBatch"
	ND1Send               = "INDEndpoint::Send"
	ND1SendAndInvalidate  = "INDEndpoint::SendAndInvalidate"
	ND1Receive            = "INDEndpoint::Receive"
	ND1Bind               = "INDEndpoint::Bind"
	ND1Invalidate         = "INDEndpoint::Invalidate"
	ND1Read               = "INDEndpoint::Read"
	ND1Write              = "INDEndpoint::Write"
)

// The methods of NDK.
const (
	NDKCloseAdapter    = "NDK_ADAPTER::CloseNdkAdapter"
	NDKClosePd         = "NDK_PD_DISPATCH::NdkClosePd"
	NDKCreateSrq       = "NDK_PD_DISPATCH::NdkCreateSrq"
	NDKCreateQpWithSrq = "NDK_PD_DISPATCH::NdkCreateQpWithSrq"
	NDKCloseSrq        = "NDK_SRQ_DISPATCH::NdkCloseSrq"
	NDKModifySrq       = "NDK_SRQ_DISPATCH::NdkModifySrq"
	NDKSrqReceive      = "NDK_SRQ_DISPATCH::NdkSrqReceive"
	NDKQueryExtension  = "NDK_SRQ_DISPATCH::NdkQueryExtension"
	NDKGetCqResults    = "NDK_CQ_DISPATCH::NdkGetCqResults"
)

// The callbacks of NDK.
const (
	NDKCreateCompletion = "NDK_FN_CREATE_COMPLETION"
	NDKCloseCompletion  = "NDK_FN_CLOSE_COMPLETION"
	NDKSrqNotification  = "NDK_FN_SRQ_NOTIFICATION_CALLBACK"
)
