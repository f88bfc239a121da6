package broken

import (
	"strings"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// early are broken so that little can be done with them at all.
func early() []Mutant {
	early := func(f func(c *calls.Call) nd2.Status) Defect {
		return func() calls.Hooks { return calls.Hooks{Early: true, Call: f} }
	}
	return []Mutant{
		provider("broken/slow", "Every call takes two seconds.", early(slowly(2*time.Second))),
		provider("broken/slow-later", "Every call takes two seconds, but for those by which the runner finds the adapters.",
			OnCall(slowly(2*time.Second))),
		provider("broken/unsupported", "Every call returns ND_NOT_SUPPORTED.", early(unsupported)),
		provider("broken/unsupported-later",
			"Every call returns ND_NOT_SUPPORTED, but for those by which the runner finds the adapters.", OnCall(unsupported)),
		provider("broken/open-crash", "Opening an adapter crashes.",
			Before(calls.ProviderOpenAdapter, func(*calls.Call) { crash("the device's registers are not mapped") })),
		provider("broken/no-objects", "Whatever creates an object returns ND_SUCCESS and none.",
			OnCall(func(c *calls.Call) nd2.Status {
				if strings.HasPrefix(c.Method, "IND2Adapter::Create") && c.Out != nil {
					*c.Out = nil
					return nd2.Success
				}
				return c.Proceed()
			})),
	}
}

// slowly makes each method of ND2 take a time.
func slowly(d time.Duration) Act {
	return func(c *calls.Call) nd2.Status {
		if strings.HasPrefix(c.Method, "IND2") {
			<-time.After(d)
		}
		return c.Proceed()
	}
}

// unsupported refuses every call but those of tokens and counts, which can't be.
func unsupported(c *calls.Call) nd2.Status {
	switch c.Method {
	case calls.Release, calls.AddRef, calls.MRGetLocalToken, calls.MRGetRemoteToken, calls.MWGetRemoteToken,
		calls.CQGetResults:
		return c.Proceed()
	}
	return nd2.NotSupported
}
