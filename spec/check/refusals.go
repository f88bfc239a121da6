package check

import (
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
	. "github.com/ndconform/ndconform/spec"
)

// What follows is for what a provider may refuse, as long as it says so.

// foundInCall is what a call says then.
var foundInCall = requirement.Entry{
	Interface: "IND2QueuePair", Method: "Send", Kind: requirement.Return,
	Accept: []nd2.Status{nd2.AccessViolation},
}

// SkipIfFoundInCall ends the spec as unobservable if a call has found what is wrong with
// the memory that its request names, which a result would tell otherwise: then nothing is
// posted. Source: IND2QueuePair.md, IND2QueuePair::Send, Return Value and Remarks, which
// let a method fail with other codes than those listed, and the queue pair go on.
func SkipIfFoundInCall(returned nd2.Status) {
	if foundInCall.Judge(returned) != requirement.Wrong {
		Unobservable("the provider finds the fault in the call")
	}
}

// ended is what a post says of a queue pair whose connection has ended.
var ended = requirement.Entry{
	Interface: "IND2QueuePair", Method: "Send", Kind: requirement.Return,
	Accept: []nd2.Status{nd2.ConnectionInvalid},
}

// SaysEnded reports whether a post that returned a status may have been refused because the
// connection has ended. Source: IND2QueuePair.md, IND2QueuePair::Send, Return Value, which
// lists a code for that and lets others be returned.
func SaysEnded(returned nd2.Status) bool { return ended.Judge(returned) != requirement.Wrong }

// SkipIfNotCanceled ends the spec as unobservable if CancelOverlappedRequests says that it could not cancel a request
// in which the peer has a part: then the request goes on. Source: IND2Overlapped.md,
// IND2Overlapped::CancelOverlappedRequests, Return Value.
func SkipIfNotCanceled(returned nd2.Status) {
	if returned == nd2.Unsuccessful {
		Unobservable("a request in which the peer has a part can't be canceled, and the call says so")
	}
}

// Cancel cancels the requests of a connector that must not go on. The spec is unobservable if the
// provider says that they can't be canceled.
func Cancel(k nd2.Connector) {
	returned := k.CancelOverlappedRequests()
	SkipIfNotCanceled(returned)
	MustSucceed("IND2Overlapped::CancelOverlappedRequests", returned)
}

// BacklogTooShort ends the spec as unobservable, since not all requests waited at a listener that were to.
// Source: IND2Listener.md, IND2Listener::Listen, Implementation Notes, which let limits be applied.
func BacklogTooShort(waiting int) {
	Unobservable("the listener did not let " + plural.Of(waiting, "request") +
		" wait for GetConnectionRequest: it may limit its backlog")
}

// MoreThanSaid reports whether a call has taken more than Query says that the adapter has, and
// then warns under the entry that has a code for it. The provider must carry out what it took.
// Source: IND2Adapter.md, IND2Adapter::CreateQueuePair, Implementation Notes.
func MoreThanSaid(id string, returned nd2.Status) bool {
	taken := returned == nd2.Success || returned == nd2.Pending
	if taken {
		Warn(id, "more is taken than Query says")
	}
	return taken
}
