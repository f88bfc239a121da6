package mutant

import (
	"bytes"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// hangovers keep to what was before: the first request, the first queue pair, the first
// answer.
func hangovers() []Mutant {
	return []Mutant{
		by("connector.notifydisconnect.nd-success", "first-only", "Of several NotifyDisconnects only the first is completed.",
			calls(func(c *interpose.Call) nd2.Status {
				if c.Shadow != nil && c.Notifies(interpose.ConnectorNotifyDisconnect, c.Shadow.Status()) {
					muteOthers(c, interpose.ConnectorNotifyDisconnect, func(*interpose.Shadow) bool { return true })
				}
				return c.Proceed()
			})),
		by("connector.getprivatedata.after-reject", "first-rejection", "GetPrivateData tells of the first rejection that had data, when a later one has none.", firstRejection),
		by("connector.bind.released-port", "kept-if-refused", "The port of a connector is not free after its release if its request has been refused.",
			calls(func(c *interpose.Call) nd2.Status {
				if c.Notifies(interpose.ConnectorConnect, nd2.ConnectionRefused) {
					c.Inner.AddRef()
				}
				return c.Proceed()
			})),
		by("srq.receive.queue-pair-context", "stale-if-failed", "A Receive that fails has the context of the queue pair that took the one before.",
			func() interpose.Hooks {
				var last interpose.Record[uintptr]
				return each(func(o *interpose.Outcome) {
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
func firstRejection() interpose.Hooks {
	var told interpose.Record[[]byte]
	return interpose.Hooks{Call: interpose.After(interpose.ConnectorGetPrivateData, func(c *interpose.Call) {
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
