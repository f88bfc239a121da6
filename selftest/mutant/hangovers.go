package mutant

import (
	"bytes"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// hangovers keep to what was before: the first request, the first queue pair, the first
// answer.
func hangovers() []Mutant {
	return []Mutant{
		by("connector.notifydisconnect.nd-success", "first-only", "Of several NotifyDisconnects only the first is completed.",
			onCall(func(c *calls.Call) nd2.Status {
				if c.Shadow != nil && c.Notifies(calls.ConnectorNotifyDisconnect, c.Shadow.Status()) {
					muteOthers(c, calls.ConnectorNotifyDisconnect, func(*calls.Shadow) bool { return true })
				}
				return c.Proceed()
			})),
		by("connector.getprivatedata.after-reject", "first-rejection", "GetPrivateData tells of the first rejection that had data, when a later one has none.", firstRejection),
		by("connector.bind.released-port", "kept-if-refused", "The port of a connector is not free after its release if its request has been refused.",
			onCall(func(c *calls.Call) nd2.Status {
				if c.Notifies(calls.ConnectorConnect, nd2.ConnectionRefused) {
					c.Inner.AddRef()
				}
				return c.Proceed()
			})),
		by("srq.receive.queue-pair-context", "stale-if-failed", "A Receive that fails has the context of the queue pair that took the one before.",
			func() calls.Hooks {
				var last calls.Record[uintptr]
				return each(func(o *calls.Outcome) {
					if !o.FromSRQ() {
						return
					}
					if before := last.Set(nil, o.QueuePairContext); o.Status != nd2.Success && before != 0 {
						o.QueuePairContext = before
					}
				})()
			}),
	}
}

// firstRejection remembers the private data that a connector has told of.
func firstRejection() calls.Hooks {
	var told calls.Record[[]byte]
	return calls.Hooks{Call: calls.After(calls.ConnectorGetPrivateData, func(c *calls.Call) {
		data := c.Buffer[:min(len(c.Buffer), int(*c.Size))]
		if len(bytes.Trim(data, "\x00")) > 0 {
			told.Keep(c.Object, bytes.Clone(data))
			return
		}
		if first := told.Get(c.Object); len(first) > 0 {
			*c.Size = uint32(copy(c.Buffer, first))
		}
	})}
}
