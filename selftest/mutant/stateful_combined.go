package mutant

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// combined are faults that only some combinations of lengths, lists, depths and objects reach.
func combined() []Stateful {
	gathers := func(c *calls.Call) bool { return c.Method == calls.QPSend || c.Method == calls.QPWrite }
	sinks := func(c *calls.Call) bool {
		return c.Method == calls.QPReceive || c.Method == calls.SRQReceive || c.Method == calls.QPRead
	}
	return []Stateful{
		stateful(Data, "write-over-1-mib", "The last byte of a Write of more than 1 MiB is wrong.",
			damagedOnTheWay(1, func(c *calls.Call) bool {
				return c.Method == calls.QPWrite && total(c.SGE) > 1<<20
			}, -1), "qp.write.stores"),
		stateful(Data, "inline-over-64", "The last byte of an inline request of more than 64 bytes is wrong.",
			damagedOnTheWay(1, func(c *calls.Call) bool {
				return c.Flags&nd2.Inline != 0 && total(c.SGE) > 64
			}, -1), "qp.send.inline-is-copied", "qp.write.inline-is-copied"),
		stateful(Data, "fifth-entry", "The fifth entry of a list that is sent changes places with the fourth.", onLists(gathers, func(l []nd2.SGE) bool {
			if len(l) > 4 && len(l[3].Buffer)+len(l[4].Buffer) > 0 {
				l[3], l[4] = l[4], l[3]
				return true
			}
			return false
		}), "qp.send.gathers", "qp.write.gathers"),
		stateful(Data, "adjacent-entries", "Of two entries of a list that is sent of which one begins where the other ends the second begins a byte early.", onLists(gathers, func(l []nd2.SGE) bool {
			for i := 1; i < len(l); i++ {
				a, b := l[i-1].Buffer, l[i].Buffer
				if len(a) > 0 && len(b) > 0 && start(a)+uintptr(len(a)) == start(b) {
					l[i].Buffer = reachBack(b, 1)[:len(b)]
					return true
				}
			}
			return false
		}), "qp.send.gathers", "qp.write.gathers"),
		stateful(Data, "overlapping-entries", "Two entries of a list that is sent which share bytes change places if the second begins before the first.", onLists(gathers, func(l []nd2.SGE) bool {
			for i := 1; i < len(l); i++ {
				if overlap(l[i-1].Buffer, l[i].Buffer) && start(l[i].Buffer) < start(l[i-1].Buffer) {
					l[i], l[i-1] = l[i-1], l[i]
					return true
				}
			}
			return false
		}), "qp.send.gathers", "qp.write.gathers"),
		stateful(Data, "same-entry-twice", "Of two entries of a list that is sent that begin at the same byte the longer one goes first.", onLists(gathers, func(l []nd2.SGE) bool {
			for i := 1; i < len(l); i++ {
				if len(l[i-1].Buffer) > 0 && start(l[i].Buffer) == start(l[i-1].Buffer) && len(l[i].Buffer) > len(l[i-1].Buffer) {
					l[i], l[i-1] = l[i-1], l[i]
					return true
				}
			}
			return false
		}), "qp.send.gathers", "qp.write.gathers"),
		stateful(Data, "empty-entry-between", "The entries around an empty one change places in a list that is sent.", onLists(gathers, aroundEmpty), "qp.send.gathers", "qp.write.gathers"),
		stateful(Data, "empty-sink-between", "The entries around an empty one change places in a list that is stored to.", onLists(sinks, aroundEmpty), "qp.receive.scatters", "qp.read.scatters"),
		stateful(Data, "srq-over-2-kib", "The last byte of a message of more than 2 KiB that takes a Receive of a shared queue is wrong.", each(func(o *calls.Outcome) {
			if o.Succeeded(nd2.RequestReceive) && o.FromSRQ() && o.BytesTransferred > 2048 {
				damageAt(o.Of.SGE, int(o.BytesTransferred)-1)
			}
		}), "srq.receive.scatters", "qp.send.delivers"),
		stateful(Lifetime, "window-over-region", "A Bind of a window to the whole of a region opens nothing.", onBinds(func(c *calls.Call, region []byte) bool {
			return len(region) != len(c.Buffer)
		}), "qp.bind.nd-success"),
		stateful(Lifetime, "window-to-regions-end", "A window that ends where its region does leaves out the last byte.", onBinds(func(c *calls.Call, region []byte) bool {
			if len(c.Buffer) > 1 && start(region)+uintptr(len(region)) == start(c.Buffer)+uintptr(len(c.Buffer)) {
				c.Buffer = c.Buffer[:len(c.Buffer)-1]
			}
			return true
		}), "mw.bounds.first-and-last-byte"),
		stateful(Lifetime, "window-of-other-region", "A Bind of a window to another region than the one before opens nothing.", boundBefore(func(c *calls.Call) *calls.Object { return calls.ObjectOf(c.Region) }), "mw.bound-again.other-region"),
		stateful(Lifetime, "window-of-other-pair", "A Bind of a window by another queue pair than the one before opens nothing.", boundBefore(func(c *calls.Call) *calls.Object { return c.Object }), "mw.bound-again.other-queue-pair"),
		stateful(Notification, "solicit-lost-inline", "A solicited Send that is inline and fenced is not solicited.", func() calls.Hooks {
			return calls.Hooks{Call: calls.Before(calls.QPSend, func(c *calls.Call) {
				both := nd2.Inline | nd2.ReadFence
				if c.Flags&nd2.SendAndSolicitEvent != 0 && c.Flags&both == both {
					c.Flags &^= nd2.SendAndSolicitEvent
				}
			})}
		}, "cq.notify.solicited-by-flag"),
		stateful(Notification, "solicit-lost-empty", "A solicited Send of no bytes is not solicited.", func() calls.Hooks {
			return calls.Hooks{Call: calls.Before(calls.QPSend, func(c *calls.Call) {
				if c.Flags&nd2.SendAndSolicitEvent != 0 && total(c.SGE) == 0 {
					c.Flags &^= nd2.SendAndSolicitEvent
				}
			})}
		}, "cq.notify.solicited-by-flag"),
		stateful(Notification, "failure-not-solicited", "A result that has failed doesn't complete a Notify for solicited results.", deafToFailures(nd2.NotifySolicited), "cq.notify.error-satisfies-solicited"),
		stateful(Notification, "resize-forgets-solicited", "A Resize while there are only Notifies for solicited results forgets them.", func() calls.Hooks {
			return calls.Hooks{Call: calls.After(calls.CQResize, func(c *calls.Call) {
				armed := c.Outstanding()
				for _, s := range armed {
					if s.NotifyType != nd2.NotifySolicited {
						return
					}
				}
				for _, s := range armed {
					s.Mute()
				}
			})}
		}, "cq.resize.keeps-requests"),
		stateful(Lifetime, "modify-smaller-swallows", "The first Receive after a Modify that made a shared queue smaller is lost.", func() calls.Hooks {
			var depth calls.Record[uint32]
			var due calls.Record[bool]
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				if c.Method == calls.SRQReceive && due.Set(c.Object, false) {
					return nd2.Success
				}
				s := c.Proceed()
				if c.Method == calls.SRQModify && s == nd2.Success && c.Depth > 0 {
					if before := depth.Set(c.Object, c.Depth); before > c.Depth {
						due.Set(c.Object, true)
					}
				}
				return s
			}}
		}, "srq.receive.shared-among-queue-pairs"),
		stateful(Order, "batch-over-32", "Of more than 32 results that are taken at once the last two change places.", func() calls.Hooks {
			return calls.Hooks{Call: calls.After(calls.CQGetResults, func(c *calls.Call) {
				if n := c.Count; n > 32 && int(n) <= len(c.Results) {
					c.Results[n-1], c.Results[n-2] = c.Results[n-2], c.Results[n-1]
				}
			})}
		}, "cq.getresults.initiator-order", "cq.getresults.receive-order"),
		stateful(Lifetime, "deregister-ends-twin", "The Deregister of memory that is registered twice closes the other registration to peers.", func() calls.Hooks {
			var buffers calls.Record[[]byte]
			var closed calls.Record[map[uint32]bool]
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				if (c.Method == calls.QPRead || c.Method == calls.QPWrite) && closed.Get(nil)[c.Token] {
					c.Token = ^c.Token
				}
				if c.Method == calls.MRRegister {
					buffers.Set(c.Object, c.Buffer)
				}
				s := c.Proceed()
				if c.Method == calls.MRDeregister && !s.Failed() {
					own := buffers.Set(c.Object, nil)
					for _, o := range calls.Others[*calls.MemoryRegion](c.Object) {
						if len(own) > 0 && o.Parent == c.Parent && overlap(own, buffers.Get(&o.Object)) {
							token := o.Inner.GetRemoteToken()
							closed.Update(nil, func(all map[uint32]bool) map[uint32]bool { return with(all, token, true) })
						}
					}
				}
				return s
			}}
		}, "mr.scope.registered-again"),
		stateful(Order, "fence-lost-with-list", "A fenced request of several entries doesn't wait.", fenceLost(func(c *calls.Call, _ bool) bool { return len(c.SGE) > 1 }), "qp.send.read-fence", "qp.write.read-fence"),
		stateful(Order, "fence-lost-behind-silent", "A fenced request behind a silent Read doesn't wait.", fenceLost(func(_ *calls.Call, silent bool) bool { return silent }), "qp.send.read-fence", "qp.write.read-fence"),
		stateful(Counting, "empty-inline-told", "A silent request that is inline and has no bytes has a result.", func() calls.Hooks {
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				if both := nd2.Inline | nd2.SilentSuccess; c.Flags&both == both && total(c.SGE) == 0 && gathers(c) {
					c.Flags &^= nd2.SilentSuccess
				}
				return c.Proceed()
			}}
		}, "cq.getresults.silent-success"),
		stateful(Lifetime, "send-token-unchecked", "A Send may be from memory by the local token of a region that was deregistered.", staleTokens(func(c *calls.Call) bool { return c.Method == calls.QPSend }), "mr.deregister.ends-local-access"),
		stateful(Data, "read-of-packets", "The last byte of a Read of several whole packets of 4,096 bytes is wrong.", each(func(o *calls.Outcome) {
			if n := total(sge(o)); o.Succeeded(nd2.RequestRead) && n > 4096 && n%4096 == 0 {
				damageAt(o.Of.SGE, n-1)
			}
		}), "qp.read.fetches"),
		stateful(Data, "exact-receive-short", "BytesTransferred of a message that fills the several entries of its Receive is that of all but the last.", each(func(o *calls.Outcome) {
			if l := sge(o); o.Succeeded(nd2.RequestReceive) && len(l) > 1 && total(l) == int(o.BytesTransferred) && len(l[len(l)-1].Buffer) > 0 {
				o.BytesTransferred -= uint32(len(l[len(l)-1].Buffer))
			}
		}), "cq.getresults.bytes-transferred"),
		stateful(Lifetime, "listener-gone-unanswered", "When a listener is released, the Connects that are in progress are forgotten.", func() calls.Hooks {
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				if c.Method == calls.Release && c.Kind == "IND2Listener" {
					for _, o := range calls.Living[*calls.Connector](c.Object) {
						for _, s := range o.Outstanding() {
							if s.Method == calls.ConnectorConnect {
								s.Mute()
							}
						}
					}
				}
				return c.Proceed()
			}}
		}, "connector.connect.nd-connection-refused"),
	}
}

