package finding

// What a method does that is wrong whatever its parameters: [Finding.Does].
const (
	NeverEnds = "returns ND_PENDING, and the request never ends"
	NoEvent   = "returns ND_PENDING, and the event is never set"
	NoPacket  = "posts no packet for a request that has ended"
	NoResult  = "returns ND_SUCCESS, and the request never has a result"
	// NoCanceled and NoResultFailed belong to a method that ends requests posted before it.
	NoCanceled     = "returns ND_SUCCESS, and a request that it cancels never has a result"
	NoResultFailed = "returns ND_SUCCESS, and the request has no result once its queue pair has failed"

	// OtherQueue is for requests whose result is in the wrong queue, OtherContext is [Other] for their contexts, and
	// OtherOrder is for results that are right one by one.
	OtherQueue   = "has its result in another completion queue"
	OtherContext = "gives results another RequestContext than is due"
	OtherOrder   = "gives results in another order than is due"

	Spurious   = "returns ND_SUCCESS though nothing has happened"
	NoRefusal  = "returns ND_SUCCESS, and the Connect that it refuses never ends"
	NoCallback = "never calls back"
	NoReturn   = "does not return"
	NoObject   = "returns ND_SUCCESS and creates no object"
	Panics     = "panics"
	Crashes    = "ends the process, at once or a moment later"
)

// Other is GetResults' fault if a field of results is wrong.
func Other(field string) string { return "gives results another " + field + " than is due" }

// Excused is said of a call that was refused for want of resources. It does not count against the provider,
// since any call may be refused once; which spec meets the first refusal depends on their order.
const Excused = "which it may at any time; a second time it would be held against the provider"

// IsOwed reports whether a method is blamed for something that it owes and does not deliver.
func IsOwed(does string) bool {
	switch does {
	case NeverEnds, NoEvent, NoPacket, NoResult, NoCanceled, NoResultFailed, NoRefusal, NoCallback, NoReturn:
		return true
	}
	return false
}
