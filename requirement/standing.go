package requirement

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// Standing is how a status that was seen stands to an entry.
type Standing string

// The standings, the best one first.
const (
	Exact     Standing = "exact"      // a preferred status
	Ruled     Standing = "ruled"      // another one of the accept set, or what the page has for any failure
	WellKnown Standing = "well-known" // another failure, on which the method's page is silent
	Wrong     Standing = "wrong"
)

// Judge says how the status that a call returned, or an overlapped request ended
// with, stands to the entry. Every method's page says that its codes should be
// returned, and of others that they should be well-known. So where a call must
// fail, or may, another failure that Windows knows warns, unless the page has
// another meaning for it.
func (e Entry) Judge(s nd2.Status) Standing {
	if standing := e.JudgeResult(s); standing != Wrong {
		return standing
	}
	switch {
	case e.eitherSuccess(s):
		return Exact
	case e.MayFail() && s == nd2.Unsuccessful && e.listed(s): // of whatever failure
		return Ruled
	case e.MayFail() && e.knows(s) && !e.reserved(s):
		return WellKnown
	}
	return Wrong
}

// JudgeResult is Judge for the status that the result of a work request has: the
// table of results leaves no room for others.
func (e Entry) JudgeResult(s nd2.Status) Standing {
	switch i := slices.Index(e.Accept, s); {
	case i < 0:
		return Wrong
	case i < max(e.Preferred, 1):
		return Exact
	}
	return Ruled
}

// MayFail reports whether the entry's call or overlapped request must fail, or may.
func (e Entry) MayFail() bool {
	switch e.Kind {
	case Completion, NeverCompletion, Ordering, Data:
		return false
	case Return, Asynchronous, Notification, Limit, Lifetime:
	}
	return slices.ContainsFunc(e.Accept, nd2.Status.Failed)
}

// eitherSuccess reports whether the entry wants ND_SUCCESS or ND_PENDING, s is the
// other one, and the page has both. GetOverlappedResult means two things by them.
func (e Entry) eitherSuccess(s nd2.Status) bool {
	if e.Kind != Return || e.Interface == "IND2Overlapped" || len(e.Accept) == 0 || e.Accept[0].Failed() {
		return false
	}
	return alike(e.Accept[0], s) && e.listed(e.Accept[0]) && e.listed(s)
}

func (e Entry) knows(s nd2.Status) bool {
	if e.Profile == NDK {
		return s.WellKnownNT()
	}
	return s.WellKnown()
}

// reserved reports whether a failure that the entry does not accept says something
// else: what the page lists, the wrong parameter's number, that the adapter was
// removed or the request canceled. ND_UNSUCCESSFUL says nothing, and where a page lists it, that is ruled.
func (e Entry) reserved(s nd2.Status) bool {
	switch {
	case s == nd2.Unsuccessful:
		return false
	case tells(s):
		return true
	case parameter(s) != 0 && !slices.Contains(atFault[e.ID], parameter(s)):
		return true
	}
	return e.listed(s)
}

// Refuses reports whether a status can be a refusal for which the documents name none: a failure that Windows knows,
// which does not tell of what has not happened.
func Refuses(s nd2.Status, happened ...nd2.Status) bool {
	return s.WellKnown() && (!tells(s) || slices.Contains(happened, s))
}

// tells reports whether a status says that something has happened to the adapter or the request.
func tells(s nd2.Status) bool { return s == nd2.DeviceRemoved || s == nd2.Canceled }

// listed reports whether the page of the entry's method lists s.
func (e Entry) listed(s nd2.Status) bool {
	return slices.ContainsFunc(Page(e.Interface, e.Method), func(other Entry) bool {
		code, ok := statusOf(other.Code)
		return ok && code == s
	})
}

// parameter returns the number that a failure names, or 0. Windows has two more
// such statuses than ndstatus.mc.
func parameter(s nd2.Status) int {
	if first := nd2.InvalidParameter1; s >= first && s < first+12 {
		return int(s-first) + 1
	}
	return 0
}

// alike reports whether the documents have both statuses for the same thing: a call
// that goes well, or a peer's memory that does not allow what was asked for.
func alike(a, b nd2.Status) bool {
	for _, pair := range [][2]nd2.Status{{nd2.Success, nd2.Pending}, {nd2.AccessViolation, nd2.RemoteError}} {
		if pair == [2]nd2.Status{a, b} || pair == [2]nd2.Status{b, a} {
			return true
		}
	}
	return false
}
