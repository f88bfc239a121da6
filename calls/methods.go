package calls

// What the provider tells a client of an overlapped request with, and the methods of an overlapped
// file, as [Call.Method] names them. The methods of objects are beside their wrappers.
const (
	EventSet               = "Event::Set"
	EventReset             = "Event::Reset"
	PortPost               = "CompletionPort::Post"
	FileBindCompletionPort = "OverlappedFile::BindCompletionPort"
	FileClose              = "OverlappedFile::Close"
)

// Close of those of NDK's objects of which hooks have something to say.
const (
	NDKClosePd  = "NDK_PD_DISPATCH::NdkClosePd"
	NDKCloseSrq = "NDK_SRQ_DISPATCH::NdkCloseSrq"
)

// The callbacks of NDK.
const (
	NDKCreateCompletion  = "NDK_FN_CREATE_COMPLETION"
	NDKRequestCompletion = "NDK_FN_REQUEST_COMPLETION"
	NDKCloseCompletion   = "NDK_FN_CLOSE_COMPLETION"
	NDKSrqNotification   = "NDK_FN_SRQ_NOTIFICATION_CALLBACK"
	NDKDisconnectEvent   = "NDK_FN_DISCONNECT_EVENT_CALLBACK"
)
