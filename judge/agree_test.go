package judge_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// The suite judges a status by the catalogue's entry for the state; the layer judges it by what it knows of the state.
// These tests try each status, so that the two never contradict each other.

// statuses are those of the documents, one from Windows' headers, and a failure and a success that nobody defines.
func statuses() (list []nd2.Status) {
	for n := range nd2.Status(0x300) {
		for _, s := range []nd2.Status{n, 0x80000000 + n, 0xC0000000 + n} {
			if strings.HasPrefix(s.String(), "ND_") {
				list = append(list, s)
			}
		}
	}
	return append(list, noSuchDevice, undefined, undefinedSuccess)
}

// These are no statuses of the documents; nobody defines the last two.
const noSuchDevice, undefined, undefinedSuccess nd2.Status = 0xC000000E, 0xC0DE1234, 0x40001234

// A history is what a checker is told.
type history []event.Event

// call returns the history with a call, which goes on.
func (h history) call(on, method string, fill func(*event.Call)) history {
	c := &event.Call{Number: uint64(len(h)) + 1, On: on, Method: method}
	if len(h) == 0 {
		c.Kind = "IND2Provider"
	}
	if fill != nil {
		fill(c)
	}
	return append(slices.Clip(h), event.Event{Call: c})
}

// returns returns the history with what the latest call returns.
func (h history) returns(r event.Return) history {
	r.Number = h[len(h)-1].Call.Number
	return append(slices.Clip(h), event.Event{Return: &r})
}

func (h history) pends() history { return h.returns(event.Return{Status: nd2.Pending}) }

func (h history) create(on, method, made string, fill func(*event.Call)) history {
	return h.call(on, method, func(c *event.Call) {
		c.Wants, c.IID = true, nd2.IIDUnknown
		if fill != nil {
			fill(c)
		}
	}).returns(event.Return{Made: made, Out: true})
}

// findings are those about the provider at the end of a history.
func findings(t *testing.T, h history) []judge.Finding {
	t.Helper()
	return findingsAt(t, h, func(*judge.Checker) {})
}

// findingsAt is findings once something has been done at the end.
func findingsAt(t *testing.T, h history, end func(*judge.Checker)) []judge.Finding {
	t.Helper()
	k := judge.New(nil)
	r := judge.NewReplay(k)
	for i, e := range h {
		if err := r.Take(e); err != nil {
			t.Fatalf("event %d: %v", i, err)
		}
	}
	end(k)
	return slices.DeleteFunc(k.Findings(), func(f judge.Finding) bool { return f.Of != judge.Provider })
}

// little is a history after which as little as possible is known of an object of each kind.
func little() (h history) {
	h = h.create("provider1", calls.ProviderOpenAdapter, "IND2Adapter", nil)
	for _, kind := range []string{
		"CompletionQueue", "SharedReceiveQueue", "MemoryRegion", "MemoryWindow", "Listener", "Connector", "Connector",
		"Connector",
	} {
		h = h.create("adapter1", "IND2Adapter::Create"+kind, "IND2"+kind, nil)
	}
	h = h.create("adapter1", calls.AdapterCreateQueuePair, "IND2QueuePair", func(c *event.Call) {
		c.ReceiveCQ, c.InitiatorCQ = "cq1", "cq1"
	})
	h = h.create("adapter1", calls.AdapterCreateQueuePairWithSrq, "IND2QueuePair", func(c *event.Call) {
		c.ReceiveCQ, c.InitiatorCQ, c.SRQ = "cq1", "cq1", "srq1"
	})
	h = h.call("mr1", calls.MRRegister, func(c *event.Call) { // whose token is not known
		c.Buffer, c.Overlapped = someMemory, overlapped(1)
	}).pends()
	for i, pair := range []string{"qp1", "qp2"} {
		connector := fmt.Sprintf("connector%d", i+1)
		h = h.call(connector, calls.ConnectorConnect, func(c *event.Call) {
			c.QueuePair, c.Overlapped = pair, overlapped(2+i)
		}).pends()
		h = h.call(connector, calls.ConnectorCompleteConnect, func(c *event.Call) {
			c.Overlapped = overlapped(4 + i)
		}).pends()
	}
	h = h.call("qp2", calls.QPBind, func(c *event.Call) {
		c.Type, c.Region, c.Window = nd2.RequestBind, "mr1", "mw1"
	}).returns(event.Return{})
	h = h.call("listener1", calls.ListenerBind, nil).returns(event.Return{})
	return h.call("listener1", calls.ListenerGetConnectionRequest, func(c *event.Call) {
		c.Connector, c.Overlapped = "connector3", overlapped(6)
	}).pends()
}

// overlapped is the nth OVERLAPPED of a program's.
func overlapped(n int) *event.Overlapped { return &event.Overlapped{At: uint64(32 * n), Event: true} }

var someMemory = event.Memory{At: 4096, Length: 4096}