func sge(o *calls.Outcome) []nd2.SGE {
	if o.Of == nil {
		return nil
	}
	return o.Of.SGE
}

// damageAt changes one byte of a list.
func damageAt(list []nd2.SGE, at int) {
	for _, e := range list {
		if at < len(e.Buffer) {
			e.Buffer[at] ^= 0x80
			return
		}
		at -= len(e.Buffer)
	}
}

// onLists makes a defect that changes a copy of the list of some requests; change says whether it has.
func onLists(which func(c *calls.Call) bool, change func(l []nd2.SGE) bool) defect {
	return func() calls.Hooks {
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			if len(c.SGE) > 1 && which(c) {
				list := append([]nd2.SGE(nil), c.SGE...)
				if change(list) {
					c.SGE = list
				}
			}
			return c.Proceed()
		}}
	}
}

// aroundEmpty swaps the entries around an empty one.
func aroundEmpty(l []nd2.SGE) bool {
	for i := 1; i+1 < len(l); i++ {
		if len(l[i].Buffer) == 0 && len(l[i-1].Buffer) > 0 && len(l[i+1].Buffer) > 0 {
			l[i-1], l[i+1] = l[i+1], l[i-1]
			return true
		}
	}
	return false
}

// onBinds makes a defect of Binds to memory of a region, which is given with the call; one that goes
// wrong opens nothing.
func onBinds(good func(c *calls.Call, region []byte) bool) defect {
	return func() calls.Hooks {
		var buffers calls.Record[[]byte]
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			switch c.Method {
			case calls.MRRegister:
				buffers.Set(c.Object, c.Buffer)
			case calls.MRDeregister:
				buffers.Set(c.Object, nil)
			case calls.QPBind:
				r := calls.ObjectOf(c.Region)
				if r != nil && len(c.Buffer) > 0 && !good(c, buffers.Get(r)) {
					return c.PostIdle()
				}
			}
			return c.Proceed()
		}}
	}
}

