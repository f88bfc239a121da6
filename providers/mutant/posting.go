package mutant

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// posting breaks which requests are taken, and what a refused one leaves behind.
func posting() []Mutant {
	list := []Mutant{
		by("qp.send.max-transfer-length", "refused", "A Send of MaxTransferLength bytes is refused.",
			refusing(send, nd2.BufferOverflow, func(c *call) bool { return uint32(total(c.sge)) == c.parent.limits().MaxTransferLength })),
		by("qp.send.max-transfer-length", "never-ends", "A Send of MaxTransferLength bytes never ends.",
			at(send, func(c *call) nd2.Status {
				if uint32(total(c.sge)) == c.parent.limits().MaxTransferLength {
					return nd2.Success
				}
				return c.proceed()
			})),
		by("qp.read.beyond-read-limit", "refused", "A Read beyond the number that may be in progress is refused.", refusesReads),
		by("qp.receive.before-connecting", "refused", "Receives are refused until the queue pair is being connected.",
			refusing(receive, nd2.ConnectionInvalid, func(c *call) bool { return c.pair().connector.Load() == nil })),
		by("qp.receive.before-connecting", "lost", "Receives are lost that are posted before the queue pair is being connected.",
			at(receive, func(c *call) nd2.Status {
				if c.pair().connector.Load() == nil {
					return nd2.Success
				}
				return c.proceed()
			})),
		by("qp.receive.order", "swapped", "Two Receives are taken in the wrong order.", pairwise(receive)),
		by("qp.bind.read-needs-no-right", "demanded", "A Bind with ND_OP_FLAG_ALLOW_READ needs a region that allows remote reading.", demanding(nd2.AllowRead, nd2.AllowRemoteRead)),
		by("qp.bind.write-needs-local-write", "demanded", "A Bind with ND_OP_FLAG_ALLOW_WRITE needs a region that allows remote writing.", demanding(nd2.AllowWrite, nd2.AllowRemoteWrite)),
		by("qp.initiator.place-after-result", "not-until-empty", "A full initiator queue takes nothing until it is empty.", staysFull(func(method string) bool {
			return strings.HasPrefix(method, "IND2QueuePair::") && method != receive && method != flush
		})),
		by("qp.receive.place-after-result", "not-until-empty", "A full receive queue takes nothing until it is empty.", staysFull(func(method string) bool { return method == receive })),
	}
	for _, m := range []struct {
		name, method string
		wide         bool // may have many entries
	}{
		{"qp.send", send, true},
		{"qp.write", write, true},
		{"qp.read", read, true},
		{"qp.receive", receive, true},
		{"srq.receive", sharedReceive, true},
		{"qp.bind", bind, false},
		{"qp.invalidate", invalidate, false},
	} {
		list = append(list,
			by(m.name+".refused-posts-nothing", "result", "A request that is refused has a result.", reportsRefused(m.method)),
			by(m.name+".refused-posts-nothing", "takes-effect", "A request that is refused is posted, with no data.", at(m.method, postingAnyway)))
		if !m.wide {
			continue
		}
		list = append(list, by(m.name+".no-entries", "refused", "A request without entries is refused.",
			refusing(m.method, nd2.InvalidParameter2, func(c *call) bool { return len(c.sge) == 0 })))
		if m.method != sharedReceive {
			list = append(list,
				by(m.name+".max-entries", "refused", "A request of as many entries as the adapter can is refused.",
					refusing(m.method, nd2.DataOverrun, (*call).widest)),
				by(m.name+".max-entries", "last-skipped", "Of as many entries as the adapter can, the last is left out.",
					before(m.method, func(c *call) {
						if c.widest() {
							c.sge = c.sge[:len(c.sge)-1]
						}
					})))
		}
	}
	return slices.Concat(list, silent(), inlined())
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
				before(method, func(c *call) { c.flags &^= nd2.SilentSuccess })),
			by(entry+".silent-failure", "lost", "A request with ND_OP_FLAG_SILENT_SUCCESS that fails has no result.",
				without(func(o *outcome) bool { return o.RequestType == t && o.silent() && o.Status != nd2.Success })))
	}
	return list
}

