package broken

import (
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// early are broken so that little can be done with them at all.
func early() []Mutant {
	// tokens and counts can't be refused.
	statusless := []string{
		calls.Release, calls.AddRef,
		calls.MRGetLocalToken, calls.MRGetRemoteToken, calls.MWGetRemoteToken, calls.CQGetResults,
	}
	early := func(f func(c *calls.Call) nd2.Status) Defect {
		return func() calls.Hooks { return calls.Hooks{Early: true, Call: f} }
	}
	return []Mutant{
		provider("broken/slow", "Every call takes two seconds.",
			early(func(c *calls.Call) nd2.Status {
				if strings.HasPrefix(c.Method, "IND2") {
					<-time.After(2 * time.Second)
				}
				return c.Proceed()
			})),
		provider("broken/slow-later", "Every call takes two seconds, but for those by which the runner finds the adapters.",
			OnCall(func(c *calls.Call) nd2.Status {
				if strings.HasPrefix(c.Method, "IND2") {
					<-time.After(2 * time.Second)
				}
				return c.Proceed()
			})),
		provider("broken/unsupported", "Every call returns ND_NOT_SUPPORTED.",
			early(func(c *calls.Call) nd2.Status {
				if slices.Contains(statusless, c.Method) {
					return c.Proceed()
				}
				return nd2.NotSupported
			})),
		provider("broken/unsupported-later",
			"Every call returns ND_NOT_SUPPORTED, but for those by which the runner finds the adapters.",
			OnCall(func(c *calls.Call) nd2.Status {
				if slices.Contains(statusless, c.Method) {
					return c.Proceed()
				}
				return nd2.NotSupported
			})),
		provider("broken/open-crash", "Opening an adapter crashes.",
			OnCall(func(c *calls.Call) nd2.Status {
				if c.Method == calls.ProviderOpenAdapter {
					crash("the device's registers are not mapped")
				}
				return c.Proceed()
			})),
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
