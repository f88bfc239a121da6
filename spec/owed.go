package spec

import (
	"cmp"
	"strings"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/spec/internal/trace"
)

// A wait point is named by what is owed there and the method that owes it: "the end of
// IND2Connector::Disconnect", "the result of IND2QueuePair::Send". Where nobody can tell the
// method, the name has none.

// OwedBy returns the method that owes what is waited for at a wait point, or nothing.
func OwedBy(point string) string {
	method := point[strings.LastIndexByte(point, ' ')+1:]
	if !strings.Contains(method, "::") {
		return ""
	}
	return method
}

const (
	endOf        = "the end of "
	eventOf      = "the event of "
	packetOf     = "the packet of "
	resultOf     = "the result of "
	failedOf     = "the result after a failure of "
	canceledBy   = " canceled by "
	completionOf = "the completion of "
	refusedBy    = " refused by "
)

// Notification is the wait point of a call of NDKPI's notification callback.
const Notification = "a notification of " + requirement.NotificationCallback

// ruleOf is the rule by which what is waited for at a wait point is owed: that of the method's
// pending, or of its success. It is none if the catalogue has none.
func ruleOf(point string) finding.Rule {
	owes := OwedBy(point)
	if owes == "" {
		return finding.Rule{}
	}
	if id := ruleOfResult(point, owes); id != "" {
		return Cited(id)
	}
	suffixes := []string{".nd-pending", ".status-pending", ".nd-success", ".status-success", ".success"}
	if !strings.HasPrefix(point, returnOf) { // other rules take for granted that calls return
		suffixes = append(suffixes, "")
	}
	if e, ok := requirement.RuleOf(owes, suffixes...); ok {
		return Cited(e.ID)
	}
	return finding.Rule{}
}

// ruleOfResult is the id of the rule by which a request has a result that is waited for at a wait
// point, "" if the catalogue has none or no result is waited for.
func ruleOfResult(point, owes string) string {
	id := ""
	switch request, canceled := strings.CutSuffix(point, canceledBy+owes); {
	case canceled && owes == "IND2QueuePair::Flush" && strings.HasSuffix(request, "IND2SharedReceiveQueue::Receive"):
		id = "qp.flush.one-result-each"
	case canceled && owes == "IND2QueuePair::Flush" && strings.HasSuffix(request, "::Receive"):
		id = "qp.flush.cancels-receives"
	case canceled && owes == "IND2QueuePair::Flush":
		id = "qp.flush.cancels-initiator-requests"
	case canceled:
		id = "connector.disconnect.flushes"
	case strings.HasPrefix(point, failedOf):
		id = "qp.error.cancels-posted"
	case strings.HasPrefix(point, resultOf):
		id = requirement.OfResults(owes) + "nd-success"
	}
	if _, known := requirement.Lookup(id); !known {
		return ""
	}
	return id
}

// whatIsOwed names what is waited for at a wait point, in brackets after a space; it is empty if it is
// not known by which method it is owed.
func whatIsOwed(point string) string {
	if OwedBy(point) == "" {
		return ""
	}
	return " (" + point + ")"
}

// notGiven fails the spec over what a method owes at a wait point and has not given.
func notGiven(point, expected, seen, besides string) {
	f := finding.Finding{Expected: expected, Seen: seen, Besides: besides}
	f.Method, f.Does = blameAt(point)
	f.Rule = ruleOf(point)
	if r := calling.Load(); r != nil && isResult(point) {
		if method, does := r.Astray(); does != "" {
			f.Method, f.Does = method, does
		}
	}
	fail(f)
}

// isResult reports whether a result is waited for at a wait point.
func isResult(point string) bool {
	return strings.HasPrefix(point, resultOf) || strings.HasPrefix(point, failedOf) || point == pointAnyResult
}

// Blame completes a finding of a spec that hangs: a method is to blame for it, at a wait point.
func Blame(f *finding.Finding, point string) {
	if method, does := blameAt(point); OwedBy(point) != "" {
		f.Method, f.Does, f.Rule = method, does, ruleOf(point)
	}
}