// boundBefore makes a defect of Binds of a window that differ in something from the one before.
func boundBefore(by func(c *calls.Call) *calls.Object) defect {
	return func() calls.Hooks {
		var last calls.Record[*calls.Object]
		return calls.Hooks{Call: calls.At(calls.QPBind, func(c *calls.Call) nd2.Status {
			if w := calls.ObjectOf(c.Window); w != nil {
				if before := last.Set(w, by(c)); before != nil && before != by(c) {
					return c.PostIdle()
				}
			}
			return c.Proceed()
		})}
	}
}

// deafToFailures makes a defect by which a Notify of a kind is not completed if nothing but failures is there.
func deafToFailures(kind nd2.NotifyType) defect {
	return func() calls.Hooks {
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			if c.Notifies(calls.CQNotify, nd2.Success) && c.Shadow.NotifyType == kind {
				if q, ok := c.Self.(*calls.CompletionQueue); ok {
					failed, other := 0, 0
					q.Queued(func(list []calls.Outcome) []calls.Outcome {
						for i := range list {
							if o := &list[i]; o.Status != nd2.Success && (kind != nd2.NotifyErrors || o.Silent()) {
								failed++
							} else if kind != nd2.NotifyErrors || o.Status != nd2.Success {
								other++
							}
						}
						return list
					})
					if failed > 0 && other == 0 {
						c.Shadow.Mute()
					}
				}
			}
			return c.Proceed()
		}}
	}
}

