package mutant

const (
	createCompletionQueue    = "IND2Adapter::CreateCompletionQueue"
	createSharedReceiveQueue = "IND2Adapter::CreateSharedReceiveQueue"
	createQueuePair          = "IND2Adapter::CreateQueuePair"
	createQueuePairWithSrq   = "IND2Adapter::CreateQueuePairWithSrq"

	flush      = "IND2QueuePair::Flush"
	send       = "IND2QueuePair::Send"
	receive    = "IND2QueuePair::Receive"
	bind       = "IND2QueuePair::Bind"
	invalidate = "IND2QueuePair::Invalidate"
	read       = "IND2QueuePair::Read"
	write      = "IND2QueuePair::Write"

	sharedReceive = "IND2SharedReceiveQueue::Receive"
	modify        = "IND2SharedReceiveQueue::Modify"

	register   = "IND2MemoryRegion::Register"
	deregister = "IND2MemoryRegion::Deregister"

	connect    = "IND2Connector::Connect"
	accept     = "IND2Connector::Accept"
	disconnect = "IND2Connector::Disconnect"
)