// inlined are mutants of ND_OP_FLAG_INLINE.
func inlined() (list []Mutant) {
	for _, m := range []struct{ name, method string }{{"qp.send", send}, {"qp.write", write}} {
		inline := func(c *call) bool { return c.flags&nd2.Inline != 0 }
		dropped := before(m.method, func(c *call) { c.flags &^= nd2.Inline })
		list = append(list,
			by(m.name+".inline-any-token", "checked", "ND_OP_FLAG_INLINE is ignored: tokens have to be good.", dropped),
			by(m.name+".inline-any-entries", "limited", "An inline request may have no more entries than others.",
				refusing(m.method, nd2.DataOverrun, func(c *call) bool { return inline(c) && len(c.sge) > int(c.pair().initiatorSGEs) })),
			by(m.name+".inline-limit", "refused", "An inline request of just the inline data size is refused.",
				refusing(m.method, nd2.BufferOverflow, func(c *call) bool { return inline(c) && total(c.sge) == int(c.pair().inlineSize) })))
	}
	return list
}

// widest reports whether a request has as many entries as the adapter can.
func (c *call) widest() bool {
	info := c.parent.limits()
	most := info.MaxInitiatorSGE
	switch c.request {
	case nd2.RequestRead:
		most = info.MaxReadSGE
	case nd2.RequestReceive:
		most = info.MaxReceiveSGE
	}
	return len(c.sge) > 0 && len(c.sge) == int(most)
}

// reportsRefused makes a defect by which a request that is refused has a result: at
// once, or, on a shared receive queue, ahead of that of the next Receive.
func reportsRefused(method string) func() defect {
	return func() defect {
		var due record[*outcome]
		return defect{
			call: only(method, func(c *call) nd2.Status {
				s := c.proceed()
				if s == nd2.Success {
					return s
				}
				o := outcome{of: &ticket{*c}, Result: nd2.Result{Status: s, RequestContext: c.context, RequestType: c.request}}
				if q, ok := c.self.(*queuePair); ok {
					q.report(o)
				} else {
					due.set(c.object, &o)
				}
				return s
			}),
			results: func(_ *completionQueue, fresh []outcome) (given []outcome) {
				for _, o := range fresh {
					if o.taken() {
						if refused := due.set(o.of.object, nil); refused != nil {
							given = append(given, *refused)
						}
					}
					given = append(given, o)
				}
				return given
			},
		}
	}
}

// report queues a result of a request that the engine never had.
func (q *queuePair) report(o outcome) {
	to := q.initiated
	if o.RequestType == nd2.RequestReceive {
		to = q.receives
	}
	o.on, o.QueuePairContext = q, q.context
	to.queued(func(list []outcome) []outcome { return append(list, o) })
}

// postingAnyway posts a request that was refused again, without what it may have
// been refused for.
func postingAnyway(c *call) nd2.Status {
	s := c.proceed()
	if s != nd2.Success && s != nd2.ConnectionInvalid && s != nd2.NoMoreEntries {
		c.sge, c.flags = nil, 0
		if c.request == nd2.RequestBind {
			c.flags = nd2.AllowRead
		}
		c.proceed()
	}
	return s
}

// refusesReads refuses a Read while as many are in progress as may be.
func refusesReads() defect {
	var reading record[int]
	return defect{
		call: only(read, func(c *call) nd2.Status {
			if k := c.pair().connector.Load(); k != nil && reading.get(c.object) >= int(k.outboundReads.Load()) {
				return nd2.NoMoreEntries
			}
			c.ended = func(o *outcome) { reading.update(o.of.object, func(n int) int { return n - 1 }) }
			s := c.proceed()
			if s == nd2.Success {
				reading.update(c.object, increment)
			}
			return s
		}),
	}
}

// demanding makes a defect by which a Bind needs a right of the region.
func demanding(flag nd2.OpFlags, right nd2.RegionFlags) func() defect {
	return func() defect {
		var rights record[nd2.RegionFlags]
		return defect{call: func(c *call) nd2.Status {
			switch c.method {
			case register:
				rights.set(c.object, c.rights)
			case bind:
				if r := objectOf(c.region); r != nil && c.flags&flag != 0 && rights.get(r)&right != right {
					return nd2.AccessViolation
				}
			}
			return c.proceed()
		}}
	}
}

// staysFull makes a defect by which a queue that has refused a request for want of
// room refuses all until every request has its result.
func staysFull(which func(method string) bool) func() defect {
	return func() defect {
		var full record[bool]
		var posted record[int]
		return defect{call: func(c *call) nd2.Status {
			if !which(c.method) {
				return c.proceed()
			}
			if full.get(c.object) && posted.get(c.object) > 0 {
				return nd2.NoMoreEntries
			}
			c.ended = func(o *outcome) { posted.update(o.of.object, func(n int) int { return n - 1 }) }
			s := c.proceed()
			if s == nd2.Success {
				posted.update(c.object, increment)
			}
			full.set(c.object, s == nd2.NoMoreEntries)
			return s
		}}
	}
}
