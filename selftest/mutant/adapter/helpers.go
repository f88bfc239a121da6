package adapter

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/refusal"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func otherQueue(c *calls.Call) {
	if c.ReceiveCQ == nil {
		c.ReceiveCQ = c.InitiatorCQ
	}
}

// limits asks what the adapter that a creating call is on can.
func limits(c *calls.Call) nd2.AdapterInfo { return c.Self.(*calls.Adapter).Limits() }

// number is the parameter of a creating call that a limit bounds.
func number(c *calls.Call, l refusal.Limit) *uint32 {
	queue := l.Method == "CreateCompletionQueue" || l.Method == "CreateSharedReceiveQueue"
	switch {
	case queue && l.Parameter == 3:
		return &c.Depth
	case queue:
		return &c.SGEs
	}
	return map[string]*uint32{
		"MaxReceiveQueueDepth": &c.ReceiveDepth, "MaxInitiatorQueueDepth": &c.InitiatorDepth,
		"MaxReceiveSge": &c.ReceiveSGEs, "MaxInitiatorSge": &c.InitiatorSGEs, "MaxInlineDataSize": &c.InlineSize,
	}[l.Name]
}

// onFirstFile makes a defect: objects are created on the first file of
// their adapter.
func onFirstFile(method string) Defect {
	return Recording(func(c *calls.Call, first *calls.Record[nd2.OverlappedFile]) nd2.Status {
		if f := first.Get(c.Object); c.Method == method && f != nil {
			c.File = f
		}
		s := c.Proceed()
		if c.Method == calls.AdapterCreateOverlappedFile && s == nd2.Success {
			first.Keep(c.Object, c.File)
		}
		return s
	})
}