// objects are those of [little], by their interfaces.
var objects = map[string]string{
	"IND2Provider": "provider1", "IND2Adapter": "adapter1", "IND2CompletionQueue": "cq1",
	"IND2SharedReceiveQueue": "srq1", "IND2QueuePair": "qp1", "IND2MemoryRegion": "mr1", "IND2MemoryWindow": "mw1",
	"IND2Connector": "connector1", "IND2Listener": "listener1",
}

// A tally counts rows by who judges them.
type tally map[string][]string

func (n tally) add(kind, row string) { n[kind] = append(n[kind], row) }

func (n tally) log(t *testing.T) {
	for _, kind := range slices.Sorted(maps.Keys(n)) {
		t.Logf("%5d %s", len(n[kind]), kind)
		for _, row := range n[kind] {
			if testing.Verbose() {
				t.Logf("      %s", row)
			}
		}
	}
}

// compare enters one row.
func (n tally) compare(t *testing.T, row string, tolerated bool, found []judge.Finding) {
	switch {
	case tolerated && len(found) > 0:
		t.Errorf("%s: the suite does not fail it, and the layer says %v", row, found[0])
	case tolerated:
		n.add("neither judges", row)
	case len(found) > 0:
		n.add("both judge", row)
	default:
		n.add("the suite judges alone", row)
	}
}

// TestResultsAgree: of what is known of nothing but the type of a request, the layer says nothing that any rule allows.
func TestResultsAgree(t *testing.T) {
	n := tally{}
	for _, post := range []string{
		calls.QPSend, calls.QPReceive, calls.QPBind, calls.QPInvalidate, calls.QPRead, calls.QPWrite, calls.SRQReceive,
	} {
		iface, name, _ := strings.Cut(post, "::")
		kind, pair := requestNamed(name), uint64(1)
		if post == calls.SRQReceive {
			pair = 2
		}
		h := little().call(objects[iface], post, func(c *event.Call) {
			c.Type, c.Entries = kind, []event.Entry{{Memory: someMemory, Token: 7}}
		}).returns(event.Return{}).call("cq1", calls.CQGetResults, func(c *event.Call) { c.Room = 4 })
		entries := requirement.ResultsOf(name)
		for _, s := range statuses() {
			told := h.returns(event.Return{Count: 1, Results: []nd2.Result{{
				Status: s, RequestType: kind, QueuePairContext: judge.Numbered(pair), RequestContext: judge.Numbered(4),
			}}})
			tolerated := slices.Contains(requirement.CutOff, s) || s == nd2.DeviceRemoved ||
				slices.ContainsFunc(entries, func(e requirement.Entry) bool {
					return e.JudgeResult(s) != requirement.Wrong || e.AnyStatus()
				})
			n.compare(t, fmt.Sprintf("a result of %s with %v", post, s), tolerated, findings(t, told))
		}
	}
	n.log(t)
}

func requestNamed(name string) nd2.RequestType {
	for kind := range nd2.RequestWrite + 1 {
		if kind.String() == name {
			return kind
		}
	}
	return 0
}

// called adds a call of a method about which the layer knows nothing else; flags are those of a request.
func (h history) called(method string, flags nd2.OpFlags) history {
	iface, name, _ := strings.Cut(method, "::")
	on := objects[iface]
	if method == calls.ConnectorAccept || method == calls.ConnectorReject {
		on = "connector3"
	}
	h = h.call(on, calls.CancelOverlappedRequests, nil) // and goes on
	return h.call(on, method, func(c *event.Call) {
		*c = event.Call{
			Number: c.Number, On: c.On, Method: c.Method, Overlapped: overlapped(9),
			IID: nd2.IIDUnknown, Wants: true, WantsGroup: true, WantsAffinity: true, Flags: flags,
			Type: requestNamed(name), Entries: []event.Entry{{Memory: someMemory, Token: 7}},
		}
		if name == "Connect" || name == "Accept" || name == "Reject" {
			c.Buffer = someMemory // private data
		}
	})
}

// TestMethodsAgree: if the layer knows only the method of a call, it fails no status that some rule allows, for the
// call or its request.
func TestMethodsAgree(t *testing.T) {
	n := tally{}
	for _, method := range judge.Methods() {
		iface, name, _ := strings.Cut(method, "::")
		if objects[iface] == "" || method == calls.CQGetResults || strings.HasSuffix(name, "Token") {
			continue
		}
		for _, s := range statuses() {
			tolerated := requirement.MayReturn(iface, name, s)
			h := little().called(method, 0)
			found := findings(t, h.returns(event.Return{Status: s}))
			if flags := findings(t, little().called(method, 1<<31).returns(event.Return{Status: s})); len(flags) == 0 {
				found = nil // it may be for its flags
			}
			n.compare(t, fmt.Sprintf("%s that returns %v", method, s), tolerated, found)
			if !slices.Contains(judge.Overlapping(), method) {
				continue
			}
			h = h.returns(event.Return{Status: nd2.Pending}).call(h[len(h)-1].Call.On, calls.GetOverlappedResult,
				func(c *event.Call) { c.Overlapped = overlapped(9) })
			found = findings(t, h.returns(event.Return{Status: s}))
			n.compare(t, fmt.Sprintf("%s that ends with %v", method, s), tolerated, found)
		}
	}
	n.log(t)
}
