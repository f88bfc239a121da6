package mutant

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// flagsTogether are mutants of requests that have several flags.
func flagsTogether() (list []Mutant) {
	const access = nd2.AllowRead | nd2.AllowWrite
	together := func(f nd2.OpFlags) bool { return bits.OnesCount32(uint32(f&^access)) > 1 }
	for _, t := range everyRequest {
		if t == nd2.RequestReceive {
			continue
		}
		method, entry := "IND2QueuePair::"+t.String(), "qp."+strings.ToLower(t.String())+".flags-combined"
		list = append(list,
			by(entry, "refused", "A request with two flags is refused.",
				refusing(method, nd2.InvalidParameter, func(c *calls.Call) bool { return together(c.Flags) })),
			by(entry, "silence-lost", "A request with another flag beside ND_OP_FLAG_SILENT_SUCCESS is not silent.",
				before(method, func(c *calls.Call) {
					if together(c.Flags) {
						c.Flags &^= nd2.SilentSuccess
					}
				})))
	}
	return append(list,
		by("qp.send.flags-combined", "event-lost", "A silent Send solicits no event.", before(calls.QPSend, func(c *calls.Call) {
			if c.Flags&nd2.SilentSuccess != 0 {
				c.Flags &^= nd2.SendAndSolicitEvent
			}
		})),
		by("qp.send.flags-combined", "inline-unfenced", "An inline Send waits for no Read.", before(calls.QPSend, func(c *calls.Call) {
			if fencedInline(c) {
				c.Flags &^= nd2.ReadFence
			}
		})),
		by("qp.send.flags-combined", "inline-fence-refused", "An inline Send with a fence is refused.", refusing(calls.QPSend, nd2.InvalidParameter4, fencedInline)),
		by("qp.write.flags-combined", "inline-fence-refused", "An inline Write with a fence is refused.", refusing(calls.QPWrite, nd2.InvalidParameter6, fencedInline)),
		by("qp.write.flags-combined", "fence-lost", "A silent Write waits for no Read.", before(calls.QPWrite, func(c *calls.Call) {
			if c.Flags&nd2.SilentSuccess != 0 {
				c.Flags &^= nd2.ReadFence
			}
		})))
}

func fencedInline(c *calls.Call) bool {
	return c.Flags&nd2.Inline != 0 && c.Flags&nd2.ReadFence != 0
}

// silentOwnFailures are mutants by which a silent request that fails by itself, and
// is not canceled, has no result.
func silentOwnFailures() (list []Mutant) {
	for _, t := range everyRequest {
		if t == nd2.RequestReceive {
			continue
		}
		list = append(list, by("qp."+strings.ToLower(t.String())+".silent-failure", "own-lost",
			"A request with ND_OP_FLAG_SILENT_SUCCESS that fails has no result, unless it is canceled.",
			without(func(o *calls.Outcome) bool {
				return o.RequestType == t && o.Silent() && o.Status != nd2.Success && o.Status != nd2.Canceled
			})))
	}
	return list
}

// registeredInline are mutants by which an inline request from registered memory needs
// a good token.
func registeredInline() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{{"qp.send", calls.QPSend}, {"qp.write", calls.QPWrite}} {
		list = append(list, by(m.entry+".inline-any-token", "checked-if-registered", "An inline request from registered memory needs the memory's token.",
			keeping(func(c *calls.Call, registered *calls.Record[[]byte]) nd2.Status {
				switch {
				case c.Method == calls.MRRegister:
					registered.Set(c.Object, c.Buffer)
				case c.Method == calls.MRDeregister:
					registered.Set(c.Object, nil)
				case c.Method == m.method && c.Flags&nd2.Inline != 0 && slices.ContainsFunc(c.SGE, func(e nd2.SGE) bool {
					return registered.Any(func(b []byte) bool { return overlap(b, e.Buffer) })
				}):
					return nd2.AccessViolation
				}
				return c.Proceed()
			})))
	}
	return list
}

