package spec

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/spec/internal/trace"
)

// TestBeyondLeast shows what every adapter must have: of what is at each end as many as it has
// ends, or two that share what they have; of anything else one, and of requests one of each object.
func TestBeyondLeast(t *testing.T) {
	apart := &Target{local: adapter{id: 1}, peer: adapter{id: 2}}
	itself := &Target{local: adapter{id: 1}, peer: adapter{id: 1}}
	for _, c := range []struct {
		what            string
		held, all, same int
		apart           bool
		itself          bool
	}{
		{"queue pair", 0, 0, 0, false, false},
		{"queue pair", 0, 1, 0, false, false},
		{"queue pair", 1, 1, 0, true, false},
		{"queue pair", 0, 2, 0, true, true},
		{"listener", 0, 0, 0, false, false},
		{"listener", 0, 1, 0, true, true},
		{"shared receive queue", 1, 1, 0, true, true},
		{"request in progress", 1, 1, 0, true, false},
		{"request in progress", 1, 1, 1, true, true},
		{"", 0, 0, 0, false, false},
	} {
		l := trace.Lack{What: c.what, Held: c.held, All: c.all, Same: c.same}
		if got := apart.beyondLeast(l); got != c.apart {
			t.Errorf("%+v with another adapter: %v", c, got)
		}
		if got := itself.beyondLeast(l); got != c.itself {
			t.Errorf("%+v with itself: %v", c, got)
		}
	}
}

// TestLackFacts shows that only what was had before can be said not to be given back.
func TestLackFacts(t *testing.T) {
	const leaks = "is everything given back?"
	lack := trace.Lack{Method: "IND2Adapter::CreateListener", Status: nd2.InsufficientResources, All: 1}
	for name, c := range map[string]struct {
		got   trace.Got
		wants string
		leaks bool
	}{
		"never": {trace.Got{}, "", false},
		"as many": {
			trace.Got{Times: 7, Most: 2},
			"got 7 by IND2Adapter::CreateListener, at most 2 at a time; this one saw ND_INSUFFICIENT_RESOURCES with 1 held",
			true,
		},
		"fewer at a time":  {trace.Got{Times: 7, Most: 1}, "got 7 by", false},
		"more than needed": {trace.Got{Times: 9, Most: 5}, "at most 5", true},
	} {
		says := lackFacts(lack, c.got)
		if !strings.Contains(says, c.wants) || strings.Contains(says, leaks) != c.leaks || c.wants == "" && says != "" {
			t.Errorf("%s: %q", name, says)
		}
	}
}

// TestSupplyOwes shows that what a fault refuses, or what was shown to be there, is no way out.
func TestSupplyOwes(t *testing.T) {
	var p supply
	owes := func(method string) bool { _, owed := p.by(method); return owed }
	fault := providers.Fault{Kind: providers.OutOfResources, Call: "IND2SharedReceiveQueue::Modify"}
	p.inject(fault, 1)
	p.inject(providers.Fault{Kind: providers.Hold}, 1)
	p.inject(providers.Fault{Kind: providers.AffinityUnsupported, Call: "IND2CompletionQueue::GetNotifyAffinity"}, 1)
	if !owes(fault.Call) || owes("IND2Adapter::CreateListener") || owes("IND2CompletionQueue::GetNotifyAffinity") {
		t.Error("the fault is not of its call alone, or one of another kind counts")
	}
	p.inject(fault, -1)
	if owes(fault.Call) {
		t.Error("the fault is still in effect")
	}
	p.inject(providers.Fault{Kind: providers.PortsExhausted}, 1)
	if !owes("IND2Connector::Bind") {
		t.Error("no port is owed")
	}
	p.supplied(nil)
	p.enough = true
	if !owes("IND2MemoryRegion::Register") {
		t.Error("nothing is owed though enough was there")
	}
}