// BlameCall completes a finding of a spec for which a call of a method is to blame.
func BlameCall(f *finding.Finding, method string) { Blame(f, pointOfReturn(method)) }

// blameAt returns the method that owes what is waited for at a wait point, and what it does instead;
// both are empty if nobody can tell.
func blameAt(point string) (method, does string) {
	method = OwedBy(point)
	switch {
	case strings.Contains(point, "packet"):
		return cmp.Or(method, completesPort), finding.NoPacket
	case method == "":
		return "", ""
	case strings.Contains(point, refusedBy):
		does = finding.NoRefusal
	case strings.Contains(point, canceledBy):
		does = finding.NoCanceled
	case strings.HasPrefix(point, failedOf):
		does = finding.NoResultFailed
	case strings.HasPrefix(point, resultOf):
		does = finding.NoResult
	case strings.HasPrefix(point, eventOf):
		does = finding.NoEvent
	case strings.HasPrefix(point, returnOf):
		does = finding.NoReturn
	case strings.HasPrefix(point, endOf):
		does = finding.NeverEnds
	default:
		does = finding.NoCallback
	}
	return method, does
}

// pointOfEvent is the wait point of an event, or other if it is not known by which method the
// request was made.
func pointOfEvent(event *Event, other string) string {
	if r := calling.Load(); r != nil {
		if name := r.MethodOfEvent(event); name != "" {
			return eventOf + name
		}
	}
	return other
}

// pointOfResult is the wait point of a result in a queue that a spec fails for: of any, if none is owed. It takes
// what is left in the queues.
func pointOfResult(queue any) string {
	r := calling.Load()
	if r == nil {
		return pointAnyResult
	}
	r.Settle()
	return pointOfDebt(r.OwesIn(queue))
}

// pointsOfResult are the wait points of whoever begins to wait for a result in a queue.
func pointsOfResult(queue nd2.CompletionQueue) []string {
	if r := calling.Load(); r != nil {
		if owes := r.DueIn(queue); owes.Method != "" {
			return []string{pointOfDebt(owes), pointAnyResult}
		}
	}
	return []string{pointAnyResult}
}

// notify ends by the results of other requests, and connect by the peer's answer.
const notify, connect = "IND2CompletionQueue::Notify", "IND2Connector::Connect"

// pointBehind is the wait point of what a request waits for that a spec has waited for at point in vain: a Notify does
// not end as long as its queue lacks the result of another request, nor a Connect before the peer hears of a Reject.
func pointBehind(point string, o *nd2.Overlapped) string {
	r := calling.Load()
	if r == nil {
		return point
	}
	switch OwedBy(point) {
	case notify:
		r.Settle()
		if owes, lacks := r.Lacks(o); lacks {
			return pointOfDebt(owes)
		}
	case connect:
		if r.Refused(o) {
			return point + refusedBy + "IND2Connector::Reject"
		}
	}
	return point
}

func pointOfDebt(owes trace.Debt) string {
	switch {
	case owes.Method == "":
		return pointAnyResult
	case owes.CanceledBy == trace.Failure:
		return failedOf + owes.Method
	case owes.CanceledBy != "":
		return resultOf + owes.Method + canceledBy + owes.CanceledBy
	default:
		return resultOf + owes.Method
	}
}

// pointOfCall is the wait point of a call back or a return for which the suite waits under another
// name, or that name if it is not known whose it is.
func pointOfCall(other string) string {
	r := calling.Load()
	if r == nil || OwedBy(other) != "" {
		return other
	}
	if point := waitingIn(r); point != "" {
		return point
	}
	if name := r.Uncompleted(); name != "" {
		return completionOf + name
	}
	return other
}

// hasEnded reports whether a request has ended, by its event.
func hasEnded(o *nd2.Overlapped) bool {
	event, ok := o.Event.(*Event)
	return ok && event.Sets() > 0
}
