package recorded

import "github.com/ndconform/ndconform/nd2"

// A Place is memory in a region.
type Place struct {
	// Region is the region's name, empty for unregistered memory.
	Region string `json:"region,omitempty"`
	Offset int    `json:"offset,omitempty"`
	Length int    `json:"length"`
	// Token is the region whose local token is given with an entry, if it is not Region's: "nobody" for a made-up one.
	Token string `json:",omitzero"`
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
	// Adapter is the number of the adapter that OpenAdapter opens: 0 for the first that was opened.
	Adapter int `json:",omitzero"`
	// To is the listener that Connect connects to, by its name, or its address, in which "local" and "peer" stand for
	// the adapters'; of a Bind it is the address, or the port alone, as in ":5000", empty if the provider chooses it.
	// Data is how many bytes of private data go with a Connect, an Accept or a Reject.
	To   string `json:",omitzero"`
	Data int    `json:",omitzero"`
	// Room is the size in bytes of the buffer that private data or an address is asked for with, nil for enough. How much
	// a list of addresses takes differs from adapter to adapter: it is 0 of a list that had too little.
	Room *uint32 `json:",omitzero"`
	// The parameters, under nd2's names; objects by their names.
	ReceiveCQ, InitiatorCQ, SRQ            string          `json:",omitzero"`
	Depth, SGEs, Threshold, Backlog        uint32          `json:",omitzero"`
	ReceiveDepth, InitiatorDepth           uint32          `json:",omitzero"`
	ReceiveSGEs, InitiatorSGEs, InlineSize uint32          `json:",omitzero"`
	InboundReads, OutboundReads            uint32          `json:",omitzero"`
	Context                                uint64          `json:",omitzero"`
	Entries                                []Place         `json:",omitempty"`
	Bytes                                  []byte          `json:",omitempty"` // the first ones of a message
	Flags                                  nd2.OpFlags     `json:",omitzero"`
	Rights                                 nd2.RegionFlags `json:",omitzero"`
	Notify                                 nd2.NotifyType  `json:",omitzero"`
	// Place is the registered or bound memory or, for a Read or Write, the memory at the other end. Token is
	// the region or window whose token was given, empty if nobody's. Invalidated says that the window had the
	// token earlier.
	Place                 Place  `json:",omitzero"`
	Token, Region, Window string `json:",omitzero"`
	Invalidated           bool   `json:"Spent,omitzero"`
	QueuePair             string `json:",omitzero"`
	Connector             string `json:",omitzero"`
	// Of is the number, from 0, of the call whose end this one notifies of, and Request that call's method. Nth is its
	// place, from 1, among the object's calls of that method that pend, oldest first; 0 is not known.
	Of      int    `json:",omitzero"`
	Nth     int    `json:",omitzero"`
	Request string `json:",omitzero"`
	// Status is what was returned, or a request's final status.
	Status  nd2.Status   `json:"status"`
	Results []nd2.Result `json:"results,omitempty"`
}

// Names are those of the objects that the call needs.
func (c Call) Names() []string {
	names := []string{
		c.On, c.ReceiveCQ, c.InitiatorCQ, c.SRQ, c.Place.Region, c.Token, c.Region, c.Window, c.QueuePair,
		c.Connector, c.To,
	}
	for _, e := range c.Entries {
		names = append(names, e.Region)
	}
	return names
}

// Refused reports whether the call has failed, as far as its outcome is known.
func (c Call) Refused() bool { return c.Status != AnyStatus && c.Status.Failed() && c.Request == "" }

// NoInterface is COM's E_NOINTERFACE.
const NoInterface nd2.Status = 0x80004002

// unsaid reports whether the notation has no word for what the call was refused for: the interface that was asked for,
// the id of no adapter, or a NULL pointer.
func (c Call) unsaid() bool {
	return c.Refused() && (c.Status == NoInterface || c.Method == "OpenAdapter" || c.Method == "GetNotifyAffinity")
}
