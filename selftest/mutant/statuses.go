package mutant

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/requirement"
)

// Statuses makes mutants from the catalogue: where the engine answers what an entry
// accepts, in a call or in a result, the mutant answers something else.
func Statuses() (list []Mutant) {
	all := requirement.All()
	undefined := map[string]bool{} // the methods that have a mutant of that name
	for _, e := range all {
		if e.Level == requirement.Info || e.Profile == requirement.COM { // the engine is no DLL
			continue
		}
		switch e.Kind {
		case requirement.Return, requirement.Completion:
			if len(e.Accept) > 0 {
				list = append(list, misreports(e, plausible(e, all))...)
			}
			m := e.Interface + e.Method
			fails := e.Kind == requirement.Return && len(e.Accept) > 0 && e.Accept[0].Failed()
			if fails && !undefined[m] {
				undefined[m] = true
				list = append(list, misreport(e, "undefined", nobodys))
			}
		case requirement.NeverCompletion:
			list = append(list, forbidden(e))
		}
	}
	return list
}

// nobodys is a failure that nobody defines.
const nobodys nd2.Status = 0xC0DE0001

// misreports makes the mutants of a status that is returned or completed with: one
// says something else of the same method, and one of an error that all is well.
func misreports(e requirement.Entry, other nd2.Status) []Mutant {
	list := []Mutant{misreport(e, "other", other)}
	if !slices.Contains(e.Accept, nd2.Success) && !slices.Contains(e.Accept, nd2.Pending) {
		list = append(list, misreport(e, "unnoticed", nd2.Success))
	}
	return list
}

// answers are what the engine says instead of an entry's own codes, where a ruling
// lets it.
var answers = map[string]nd2.Status{
	"cq.getresults.read.nd-data-overrun":  nd2.BufferOverflow,
	"cq.getresults.send.nd-data-overrun":  nd2.BufferOverflow,
	"cq.getresults.write.nd-data-overrun": nd2.BufferOverflow,
}

func misreport(e requirement.Entry, name string, to nd2.Status) Mutant {
	from := e.Accept
	if own, ok := answers[e.ID]; ok {
		from = []nd2.Status{own}
	}
	w := wrongStatus{scope: scopeOf(e), from: from, to: to, posted: e.Kind == requirement.Completion}
	what := w.subject() + " says " + nameOf(e, to) + " where " + nameOf(e, e.Accept[0]) + " is due."
	return Mutant{
		Description{e.ID + "/" + name, e.ID, what},
		func() calls.Hooks { return calls.Hooks{Call: w.call, Results: w.results} },
	}
}

// nameOf gives a status the name that the entry's interface has for it.
func nameOf(e requirement.Entry, s nd2.Status) string {
	if e.Profile == requirement.NDK {
		return ndk.Status(s).String()
	}
	return s.String()
}

// forbidden makes the mutant of a status that no result may have: a request that
// fails says it.
func forbidden(e requirement.Entry) Mutant {
	to, _ := nd2.StatusByName(e.Code)
	w := wrongStatus{scope: scopeOf(e), to: to}
	return Mutant{
		Description{e.ID + "/said", e.ID, w.subject() + " that fails says " + to.String() + "."},
		func() calls.Hooks {
			return calls.Hooks{Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
				for i := range fresh {
					if w.meant(&fresh[i]) && fresh[i].Status != nd2.Success {
						fresh[i].Status = to
					}
				}
				return fresh
			}}
		},
	}
}

// plausible returns a failure that is wrong by the entry, if possible a failure that the
// documents have for the same method.
func plausible(e requirement.Entry, all []requirement.Entry) nd2.Status {
	if answers[e.ID] != nd2.Success {
		return nd2.NoMoreEntries // which the calls' pages have for a full queue
	}
	for _, sibling := range all {
		if sibling.Interface != e.Interface || sibling.Method != e.Method ||
			sibling.Request != e.Request || sibling.Kind != e.Kind {
			continue
		}
		s, ok := nd2.StatusByName(sibling.Code)
		if ok && s.Failed() && e.Judge(s) == requirement.Wrong {
			return s
		}
	}
	for _, s := range []nd2.Status{nd2.Unsuccessful, nd2.DeviceRemoved} {
		if e.Judge(s) == requirement.Wrong {
			return s
		}
	}
	return nd2.InvalidParameter10 // which hardly a method has
}

// A scope is the calls and results of an entry.
type scope struct {
	// method is a call's, empty for every one.
	method string
	// requests are the types of results.
	requests []nd2.RequestType
}

