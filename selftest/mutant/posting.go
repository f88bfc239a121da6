package mutant

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// posting breaks which requests are taken, and what a refused one leaves behind.
func posting() []Mutant {
	list := []Mutant{
		by("qp.send.max-transfer-length", "refused", "A Send of MaxTransferLength bytes is refused.",
			refusing(calls.QPSend, nd2.BufferOverflow, func(c *calls.Call) bool { return uint32(total(c.SGE)) == c.Parent.Limits().MaxTransferLength })),
		by("qp.send.max-transfer-length", "fails", "A Send of MaxTransferLength bytes fails.",
			before(calls.QPSend, func(c *calls.Call) {
				if uint32(total(c.SGE)) == c.Parent.Limits().MaxTransferLength {
					c.OnResult(func(o *calls.Outcome) { o.Status = nd2.DataOverrun })
				}
			})),
		by("qp.read.beyond-read-limit", "refused", "A Read beyond the number that may be in progress is refused.", refusesReads),
		by("qp.receive.before-connecting", "refused", "Receives are refused until the queue pair is being connected.",
			refusing(calls.QPReceive, nd2.ConnectionInvalid, func(c *calls.Call) bool { return c.OnQP().Connector() == nil })),
		by("qp.receive.before-connecting", "lost", "Receives are lost that are posted before the queue pair is being connected.",
			at(calls.QPReceive, func(c *calls.Call) nd2.Status {
				if c.OnQP().Connector() == nil {
					return nd2.Success
				}
				return c.Proceed()
			})),
		by("qp.receive.order", "swapped", "Two Receives are taken in the wrong order.", pairwise(calls.QPReceive)),
		by("qp.bind.read-needs-no-right", "demanded", "A Bind with ND_OP_FLAG_ALLOW_READ needs a region that allows remote reading.", demanding(nd2.AllowRead, nd2.AllowRemoteRead)),
		by("qp.bind.write-needs-local-write", "demanded", "A Bind with ND_OP_FLAG_ALLOW_WRITE needs a region that allows remote writing.", demanding(nd2.AllowWrite, nd2.AllowRemoteWrite)),
		by("qp.initiator.place-after-result", "not-until-empty", "A full initiator queue takes nothing until it is empty.", staysFull(func(method string) bool {
			return strings.HasPrefix(method, "IND2QueuePair::") && method != calls.QPReceive && method != calls.QPFlush
		})),
		by("qp.receive.place-after-result", "not-until-empty", "A full receive queue takes nothing until it is empty.", staysFull(func(method string) bool { return method == calls.QPReceive })),
	}
	for _, m := range []struct {
		name, method string
		wide         bool // may have many entries
	}{
		{"qp.send", calls.QPSend, true},
		{"qp.write", calls.QPWrite, true},
		{"qp.read", calls.QPRead, true},
		{"qp.receive", calls.QPReceive, true},
		{"srq.receive", calls.SRQReceive, true},
		{"qp.bind", calls.QPBind, false},
		{"qp.invalidate", calls.QPInvalidate, false},
	} {
		list = append(list,
			by(m.name+".refused-posts-nothing", "result", "A request that is refused has a result.", reportsRefused(m.method)),
			by(m.name+".refused-posts-nothing", "takes-effect", "A request that is refused is carried out, with no data.", at(m.method, carryingOut)))
		if m.method != calls.SRQReceive && m.method != calls.QPInvalidate {
			list = append(list,
				by(m.name+".refused-posts-nothing", "cancels-others", "A request that is refused for what is wrong with it cancels those that wait.", at(m.method, cancelingOthers)),
				by(m.name+".refused-posts-nothing", "names-another", "The next result after a request that is refused has that one's context.", mistakenForRefused(m.method)))
		}
		if !m.wide {
			continue
		}
		list = append(list, by(m.name+".no-entries", "refused", "A request without entries is refused.",
			refusing(m.method, nd2.InvalidParameter2, func(c *calls.Call) bool { return len(c.SGE) == 0 })))
		if m.method != calls.SRQReceive {
			list = append(list,
				by(m.name+".max-entries", "refused", "A request of as many entries as the adapter can is refused.",
					refusing(m.method, nd2.DataOverrun, widest)),
				by(m.name+".max-entries", "last-skipped", "Of as many entries as the adapter can, the last is left out.",
					before(m.method, func(c *calls.Call) {
						if widest(c) {
							c.SGE = c.SGE[:len(c.SGE)-1]
						}
					})))
		}
	}
	return slices.Concat(list, silent(), inlined(), flagsTogether(), silentOwnFailures(), registeredInline(), longest(), endings())
}

