package calls

// The provider's notifications of an overlapped request, and an overlapped file's methods, as
// [Call.Method] names them. The methods of objects are beside their wrappers.
const (
	EventSet               = "Event::Set"
	EventReset             = "Event::Reset"
	PortPost               = "CompletionPort::Post"
	FileBindCompletionPort = "OverlappedFile::BindCompletionPort"
	FileClose              = "OverlappedFile::Close"
)

// Close of those NDK objects on which hooks have an effect.
const (
	NDKCloseCq  = "NDK_CQ_DISPATCH::NdkCloseCq"
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
