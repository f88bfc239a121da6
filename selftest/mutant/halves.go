package mutant

import (
	"net/netip"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// A Half is one of several cases that an entry about a status speaks of.
type Half struct {
	// Name is the half's in the catalogue, and When says in words when it is meant: "of a request that waits".
	Name, When string
	// Call chooses the calls of the half, and Result its results; nil for all.
	Call   func(c *calls.Call) bool
	Result func(o *calls.Outcome) bool
}

// Halves makes, for each half of an entry about a status, the mutant that answers wrong in this half only.
func Halves(id string, halves ...Half) (list []Mutant) {
	e, _ := requirement.Lookup(id)
	w := wrongStatus{
		scope: scopeOf(e), from: e.Accept, to: plausible(e, requirement.All()), posted: e.Kind == requirement.Completion,
	}
	if own, ok := answers[id]; ok {
		w.from = []nd2.Status{own}
	}
	for _, h := range halves {
		w := w
		w.where, w.whose = h.Call, h.Result
		what := w.subject() + " says " + nameOf(e, w.to) + " where " + nameOf(e, e.Accept[0]) + " is due, " + h.When + "."
		list = append(list, New(id+"/"+h.Name, what, func() calls.Hooks {
			return calls.Hooks{Call: w.call, Results: w.results}
		}))
	}
	return list
}

// Both chooses the calls that two conditions choose.
func Both(a, b func(*calls.Call) bool) func(*calls.Call) bool {
	return func(c *calls.Call) bool { return a(c) && b(c) }
}

// Pended chooses the ends of requests that have returned ND_PENDING.
func Pended(c *calls.Call) bool { return c.Method == calls.GetOverlappedResult }

// Inline chooses calls of the method itself.
func Inline(c *calls.Call) bool { return c.Method != calls.GetOverlappedResult }

// A Waiting is a type of Notify, with its name.
type Waiting struct {
	Name string
	Type nd2.NotifyType
}

// EveryWaiting lists the types of Notify.
var EveryWaiting = []Waiting{{"any", nd2.NotifyAny}, {"solicited", nd2.NotifySolicited}, {"errors", nd2.NotifyErrors}}

// Of chooses the calls that ask for such a notification, and the ends of these requests.
func (t Waiting) Of(c *calls.Call) bool {
	if c.Proxy != nil && c.Method == calls.GetOverlappedResult {
		return c.Proxy.NotifyType == t.Type
	}
	return c.NotifyType == t.Type
}

// ofEveryType makes the halves of an entry on Notify, each for one type.
func ofEveryType(name, when string, also func(*calls.Call) bool) (list []Half) {
	for _, t := range EveryWaiting {
		list = append(list, Half{
			Name: name + t.Name, When: when + strings.ToUpper("ND_CQ_NOTIFY_"+t.Name), Call: Both(t.Of, also),
		})
	}
	return list
}

// WaitingOfEveryType are halves about requests that have pended, and AskingForEveryType about those that end inline.
var (
	WaitingOfEveryType = ofEveryType("waiting-", "to a request that waits for ", Pended)
	AskingForEveryType = ofEveryType("later-", "to a later request for ", Inline)
)

// Sides are the halves of an entry on connectors that judges both sides.
var Sides = []Half{
	{Name: "active-side", When: "on the active side", Call: func(c *calls.Call) bool { return onActiveSide(c, true) }},
	{Name: "passive-side", When: "on the passive side", Call: func(c *calls.Call) bool { return onActiveSide(c, false) }},
}

func onActiveSide(c *calls.Call, active bool) bool {
	k, ok := c.Self.(*calls.Connector)
	return ok && k.Active() == active
}

// Places are the halves of an entry on GetNotifyAffinity without a place for a result.
var Places = []Half{
	{
		Name: "group", When: "without a place for the group",
		Call: func(c *calls.Call) bool { return c.FoundGroup == nil },
	},
	{
		Name: "affinity", When: "without a place for the affinity",
		Call: func(c *calls.Call) bool { return c.FoundAffinity == nil },
	},
}

// Buffers are the halves of an entry on a buffer that is too small, or none.
var Buffers = []Half{
	{Name: "no-buffer", When: "without a buffer", Call: noBuffer},
	{
		Name: "small-buffer", When: "with a buffer that is too small",
		Call: func(c *calls.Call) bool { return !noBuffer(c) },
	},
}

func noBuffer(c *calls.Call) bool { return c.Buffer == nil && c.Info == nil && c.List == nil }

// TooSmall makes the mutants of what a method does with a buffer that is too small.
func TooSmall(entry, method string) []Mutant {
	return append(Halves(entry, Buffers...),
		New(entry+"/size-kept", "The size of a buffer that is too small stays what it was.",
			Overflowing(method, SetSize)),
		New(entry+"/one-less", "The size that is needed is told a byte short.",
			Overflowing(method, func(c *calls.Call, _ uint32) { *c.Size-- })),
		New(entry+"/written", "A buffer that is too small is written to.", Overflowing(method, func(c *calls.Call, _ uint32) {
			switch {
			case c.Info != nil:
				c.Info.VendorID++
			case c.List != nil:
				c.List.Address = [][]byte{make([]byte, nd2.SockaddrInSize)}
			case len(c.Buffer) > 0:
				c.Buffer[0]++
			}
		})))
}

// WrittenBySize makes the mutants of a method that copies an address out, and writes to some of the
// buffers that are too small.
func WrittenBySize(entry, method string) []Mutant {
	writing := func(which func(given, needed uint32) bool) Defect {
		return Overflowing(method, func(c *calls.Call, given uint32) {
			if len(c.Buffer) > 0 && which(given, *c.Size) {
				c.Buffer[len(c.Buffer)-1]++
			}
		})
	}
	return []Mutant{
		New(entry+"/written-ipv6", "What there is room for of an IPv6 address is copied out.",
			writing(func(given, needed uint32) bool { return given >= nd2.SockaddrInSize && needed == nd2.SockaddrIn6Size })),
		New(entry+"/written-by-half", "A buffer of half the size that is needed is written to.",
			writing(func(given, needed uint32) bool { return given == needed/2 })),
	}
}

// A Stage is what a connector was told last.
type Stage struct {
	// Name is the half's, and When says it in words.
	Name, When string
	// After is the method, empty for none.
	After string
}

// told are the methods by which the stage of a connector changes.
var told = map[string]bool{
	calls.ConnectorBind: true, calls.ConnectorConnect: true, calls.ConnectorCompleteConnect: true,
	calls.ConnectorAccept: true, calls.ConnectorReject: true, calls.ConnectorDisconnect: true,
}

// Requested and Rejected are stages that a connector gets to by what the peer does.
const (
	Requested = "requested"
	Rejected  = "rejected"
)

// Stages makes, for each stage of a connector, the mutant of an entry about a status that answers wrong there only.
func Stages(id string, stages ...Stage) (list []Mutant) {
	for _, stage := range stages {
		list = append(list, atStage(id, stage))
	}
	return list
}

func atStage(id string, stage Stage) Mutant {
	m := Halves(id, Half{Name: stage.Name, When: stage.When})[0]
	m.Hooks = func() calls.Hooks {
		var last calls.Record[string]
		wrong := Halves(id, Half{Call: func(c *calls.Call) bool {
			return c.Object != nil && last.Get(c.Object) == stage.After
		}})[0].Hooks()
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			s := wrong.Call(c)
			switch {
			case c.Notifies(calls.ConnectorConnect, nd2.ConnectionRefused):
				last.Set(c.Object, Rejected)
			case c.Method == calls.ListenerGetConnectionRequest && !s.Failed():
				last.Set(calls.ObjectOf(c.Connector), Requested)
			case told[c.Method] && !s.Failed():
				last.Set(c.Object, c.Method)
			}
			return s
		}}
	}
	return m
}

// Families are the halves of an entry on addresses.
var Families = []Half{
	{Name: "ipv4", When: "of an IPv4 address", Call: func(c *calls.Call) bool { return ofFamily(c, netip.Addr.Is4) }},
	{Name: "ipv6", When: "of an IPv6 address", Call: func(c *calls.Call) bool { return ofFamily(c, netip.Addr.Is6) }},
}

func ofFamily(c *calls.Call, is func(netip.Addr) bool) bool {
	a, ok := nd2.ParseSockaddr(c.Buffer)
	return ok && is(a.Addr())
}
