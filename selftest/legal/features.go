package legal

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// features are variants without what is optional.
var features = alike(Variant{
	Permits:  "No flag or limit says whether an adapter has memory windows, so that one without refuses to create them.",
	Source:   "IND2Adapter.md, IND2Adapter::CreateMemoryWindow, Return Value",
	Excludes: because("it has a window's limits", "one-window"),
}, []Variant{
	{
		ID: "no-windows", hooks: withoutWindows(nd2.NotSupported),
		Differs: "There are no memory windows: the calls for them return ND_NOT_SUPPORTED.",
	},
	{
		ID: "no-room-for-windows", hooks: withoutWindows(nd2.InsufficientResources),
		Differs: "There are resources for no memory window.",
	},
	{
		ID: "windows-not-valid", hooks: withoutWindows(nd2.InvalidDeviceRequest),
		Differs: "There are no memory windows: the calls for them return ND_INVALID_DEVICE_REQUEST.",
	},
})

// windowMethods are those of memory windows.
var windowMethods = []string{calls.AdapterCreateMemoryWindow, calls.QPBind, calls.ND1CreateMemoryWindow, calls.ND1Bind}

func withoutWindows(refusal nd2.Status) func() calls.Hooks {
	return onCall(func(c *calls.Call) nd2.Status {
		if slices.Contains(windowMethods, c.Method) {
			return refusal
		}
		return c.Proceed()
	})
}
