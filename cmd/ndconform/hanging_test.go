package main

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
)

// hanging are providers that hang, lose an event or crash late, with the method that is to blame
// and the specs by which a quick look comes to it.
var hanging = map[string]struct{ method, quick string }{
	"broken/hang-disconnect":       {"IND2Connector::Disconnect", ""},
	"broken/hang-deregister":       {"IND2MemoryRegion::Deregister", "mr.deregister.*,srq.notify.*"},
	"broken/hang-accept":           {"IND2Connector::Accept", ""},
	"broken/hang-flush":            {"IND2QueuePair::Flush", ""},
	"broken/hang-canceled-request": {"IND2Listener::GetConnectionRequest", ""},
	"broken/hang-srq-notify":       {"IND2SharedReceiveQueue::Notify", ""},
	"broken/hang-wait":             {"IND2Overlapped::GetOverlappedResult", ""},
	"broken/lost-event":            {"IND2CompletionQueue::Notify", ""},
	"broken/lost-packet":           {"IND2Connector::Connect", ""},
	"broken/lost-bind":             {"IND2QueuePair::Bind", ""},
	"broken/lost-receive":          {"IND2QueuePair::Receive", ""},
	"broken/lost-callback":         {"NDK_SRQ::Close", "ndk.closesrq.*,ndk.createsrq.*"},
	"broken/crash-after-modify":    {"IND2SharedReceiveQueue::Modify", "srq.*"},
	"broken/crash-after-reject":    {"IND2Connector::Reject", ""},
}

// TestHangsAreNamed shows that the first finding names the method that hangs, loses an event or
// crashes, and its rule, in every order of the specs.
func TestHangsAreNamed(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for limits of time")
	}
	t.Parallel()
	seeds := []string{"1"}
	if *everyBroken {
		seeds = []string{"1", "2", "3"}
	}
	for id, c := range hanging {
		for _, seed := range seeds {
			args := []string{"--seed=" + seed, "--procs=4"}
			if !*everyBroken {
				args = append(args, "--filter="+c.quick)
			}
			if c.quick == "" && !*everyBroken {
				continue
			}
			t.Run(id+"/"+seed, func(t *testing.T) {
				t.Parallel()
				run, _ := runOn(t, "mutant,id="+id, args...) // the report tells
				if len(run.Causes) == 0 {
					t.Fatal("no cause is named")
				}
				if first := run.Causes[0]; !names(run, first, c.method) {
					t.Errorf("the first cause is %s: %s", first.Spec, first.Says)
				} else if strings.Contains(id, "crash") && first.Method != c.method {
					t.Errorf("%s is blamed for the crash, not %s", first.Method, c.method)
				}
			})
		}
	}
}

// names reports whether a cause names a method: by the rule of the spec that is shown, or by what
// is owed there and the rule of that.
func names(run *reports.Run, first reports.Cause, method string) bool {
	if requirement.IsAbout(first.Spec, method) {
		return true
	}
	for _, s := range run.Specs {
		if s.ID == first.Spec && len(s.Findings) > 0 {
			f := s.Findings[0]
			return f.Method == method && requirement.IsAbout(f.Rule.ID, method) && strings.Contains(first.Says, method)
		}
	}
	return false
}