// emptyEntries are mutants by which an entry of no bytes ends the list, or counts as
// one of a byte.
func emptyEntries() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"qp.send.gathers", calls.QPSend}, {"qp.write.gathers", calls.QPWrite}, {"qp.read.scatters", calls.QPRead}, {"qp.receive.scatters", calls.QPReceive},
	} {
		empty := func(e nd2.SGE) bool { return len(e.Buffer) == 0 }
		list = append(list,
			by(m.entry, "ends-at-empty", "An entry of no bytes ends the list.", before(m.method, func(c *calls.Call) {
				if i := slices.IndexFunc(c.SGE, empty); i >= 0 {
					c.SGE = c.SGE[:i]
				}
			})),
			by(m.entry, "skips-behind-empty", "The entry behind one of no bytes is left out.", before(m.method, func(c *calls.Call) {
				if i := slices.IndexFunc(c.SGE, empty); i >= 0 && i+1 < len(c.SGE) {
					c.SGE = slices.Delete(slices.Clone(c.SGE), i, i+2)
				}
			})))
	}
	return list
}

// longest are mutants of the longest Writes and Reads.
func longest() (list []Mutant) {
	most := func(c *calls.Call) bool { return uint32(total(c.SGE)) == c.Parent.Limits().MaxTransferLength }
	for _, m := range []struct{ entry, method string }{{"qp.write", calls.QPWrite}, {"qp.read", calls.QPRead}} {
		list = append(list,
			by(m.entry+".max-transfer-length", "refused", "A request of MaxTransferLength bytes is refused.", refusing(m.method, nd2.BufferOverflow, most)),
			by(m.entry+".max-transfer-length", "last-entry-skipped", "Of a request of MaxTransferLength bytes the last entry is left out.",
				before(m.method, func(c *calls.Call) {
					if most(c) {
						c.SGE = c.SGE[:len(c.SGE)-1]
					}
				})))
	}
	return list
}

// endings are mutants by which a connection goes on, for one of its ends, that has
// ended.
func endings() []Mutant {
	empty := func(o *calls.Outcome) bool {
		return o.Of != nil && o.RequestType == nd2.RequestWrite && len(o.Of.SGE) == 0 && o.Of.Flags == 0
	}
	return []Mutant{
		by("qp.error.ends-connection", "unnoticed", "A Write of no bytes succeeds although the connection has ended.",
			each(func(o *calls.Outcome) {
				if empty(o) {
					o.Status = nd2.Success
				}
			})),
		by("qp.error.ends-connection", "peer-goes-on", "When the peer refuses a request, its own requests go on as before.",
			func() calls.Hooks {
				var passive calls.Record[bool]
				return calls.Hooks{
					Call: calls.Before(calls.ConnectorAccept, func(c *calls.Call) { passive.Set(calls.ObjectOf(c.QueuePair), true) }),
					Results: calls.Each(func(o *calls.Outcome) {
						if empty(o) && o.On != nil && passive.Get(&o.On.Object) {
							o.Status = nd2.Success
						}
					}),
				}
			}),
		by("qp.error.ends-connection-by-windows", "goes-on", "A Write of no bytes succeeds behind a Bind that has failed.",
			each(func(o *calls.Outcome) {
				if empty(o) {
					o.Status = nd2.Success
				}
			})),
		by("qp.error.ends-connection-by-windows", "invalidate-goes-on", "A Write succeeds behind an Invalidate that has failed.",
			func() calls.Hooks {
				var spared calls.Record[bool]
				return each(func(o *calls.Outcome) {
					switch {
					case o.On == nil:
					case o.RequestType == nd2.RequestInvalidate && o.Status != nd2.Success && o.Status != nd2.Canceled:
						spared.Set(&o.On.Object, true)
					case o.RequestType == nd2.RequestWrite && spared.Get(&o.On.Object):
						o.Status = nd2.Success
					}
				})()
			}),
		by("qp.read.empty-finds-dead-peer", "local", "A Read of no bytes succeeds without asking the peer.",
			each(func(o *calls.Outcome) {
				if o.Of != nil && o.RequestType == nd2.RequestRead && total(o.Of.SGE) == 0 {
					o.Status = nd2.Success
				}
			})),
		by("qp.read.empty-finds-dead-peer", "timeout-forgiven", "A Read that nobody answers in time succeeds.",
			each(func(o *calls.Outcome) {
				if o.RequestType == nd2.RequestRead && (o.Status == nd2.IOTimeout || o.Status == nd2.Timeout) {
					o.Status = nd2.Success
				}
			})),
	}
}