// silent are mutants of ND_OP_FLAG_SILENT_SUCCESS, of each type of request.
func silent() (list []Mutant) {
	for _, t := range everyRequest {
		if t == nd2.RequestReceive {
			continue
		}
		method := "IND2QueuePair::" + t.String()
		entry := "qp." + strings.ToLower(t.String())
		list = append(list,
			by(entry+".silent-success", "reported", "A request with ND_OP_FLAG_SILENT_SUCCESS that succeeds has a result.",
				before(method, func(c *calls.Call) { c.Flags &^= nd2.SilentSuccess })),
			by(entry+".silent-failure", "lost", "A request with ND_OP_FLAG_SILENT_SUCCESS that fails has no result.",
				without(func(o *calls.Outcome) bool { return o.RequestType == t && o.Silent() && o.Status != nd2.Success })))
	}
	return append(list, by("qp.invalidate.silent-success", "not-done", "An Invalidate with ND_OP_FLAG_SILENT_SUCCESS does nothing.",
		at(calls.QPInvalidate, func(c *calls.Call) nd2.Status {
			if c.Flags&nd2.SilentSuccess != 0 {
				return nd2.Success
			}
			return c.Proceed()
		})))
}

// inlined are mutants of ND_OP_FLAG_INLINE.
func inlined() (list []Mutant) {
	for _, m := range []struct{ name, method string }{{"qp.send", calls.QPSend}, {"qp.write", calls.QPWrite}} {
		inline := func(c *calls.Call) bool { return c.Flags&nd2.Inline != 0 }
		dropped := before(m.method, func(c *calls.Call) { c.Flags &^= nd2.Inline })
		list = append(list,
			by(m.name+".inline-any-token", "checked", "ND_OP_FLAG_INLINE is ignored: tokens have to be good.", dropped),
			by(m.name+".inline-any-entries", "limited", "An inline request may have no more entries than others.",
				refusing(m.method, nd2.DataOverrun, func(c *calls.Call) bool { return inline(c) && len(c.SGE) > int(c.OnQP().InitiatorSGEs) })),
			by(m.name+".inline-limit", "refused", "An inline request of just the inline data size is refused.",
				refusing(m.method, nd2.BufferOverflow, func(c *calls.Call) bool { return inline(c) && total(c.SGE) == int(c.OnQP().InlineSize) })))
	}
	return list
}

// widest reports whether a request has as many entries as the adapter can.
func widest(c *calls.Call) bool {
	info := c.Parent.Limits()
	most := info.MaxInitiatorSGE
	switch c.Request {
	case nd2.RequestRead:
		most = info.MaxReadSGE
	case nd2.RequestReceive:
		most = info.MaxReceiveSGE
	}
	return len(c.SGE) > 0 && len(c.SGE) == int(most)
}

// demanding makes a defect by which a Bind needs a right of the region.
func demanding(flag nd2.OpFlags, right nd2.RegionFlags) defect {
	return keeping(func(c *calls.Call, rights *calls.Record[nd2.RegionFlags]) nd2.Status {
		switch c.Method {
		case calls.MRRegister:
			rights.Set(c.Object, c.Rights)
		case calls.QPBind:
			if r := calls.ObjectOf(c.Region); r != nil && c.Flags&flag != 0 && rights.Get(r)&right != right {
				return nd2.AccessViolation
			}
		}
		return c.Proceed()
	})
}
