package event

import (
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// String shows the call on one line, as in "qp1.Send(Context 2, 64 bytes at 0x7f50, Flags ND_OP_FLAG_INLINE)".
func (e *Call) String() string {
	_, name, _ := strings.Cut(e.Method, "::")
	return fmt.Sprintf("%s.%s(%s)", e.On, name, strings.Join(e.parameters(), ", "))
}

// parameters are those that are not 0 or NULL.
func (e *Call) parameters() (list []string) {
	for _, o := range []struct{ name, value string }{
		{"", e.File},
		{"ReceiveCQ", e.ReceiveCQ},
		{"InitiatorCQ", e.InitiatorCQ},
		{"", e.SRQ},
		{"", e.Region},
		{"", e.Window},
		{"", e.QueuePair},
		{"", e.Connector},
	} {
		if o.value != "" {
			list = append(list, strings.TrimSpace(o.name+" "+o.value))
		}
	}
	if e.IID != (nd2.GUID{}) && e.Method == calls.QueryInterface {
		list = append(list, e.IID.String())
	}
	list = append(list, e.numbers()...)
	for _, m := range e.Entries {
		list = append(list, fmt.Sprintf("%v with token %#x", m.Memory, m.Token))
	}
	for _, m := range []Memory{e.Destination, e.Buffer} {
		if m.Length > 0 {
			list = append(list, m.String())
		}
	}
	if e.Rights != 0 {
		list = append(list, e.Rights.String())
	}
	if e.Flags != 0 {
		list = append(list, e.Flags.String())
	}
	if e.Method == calls.CQNotify {
		list = append(list, e.NotifyType.String())
	}
	if e.Overlapped != nil {
		list = append(list, fmt.Sprintf("OVERLAPPED %#x", e.Overlapped.At))
	}
	if e.Wait {
		list = append(list, "wait")
	}
	return list
}

// numbers are the parameters that are numbers and not 0.
func (e *Call) numbers() (list []string) {
	for _, n := range []struct {
		name   string
		value  uint64
		format string
	}{
		{"Context", uint64(e.Context), "%#x"},
		{"AdapterID", e.AdapterID, "%#x"},
		{"Depth", uint64(e.Depth), "%d"},
		{"SGEs", uint64(e.SGEs), "%d"},
		{"Threshold", uint64(e.Threshold), "%d"},
		{"ReceiveDepth", uint64(e.ReceiveDepth), "%d"},
		{"InitiatorDepth", uint64(e.InitiatorDepth), "%d"},
		{"ReceiveSGEs", uint64(e.ReceiveSGEs), "%d"},
		{"InitiatorSGEs", uint64(e.InitiatorSGEs), "%d"},
		{"InlineSize", uint64(e.InlineSize), "%d"},
		{"InboundReads", uint64(e.InboundReads), "%d"},
		{"OutboundReads", uint64(e.OutboundReads), "%d"},
		{"Backlog", uint64(e.Backlog), "%d"},
		{"Address", e.Address, "%#x"},
		{"Token", uint64(e.Token), "%#x"},
		{"Results", uint64(e.Room), "%d"},
	} {
		if n.value != 0 {
			list = append(list, fmt.Sprintf("%s "+n.format, n.name, n.value))
		}
	}
	return list
}

// String implements [fmt.Stringer].
func (m Memory) String() string { return fmt.Sprintf("%d bytes at %#x", m.Length, m.At) }

// Outcome says in one line what a call has come to.
func (e *Return) Outcome(of *Call) string {
	text := e.Status.String()
	switch of.Method {
	case calls.AddRef, calls.Release:
		return fmt.Sprint(e.Count)
	case calls.MRGetLocalToken, calls.MRGetRemoteToken, calls.MWGetRemoteToken:
		return fmt.Sprintf("%#x", e.Count)
	case calls.CQGetResults:
		text = fmt.Sprint(e.Count)
		for _, r := range e.Results {
			text += fmt.Sprintf(" {%v of %v, %d bytes}", r.Status, r.RequestType, r.BytesTransferred)
		}
	}
	return text
}
