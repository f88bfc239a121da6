package requirement

// parts lists the parts of the catalogue, one per method.
func parts() [][]Entry {
	return [][]Entry{
		cqResize, cqGetNotifyAffinity, cqNotify, cqGetResults, adapterCreateCompletionQueue,
		srqGetNotifyAffinity, srqModify, srqNotify, srqReceive,
		adapterCreateSharedReceiveQueue, adapterCreateQueuePairWithSrq,
		qpFlush, qpSend, qpReceive, qpBind, qpInvalidate, qpRead, qpWrite, qpQueues, adapterCreateQueuePair,
		memoryRegionAccess, memoryWindowAccess,
		providerQueryAddressList, providerResolveAddress, providerOpenAdapter,
		adapterCreateOverlappedFile, adapterQuery, adapterQueryAddressList,
		adapterCreateMemoryRegion, adapterCreateMemoryWindow, adapterCreateConnector, adapterCreateListener,
		overlappedCancel, overlappedGetResult, overlappedNotification,
		mrRegister, mrDeregister,
		connectorBind, connectorConnect, connectorCompleteConnect, connectorAccept, connectorReject,
		connectorGetReadLimits, connectorGetPrivateData, connectorGetLocalAddress, connectorGetPeerAddress,
		connectorNotifyDisconnect, connectorDisconnect,
		nd1CreateEndpoint, nd1Data, nd1Connector, nd1Connecting, nd1Adapter, nd1Queue, nd1Requests,
		comLibrary, comObjects, comProcess, comFiles, comRegistration,
		ndkCreateSrq, ndkCreateQpWithSrq, ndkModifySrq, ndkSrqReceive, ndkGetCqResults, ndkNotification,
		ndkClose,
		adapterWhole, listenerBind, listenerListen, listenerGetLocalAddress, listenerGetConnectionRequest,
	}
}
