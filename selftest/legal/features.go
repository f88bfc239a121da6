package legal

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// features are variants without what is optional.
var features = []Variant{
	{
		ID:       "no-windows",
		Differs:  "There are no memory windows: the calls for them return ND_NOT_SUPPORTED.",
		Permits:  "No flag or limit says whether an adapter has memory windows, so that one without refuses to create them.",
		Source:   "IND2Adapter.md, IND2Adapter::CreateMemoryWindow, Return Value",
		hooks:    withoutWindows(nd2.NotSupported),
		Excludes: map[string]string{"one-window": "it is about windows"},
	},
	{
		ID:       "no-room-for-windows",
		Differs:  "There are resources for no memory window.",
		Permits:  "No flag or limit says whether an adapter has memory windows, so that one without refuses to create them.",
		Source:   "IND2Adapter.md, IND2Adapter::CreateMemoryWindow, Return Value",
		hooks:    withoutWindows(nd2.InsufficientResources),
		Excludes: map[string]string{"one-window": "it is about windows"},
	},
	{
		ID:       "windows-not-valid",
		Differs:  "There are no memory windows: the calls for them return ND_INVALID_DEVICE_REQUEST.",
		Permits:  "No flag or limit says whether an adapter has memory windows, so that one without refuses to create them.",
		Source:   "IND2Adapter.md, IND2Adapter::CreateMemoryWindow, Return Value",
		hooks:    withoutWindows(nd2.InvalidDeviceRequest),
		Excludes: map[string]string{"one-window": "it is about windows"},
	},
}

// windowMethods are those of memory windows.
var windowMethods = []string{calls.AdapterCreateMemoryWindow, calls.QPBind, calls.ND1CreateMemoryWindow, calls.ND1Bind}

func withoutWindows(refusal nd2.Status) func() calls.Hooks {
	return func() calls.Hooks {
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			if slices.Contains(windowMethods, c.Method) {
				return refusal
			}
			return c.Proceed()
		}}
	}
}
