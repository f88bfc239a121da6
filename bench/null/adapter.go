package null

import "github.com/ndconform/ndconform/nd2"

// An adapter creates objects, and checks nothing.
type adapter struct {
	unknown
	provider *Provider
}

func (*adapter) CreateOverlappedFile(f *nd2.OverlappedFile) nd2.Status {
	*f = &file{}
	return nd2.Success
}

func (*adapter) Query(i *nd2.AdapterInfo, _ *uint32) nd2.Status {
	*i = info
	return nd2.Success
}

func (a *adapter) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	return a.provider.QueryAddressList(list, size)
}

func (a *adapter) CreateCompletionQueue(_ nd2.GUID, f nd2.OverlappedFile, _ uint32, _ uint16, _ uint64,
	o *nd2.Unknown,
) nd2.Status {
	*o = &completionQueue{overlapping: overlapping{file: f.(*file)}}
	return nd2.Success
}

func (a *adapter) CreateMemoryRegion(_ nd2.GUID, f nd2.OverlappedFile, o *nd2.Unknown) nd2.Status {
	*o = &region{overlapping: overlapping{file: f.(*file)}, provider: a.provider}
	return nd2.Success
}

func (a *adapter) CreateMemoryWindow(_ nd2.GUID, o *nd2.Unknown) nd2.Status {
	*o = &window{}
	return nd2.Success
}

func (a *adapter) CreateSharedReceiveQueue(_ nd2.GUID, f nd2.OverlappedFile, _, _, _ uint32, _ uint16, _ uint64,
	o *nd2.Unknown,
) nd2.Status {
	*o = &sharedReceiveQueue{overlapping: overlapping{file: f.(*file)}}
	return nd2.Success
}

func (a *adapter) CreateQueuePair(_ nd2.GUID, receives, initiated nd2.Unknown, context uintptr, _, _, _, _, _ uint32,
	o *nd2.Unknown,
) nd2.Status {
	*o = &queuePair{
		provider: a.provider, received: receives.(*completionQueue), initiated: initiated.(*completionQueue),
		context: context, receives: &receiveQueue{},
	}
	return nd2.Success
}

func (a *adapter) CreateQueuePairWithSrq(_ nd2.GUID, receives, initiated, shared nd2.Unknown, context uintptr,
	_, _, _ uint32, o *nd2.Unknown,
) nd2.Status {
	*o = &queuePair{
		provider: a.provider, received: receives.(*completionQueue), initiated: initiated.(*completionQueue),
		context: context, receives: &shared.(*sharedReceiveQueue).receives,
	}
	return nd2.Success
}

func (a *adapter) CreateConnector(_ nd2.GUID, f nd2.OverlappedFile, o *nd2.Unknown) nd2.Status {
	*o = &connector{overlapping: overlapping{file: f.(*file)}, provider: a.provider}
	return nd2.Success
}

func (a *adapter) CreateListener(_ nd2.GUID, f nd2.OverlappedFile, o *nd2.Unknown) nd2.Status {
	*o = &listener{overlapping: overlapping{file: f.(*file)}, provider: a.provider}
	return nd2.Success
}
