package recorded

import (
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// Nobody stands for the region or window of memory, or of a token, that has none.
const Nobody = "nobody"

// A field is one parameter of a method in the notation. text is how it is written, empty if it is left out. read sets
// it from what is written behind its label, and returns false for what it can't be. wrong, if not nil, sets it to an
// object of another kind, for a call that is to be refused.
type field struct {
	label string
	text  func(c *Call) string
	read  func(c *Call, text string) bool
	wrong func(c *Call, text string) bool
}

// fields are the parameters of the methods that have some, in their order; a method that several kinds of objects
// have is under that of the object, too. Source of the order: the pages of the
// methods.
var fields = map[string][]field{
	"OpenAdapter":           {{text: textOfEnd, read: readEnd}},
	"CreateCompletionQueue": {depth},
	"Resize":                {depth},
	"CreateSharedReceiveQueue": {
		depth, number("entries", func(c *Call) *uint32 { return &c.SGEs }), threshold,
	},
	"Modify": {depth, threshold},
	"CreateQueuePair": {
		receives, initiated, requestContext, number("receive-depth", func(c *Call) *uint32 { return &c.ReceiveDepth }),
		initiatorDepth, number("receive-entries", func(c *Call) *uint32 { return &c.ReceiveSGEs }), initiatorEntries, inline,
	},
	"CreateQueuePairWithSrq": {
		receives, initiated, object("", "srq", func(c *Call) *string { return &c.SRQ }), requestContext, initiatorDepth,
		initiatorEntries, inline,
	},
	"Register":             {{text: textOfBytes, read: readBytes}, rights},
	"Bind":                 {address("")}, // of a connector or listener
	"qp.Bind":              {requestContext, ofRegion, ofWindow, place, opFlags},
	"Invalidate":           {requestContext, ofWindow, opFlags},
	"Send":                 {requestContext, entries, opFlags, carried},
	"Receive":              {requestContext, entries},
	"Read":                 {requestContext, entries, place, token, opFlags},
	"Write":                {requestContext, entries, place, token, opFlags, carried},
	"cq.Notify":            {notifyType},
	"Connect":              {queuePair, address("to"), inboundReads, outboundReads, data},
	"Accept":               {queuePair, inboundReads, outboundReads, data},
	"Reject":               {data},
	"QueryAddressList":     {room},
	"GetPrivateData":       {room},
	"GetLocalAddress":      {room},
	"GetPeerAddress":       {room},
	"Listen":               {number("backlog", func(c *Call) *uint32 { return &c.Backlog })},
	"GetConnectionRequest": {object("", "connector", func(c *Call) *string { return &c.Connector })},
}

// fieldsOf are the parameters of a call.
func fieldsOf(c *Call) []field {
	if own, ok := fields[KindOf(c.On)+"."+c.Method]; ok {
		return own
	}
	return fields[c.Method]
}

// KindOf is an object's kind, by its name.
func KindOf(name string) string { return strings.TrimRight(name, "0123456789") }

var (
	depth            = number("depth", func(c *Call) *uint32 { return &c.Depth })
	threshold        = number("threshold", func(c *Call) *uint32 { return &c.Threshold })
	initiatorDepth   = number("initiator-depth", func(c *Call) *uint32 { return &c.InitiatorDepth })
	initiatorEntries = number("initiator-entries", func(c *Call) *uint32 { return &c.InitiatorSGEs })
	inline           = number("inline", func(c *Call) *uint32 { return &c.InlineSize })
	inboundReads     = number("inbound-reads", func(c *Call) *uint32 { return &c.InboundReads })
	outboundReads    = number("outbound-reads", func(c *Call) *uint32 { return &c.OutboundReads })
	receives         = object("receives", "cq", func(c *Call) *string { return &c.ReceiveCQ })
	initiated        = object("initiated", "cq", func(c *Call) *string { return &c.InitiatorCQ })
	ofRegion         = object("", "mr", func(c *Call) *string { return &c.Region })
	ofWindow         = object("", "mw", func(c *Call) *string { return &c.Window })
	queuePair        = object("", "qp", func(c *Call) *string { return &c.QueuePair })

	requestContext = field{label: "context", text: textOfContext, read: readContext}
	entries        = field{text: textOfEntries, read: readEntries}
	place          = field{text: textOfPlace, read: readPlace}
	token          = field{text: textOfToken, read: readToken}
	carried        = field{label: "carries", text: textOfCarried, read: readCarried}
	room           = field{label: "room", text: textOfRoom, read: readRoom}
	data           = field{label: "data", text: textOfData, read: readData}
	opFlags        = named(func(c *Call) *nd2.OpFlags { return &c.Flags })
	rights         = named(func(c *Call) *nd2.RegionFlags { return &c.Rights })
	notifyType     = field{text: textOfNotify, read: readNotify}
)