// fenceLost makes a defect that drops some fences.
func fenceLost(which func(c *calls.Call, silent bool) bool) defect {
	return func() calls.Hooks {
		var silent calls.Record[bool]
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			if !initiates(c) {
				return c.Proceed()
			}
			was := silent.Set(c.Object, c.Method == calls.QPRead && c.Flags&nd2.SilentSuccess != 0)
			if c.Flags&nd2.ReadFence != 0 && which(c, was) && (c.Method == calls.QPSend || c.Method == calls.QPWrite) {
				c.Flags &^= nd2.ReadFence
			}
			return c.Proceed()
		}}
	}
}

// staleTokens makes a defect by which some requests may name local tokens of regions that were deregistered.
func staleTokens(which func(c *calls.Call) bool) defect {
	return func() calls.Hooks {
		type old struct{ m map[uint32]nd2.MemoryRegion }
		var dead atomic.Pointer[old]
		dead.Store(&old{})
		var buffers calls.Record[[]byte]
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			switch {
			case c.Method == calls.MRRegister:
				buffers.Set(c.Object, c.Buffer)
			case c.Method == calls.MRDeregister:
				token, buffer := c.Self.(*calls.MemoryRegion).Inner.GetLocalToken(), buffers.Get(c.Object)
				s := c.Proceed()
				if !s.Failed() && len(buffer) > 0 {
					if r := openTo(c.Parent, buffer); r != nil {
						dead.Store(&old{with(dead.Load().m, token, r)})
					}
				}
				return s
			case c.Method == calls.MRGetLocalToken:
				s := c.Proceed()
				if dead.Load().m[c.Count] != nil {
					dead.Store(&old{with(dead.Load().m, c.Count, nil)})
				}
				return s
			case which(c):
				for i, e := range c.SGE {
					if r := dead.Load().m[e.MemoryRegionToken]; r != nil && len(e.Buffer) > 0 {
						c.SGE = append([]nd2.SGE(nil), c.SGE...)
						c.SGE[i].MemoryRegionToken = r.GetLocalToken()
					}
				}
			}
			return c.Proceed()
		}}
	}
}
