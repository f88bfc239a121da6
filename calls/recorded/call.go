package recorded

import (
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// A Place is memory in a region.
type Place struct {
	// Region is the region's name, empty for unregistered memory.
	Region string `json:"region,omitempty"`
	Offset int    `json:"offset,omitempty"`
	Length int    `json:"length"`
}

// A Call is one call. Fields that are no parameters of the method are zero.
type Call struct {
	// At is when it began, in seconds from the start of the recording.
	At float64 `json:"at"`
	// On is the object's name, such as qp1, and Method has no interface.
	On     string `json:"on"`
	Method string `json:"method"`
	// Made is the created object's name.
	Made string `json:"made,omitempty"`
	// The parameters, under nd2's names; objects by their names.
	ReceiveCQ, InitiatorCQ, SRQ            string          `json:",omitzero"`
	Depth, SGEs, Threshold                 uint32          `json:",omitzero"`
	ReceiveDepth, InitiatorDepth           uint32          `json:",omitzero"`
	ReceiveSGEs, InitiatorSGEs, InlineSize uint32          `json:",omitzero"`
	InboundReads, OutboundReads            uint32          `json:",omitzero"`
	Context                                uint64          `json:",omitzero"`
	Entries                                []Place         `json:",omitempty"`
	Flags                                  nd2.OpFlags     `json:",omitzero"`
	Rights                                 nd2.RegionFlags `json:",omitzero"`
	Notify                                 nd2.NotifyType  `json:",omitzero"`
	// Place is the registered or bound memory or, for a Read or Write, the memory at the other end. Token is
	// the region or window whose token was given, empty if nobody's. Invalidated says that the window had the
	// token earlier.
	Place                 Place  `json:",omitzero"`
	Token, Region, Window string `json:",omitzero"`
	Invalidated           bool   `json:"Spent,omitzero"`
	// BadToken says that a token does not allow the request: an entry's token does not belong to a
	// registration of its memory, or Token does not reach Place, or not in that way.
	BadToken  bool   `json:"Unfit,omitzero"`
	QueuePair string `json:",omitzero"`
	// Of is the number, from 0, of the call whose end this one notifies of.
	Of int `json:",omitzero"`
	// Status is what was returned, or a request's final status.
	Status  nd2.Status   `json:"status"`
	Results []nd2.Result `json:"results,omitempty"`
}

// Arguments returns the parameters in the method's order, as text.
func (c Call) Arguments() string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	switch c.Method {
	case "CreateCompletionQueue", "Resize":
		add("%d", c.Depth)
	case "CreateSharedReceiveQueue":
		add("%d, %d entries", c.Depth, c.SGEs)
	case "CreateQueuePair":
		add("%s, %s, %#x, %d, %d, %d entries, %d entries, %d inline", c.ReceiveCQ, c.InitiatorCQ, c.Context, c.ReceiveDepth,
			c.InitiatorDepth, c.ReceiveSGEs, c.InitiatorSGEs, c.InlineSize)
	case "CreateQueuePairWithSrq":
		add("%s, %s, %s, %#x, %d, %d entries, %d inline", c.ReceiveCQ, c.InitiatorCQ, c.SRQ, c.Context, c.InitiatorDepth,
			c.InitiatorSGEs, c.InlineSize)
	case "Register":
		add("%d bytes, %v", c.Place.Length, c.Rights)
	case "Connect", "Accept":
		add("%s, %d, %d", c.QueuePair, c.InboundReads, c.OutboundReads)
	case "Send", "Receive", "Read", "Write":
		add("context %d, %s", c.Context, listed(c.Entries))
		if c.Method == "Read" || c.Method == "Write" {
			add("%v, %s of %s", c.Place, token(c.Invalidated), whose(c.Token))
		}
		if c.Flags != 0 {
			add("%v", c.Flags)
		}
		if c.BadToken {
			add("which a token does not allow")
		}
	case "Bind":
		if c.Window == "" {
			break // of a connector or listener
		}
		add("context %d, %s, %s, %v, %v", c.Context, c.Region, c.Window, c.Place, c.Flags)
	case "Invalidate":
		add("context %d, %s, %v", c.Context, c.Window, c.Flags)
	case "Notify":
		if strings.HasPrefix(c.On, "cq") {
			add("%v", c.Notify)
		}
	}
	return strings.Join(parts, ", ")
}

func token(invalidated bool) string {
	if invalidated {
		return "earlier token"
	}
	return "token"
}

// Result returns the outcome as text.
func (c Call) Result() string {
	if c.Method != "GetResults" {
		return c.Status.String()
	}
	var parts []string
	for _, r := range c.Results {
		parts = append(parts, fmt.Sprintf("{%v of %v, context %d, %d bytes, queue pair %#x}", r.Status, r.RequestType,
			r.RequestContext, r.BytesTransferred, r.QueuePairContext))
	}
	return fmt.Sprintf("%d %s", len(c.Results), strings.Join(parts, " "))
}

// String implements [fmt.Stringer].
func (p Place) String() string { return fmt.Sprintf("%s+%d[%d]", whose(p.Region), p.Offset, p.Length) }

func whose(name string) string {
	if name == "" {
		return "nobody"
	}
	return name
}

func listed(places []Place) string {
	parts := make([]string, len(places))
	for i, p := range places {
		parts[i] = p.String()
	}
	return "[" + strings.Join(parts, " ") + "]"
}