func (s scope) subject() string {
	switch {
	case len(s.requests) == 1:
		return "A " + s.requests[0].String()
	case len(s.requests) > 1:
		return "A request"
	}
	return s.method
}

// meant reports whether a result is one of those.
func (s scope) meant(o *calls.Outcome) bool { return slices.Contains(s.requests, o.RequestType) }

// EveryRequest lists the types of request that have results.
var EveryRequest = []nd2.RequestType{
	nd2.RequestReceive, nd2.RequestSend, nd2.RequestBind, nd2.RequestInvalidate, nd2.RequestRead, nd2.RequestWrite,
}

// EveryInitiated lists those of the initiator queue.
var EveryInitiated = EveryRequest[1:]

// otherScopes are the scopes of entries that their method doesn't determine.
var otherScopes = map[string]scope{
	"srq.receive.too-short-at-sender":          {requests: []nd2.RequestType{nd2.RequestSend}},
	"connector.disconnect.flushes":             {requests: EveryRequest},
	"connector.bind.nd-address-already-exists": {method: calls.ConnectorConnect},
}

// scopeOf finds the request type of an entry in its request or its method.
func scopeOf(e requirement.Entry) scope {
	if s, ok := otherScopes[e.ID]; ok {
		return s
	}
	name := e.Request
	if name == "" {
		name = e.Method
	}
	for _, t := range EveryRequest {
		posts := e.Request != "" || e.Interface == "IND2QueuePair" || e.Interface == "IND2SharedReceiveQueue"
		if t.String() == name && posts {
			method := e.Interface + "::" + e.Method
			if e.Request != "" {
				method = "IND2QueuePair::" + name
			}
			return scope{method, []nd2.RequestType{t}}
		}
	}
	if e.Method == "GetResults" {
		return scope{requests: EveryRequest}
	}
	return scope{method: e.Interface + "::" + e.Method}
}

// A wrongStatus answers to where the engine answers one of from.
type wrongStatus struct {
	scope
	from []nd2.Status
	to   nd2.Status
	// posted says that the status is that of a posted request's result.
	posted bool
	// where and whose choose the calls and results that are answered so; nil for all.
	where func(*calls.Call) bool
	whose func(*calls.Outcome) bool
}

func (w wrongStatus) call(c *calls.Call) nd2.Status {
	mine := c.Method == w.method || c.Method == calls.GetOverlappedResult && c.Proxy != nil && c.Proxy.Method == w.method
	switch {
	case mine && w.where != nil && !w.where(c):
		return c.Proceed()
	case mine && c.Method != w.method:
		return w.ended(c)
	case c.Method == calls.ND1GetResults:
		s := c.Proceed()
		w.nd1Results(c.ND1.Outcomes)
		return s
	case mine:
		return w.returned(c)
	}
	return c.Proceed()
}

// ended is GetOverlappedResult of a request that the method made.
func (w wrongStatus) ended(c *calls.Call) nd2.Status {
	s := c.Proceed()
	if s != nd2.Pending && slices.Contains(w.from, s) {
		return w.to
	}
	return s
}

// returned is a call of the method. That a request was posted says nothing of how it
// ends; and of a request that is said to have ended the client hears no more.
func (w wrongStatus) returned(c *calls.Call) nd2.Status {
	if !w.posted && slices.Contains(w.from, nd2.Success) && w.nothingDone() {
		return w.to
	}
	s := c.Proceed()
	if !slices.Contains(w.from, s) || w.posted && s == nd2.Success {
		return s
	}
	if s == nd2.Pending && c.Proxy != nil {
		c.Proxy.Mute()
	}
	return w.to
}

// nothingDone reports whether the call is not even begun: where it is synchronous
// and means to say that it has failed.
func (w wrongStatus) nothingDone() bool {
	overlapped := []string{
		"Notify", "Register", "Deregister", "Connect", "Accept", "Disconnect", "GetConnectionRequest",
	}
	return !slices.ContainsFunc(overlapped, func(name string) bool { return strings.HasSuffix(w.method, name) })
}

func (w wrongStatus) results(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
	for i := range fresh {
		if o := &fresh[i]; w.meant(o) && slices.Contains(w.from, o.Status) && (w.whose == nil || w.whose(o)) {
			o.Status = w.to
		}
	}
	return fresh
}

func (w wrongStatus) nd1Results(list []calls.ND1Outcome) {
	for _, o := range list {
		if w.posted && o.Of != nil && o.Of.Method == w.method && slices.Contains(w.from, o.Status) {
			o.Status = w.to
		}
	}
}
