package requirement

// A Behavior is one thing that several entries state: of different objects, or one of them of
// objects in general. They are of one level, unless Differ says why.
type Behavior struct {
	// Says is the behavior in a sentence.
	Says string
	// Rules are the entries' ids.
	Rules  []string
	Differ string
}

// Behaviors lists what more than one entry states, where that is not plain from their ids. The
// slice is shared.
func Behaviors() []Behavior { return behaviors }

var behaviors = []Behavior{
	{
		Says: "The last Release of an object ends the requests that are in progress.",
		Rules: []string{
			"overlapped.release.ends-requests", "cq.notify.ends-on-release", "srq.notify.ends-on-release",
			"listener.getconnectionrequest.ends-on-release",
		},
	},
	{
		Says:   "A connection attempt that fails leaves the queue pair as it was.",
		Rules:  []string{"connector.connect.failure-spares-queue-pair", "connector.accept.failure-spares-queue-pair"},
		Differ: "Connect's remarks say so of Connect; no page says it of Accept.",
	},
	{
		Says: "What waits in a queue ends in the order in which it was issued.",
		Rules: []string{
			"qp.flush.in-order", "listener.getconnectionrequest.in-order", "overlapped.canceloverlappedrequests.in-order",
		},
		Differ: "GetResults' remarks order the results of one queue pair; no page orders overlapped requests.",
	},
	{
		Says:   "The end of a connection at this side cancels its requests.",
		Rules:  []string{"qp.disconnect.cancels-requests", "qp.release.cancels-requests"},
		Differ: "Disconnect flushes, says its page; of the last Release its notes say that it should.",
	},
	{
		Says:   "A shared receive queue that has too few Receives already notifies whoever asks.",
		Rules:  []string{"ndk.modifysrq.already-below", "srq.modify.already-below", "srq.notify.already-below"},
		Differ: "NDK's page has the queue notify then; the pages of ND2 speak of the count falling.",
	},
	{
		Says:  "A request that two things would end ends once.",
		Rules: []string{"srq.notify.ends-once", "connector.notifydisconnect.ends-once"},
		Differ: "By NotifyDisconnect's note a provider only completes the request; it is silent on a request that is " +
			"canceled then.",
	},
	{
		Says:  "A window serves one queue pair at a time, and another once it was invalidated.",
		Rules: []string{"mw.bound-again.other-queue-pair", "mw.scope.other-queue-pair"},
		Differ: "That it can be bound again the page promises; that other queue pairs are kept out it leaves to the type " +
			"of window.",
	},
	{
		Says: "A connector or a listener that is bound keeps its address.",
		Rules: []string{
			"connector.getlocaladdress.bound", "listener.getlocaladdress.bound", "connector.bind.bound", "listener.bind.bound",
		},
		Differ: "What address it has, a page says; that it can't be bound again, Microsoft's tests alone.",
	},
	{
		Says:  "A call that was made once can be made again.",
		Rules: []string{"com.dllgetclassobject.again", "listener.listen.again"},
		Differ: "Two things that share a word: a library is asked as often as there are clients, and a listener " +
			"listens once.",
	},
}
