package cq

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

// halves breaks entries for one type of request, or of Notify, at a time.
func halves() (list []mutant.Mutant) {
	for _, t := range mutant.EveryRequest {
		list = append(list, resultHalves(t)...)
		if t != nd2.RequestReceive {
			list = append(list, initiatorHalves(t)...)
		}
	}
	for _, t := range mutant.EveryWaiting {
		list = append(list, waitingHalves(t)...)
	}
	for _, id := range []string{"cq.notify.nd-buffer-overflow", "cq.notify.nd-internal-error"} {
		waiting := mutant.WaitingOfEveryType
		if id == "cq.notify.nd-buffer-overflow" { // a result satisfies a request for any before the queue overruns
			waiting = waiting[1:]
		}
		list = append(list, mutant.Halves(id, waiting...)...)
		list = append(list, mutant.Halves(id, mutant.AskingForEveryType...)...)
	}
	return slices.Concat(list, accessHalves(), notifyHalves(), queueHalves())
}

// notifyHalves breaks what Notify does at once, and what it does later.
func notifyHalves() []mutant.Mutant {
	return slices.Concat(
		mutant.Halves("cq.notify.nd-success",
			mutant.Half{Name: "waiting", When: "to a request that waits", Call: mutant.Pended},
			mutant.Half{Name: "inline", When: "to a request that a queued result satisfies", Call: mutant.Inline}),
		mutant.Halves("cq.getnotifyaffinity.nd-invalid-parameter",
			mutant.Half{
				Name: "group", When: "without a place for the group",
				Call: func(c *calls.Call) bool { return c.FoundGroup == nil },
			},
			mutant.Half{
				Name: "affinity", When: "without a place for the affinity",
				Call: func(c *calls.Call) bool { return c.FoundAffinity == nil },
			}),
		[]mutant.Mutant{
			mutant.New("cq.notify.nd-canceled/not-again", "A queue whose requests were canceled is not armed again.",
				mutant.Recording(func(c *calls.Call, canceled *calls.Record[bool]) nd2.Status {
					_, own := c.Self.(*calls.CompletionQueue)
					switch {
					case own && c.Method == calls.CancelOverlappedRequests && len(c.Outstanding()) > 0:
						canceled.Set(c.Object, true)
					case c.Method == calls.CQNotify && canceled.Get(c.Object):
						s := c.Proceed()
						if s == nd2.Pending {
							c.Proxy.Mute()
						}
						return s
					}
					return c.Proceed()
				})),
			mutant.New("cq.notify.inline-not-notified/overlapped-kept",
				"The OVERLAPPED of a request that has ended inline can't be used for another.",
				mutant.RecordingAt(calls.CQNotify, func(c *calls.Call, kept *calls.Record[*nd2.Overlapped]) nd2.Status {
					if c.Proxy != nil && kept.Get(c.Object) == c.Proxy.Client {
						return nd2.DeviceBusy
					}
					s := c.Proceed()
					if c.Proxy != nil && s == nd2.Success {
						kept.Set(c.Object, c.Proxy.Client)
					}
					return s
				})),
		})
}

// queueHalves breaks what holds for a queue in both directions, and of both queues of a queue pair.
func queueHalves() []mutant.Mutant {
	refusing := func(which func(depth, old uint32) bool) mutant.Defect {
		return mutant.Refusing(calls.CQResize, nd2.InvalidParameter, func(c *calls.Call) bool {
			return which(c.Depth, c.OnCQ().Depth)
		})
	}
	return []mutant.Mutant{
		mutant.New("cq.resize.nd-success/claimed-by-all", "Every adapter claims that it can resize.",
			func() calls.Hooks {
				return calls.Hooks{Early: true, Call: calls.After(calls.AdapterQuery, func(c *calls.Call) {
					c.Info.AdapterFlags |= nd2.AdapterCQResize
				})}
			}),
		mutant.New("cq.resize.nd-success/up-refused", "A Resize to more than the depth at creation is refused.",
			refusing(func(depth, old uint32) bool { return depth > old })),
		mutant.New("cq.resize.nd-success/down-refused", "A Resize to less than the depth at creation is refused.",
			refusing(func(depth, old uint32) bool { return depth < old })),
		mutant.New("cq.getresults.one-queue-for-both/initiator-lost",
			"If a completion queue serves both kinds of requests, initiator requests have no result.",
			mutant.LosingResults(func(o *calls.Outcome) bool {
				return o.RequestType != nd2.RequestReceive && o.On != nil && o.On.ReceiveCQ == o.On.InitiatorCQ
			})),
		mutant.New("cq.let-go-by-queue-pairs/initiator-kept",
			"A queue pair that has been released keeps its initiator completion queue.",
			mutant.LeakingReference(calls.AdapterCreateQueuePair, func(c *calls.Call) nd2.Unknown { return c.InitiatorCQ })),
		mutant.New("cq.resize.to-what-is-queued/drops-newest", "A Resize to just what is queued drops the newest result.",
			mutant.After(calls.CQResize, func(c *calls.Call) {
				c.OnCQ().Queued(func(list []calls.Outcome) []calls.Outcome {
					if n := len(list); n > 0 && int(c.Depth) == n {
						return list[:n-1]
					}
					return list
				})
			})),
	}
}

func resultHalves(t nd2.RequestType) []mutant.Mutant {
	of := func(o *calls.Outcome) bool { return o.RequestType == t }
	canceled := func(o *calls.Outcome) bool { return of(o) && o.Status == nd2.Canceled }
	return []mutant.Mutant{
		mutant.New("cq.getresults.contexts/queue-pair-of-"+t.String(),
			"The result of a "+t.String()+" has no QueuePairContext.",
			mutant.ResultsThat(of, func(o *calls.Outcome) { o.QueuePairContext = 0 })),
		mutant.New("cq.getresults.contexts/request-of-"+t.String(),
			"The result of a "+t.String()+" has no RequestContext.",
			mutant.ResultsThat(of, func(o *calls.Outcome) { o.RequestContext = 0 })),
		mutant.New("cq.getresults.request-type/failed-"+t.String(), "The result of a "+t.String()+" that fails has no type.",
			mutant.ResultsThat(of, func(o *calls.Outcome) {
				if mutant.Failed(o) {
					o.RequestType = 0xff
				}
			})),
		mutant.New("cq.getresults.every-request-ends/forgets-"+t.String(),
			"A "+t.String()+" that is canceled has no result.", mutant.LosingResults(canceled)),
		mutant.New("cq.notify.error-satisfies-any/not-"+t.String(), "ND_CQ_NOTIFY_ANY ignores a "+t.String()+" that fails.",
			mutant.IgnoringResults(nd2.NotifyAny, func(o calls.Outcome) bool { return of(&o) && failed(o) })),
		mutant.New("cq.notify.error-satisfies-solicited/not-"+t.String(),
			"ND_CQ_NOTIFY_SOLICITED ignores a "+t.String()+" that fails.",
			mutant.IgnoringResults(nd2.NotifySolicited, func(o calls.Outcome) bool { return of(&o) && failed(o) })),
	}
}

func initiatorHalves(t nd2.RequestType) []mutant.Mutant {
	order := "cq.getresults.initiator-order"
	if t == nd2.RequestBind || t == nd2.RequestInvalidate {
		order += "-with-windows"
	}
	return []mutant.Mutant{
		mutant.New("cq.getresults.a-queue-for-each/"+t.String(),
			"The result of a "+t.String()+" comes to the queue of Receives.",
			misplacing(t)),
		mutant.New(order+"/"+t.String()+"-first",
			"A "+t.String()+" completes ahead of the request before it.",
			mutant.EachBatch(func(fresh []calls.Outcome) []calls.Outcome {
				for i := 1; i < len(fresh); i++ {
					a, b := &fresh[i-1], &fresh[i]
					if b.RequestType == t && a.RequestType != nd2.RequestReceive && a.RequestType != t && a.On == b.On {
						*a, *b = *b, *a
					}
				}
				return fresh
			})),
		mutant.New("cq.getresults.silent-failure/canceled-"+t.String(),
			"A silent "+t.String()+" that is canceled has no result.",
			mutant.LosingResults(func(o *calls.Outcome) bool {
				return o.RequestType == t && o.Silent() && o.Status == nd2.Canceled
			})),
	}
}

// misplacing has the results of one type of request come to the other queue.
func misplacing(t nd2.RequestType) mutant.Defect {
	return func() calls.Hooks {
		return calls.Hooks{Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
			return slices.DeleteFunc(fresh, func(o calls.Outcome) bool {
				if o.RequestType != t || o.On == nil || o.On.InitiatorCQ != q || o.On.ReceiveCQ == q {
					return false
				}
				o.On.ReceiveCQ.Queued(func(list []calls.Outcome) []calls.Outcome { return append(list, o) })
				return true
			})
		}}
	}
}

// waitingHalves breaks what holds for requests of every type for those of one.
func waitingHalves(t mutant.Waiting) []mutant.Mutant {
	kind := "ND_CQ_NOTIFY_" + strings.ToUpper(t.Name)
	request := "A request that waits for " + kind
	mute := func(with nd2.Status) mutant.Defect {
		return mutant.BeforeNotifying(calls.CQNotify, with, func(c *calls.Call) {
			if c.Proxy.NotifyType == t.Type {
				c.Proxy.Mute()
			}
		})
	}
	never := func(what string) mutant.Defect {
		return mutant.OnCall(func(c *calls.Call) nd2.Status {
			if c.Method == what && c.Proxy.Method == calls.CQNotify && c.Proxy.NotifyType == t.Type {
				return nd2.Success
			}
			return c.Proceed()
		})
	}
	list := slices.Concat(
		mutant.Halves("cq.notify.nd-pending", mutant.Half{Name: t.Name, When: "to a request for " + kind, Call: t.Of}),
		mutant.Halves("cq.notify.nd-canceled", mutant.Half{Name: t.Name, When: "to a request for " + kind, Call: t.Of}),
		[]mutant.Mutant{
			mutant.New("cq.notify.queues-independent/"+t.Name,
				"What completes a request completes those for "+kind+" on other queues.",
				mutant.OnCall(func(c *calls.Call) nd2.Status {
					s := c.Proceed()
					if !c.Notifies(calls.CQNotify, nd2.Success) {
						return s
					}
					for _, q := range calls.Others[*calls.CompletionQueue](c.Object) {
						for _, waiting := range q.Outstanding() {
							if waiting.NotifyType == t.Type {
								waiting.End(nd2.Success)
							}
						}
					}
					return s
				})),
			mutant.New("cq.notify.cancel-ends-all/forgets-"+t.Name, request+" is not canceled.", mute(nd2.Canceled)),
			mutant.New("cq.notify.nd-internal-error/forgets-"+t.Name, request+" does not end by a failure of the queue.",
				mute(nd2.InternalError)),
			mutant.New("cq.notify.ends-on-removal/forgets-"+t.Name, request+" does not end when the adapter is removed.",
				mute(nd2.DeviceRemoved)),
			mutant.New("cq.notify.notified-once/no-event-of-"+t.Name, request+" ends, and its event is not set.",
				never(calls.EventSet)),
			mutant.New("cq.notify.notified-once/no-packet-of-"+t.Name, request+" ends, and no packet is posted.",
				never(calls.PortPost)),
			mutant.New("cq.notify.releases-every-request/not-"+t.Name, request+" is lost when another one is completed.",
				mutant.OnCall(func(c *calls.Call) nd2.Status {
					if c.Notifies(calls.CQNotify, nd2.Success) {
						mutant.MuteOthers(c, calls.CQNotify, func(s *calls.ProxyOverlapped) bool { return s.NotifyType == t.Type })
					}
					return c.Proceed()
				})),
		})
	return append(list, ofResults(t, kind, request)...)
}

// ofResults breaks what holds for requests that wait for results.
func ofResults(t mutant.Waiting, kind, request string) (list []mutant.Mutant) {
	if t.Type != nd2.NotifyErrors {
		list = append(list,
			mutant.New("cq.notify.since-last-notification/not-"+t.Name,
				"A request for "+kind+" ignores results that are queued already.",
				ignoring(func(c *calls.Call) bool { return c.NotifyType == t.Type })),
			mutant.New("cq.resize.keeps-requests/forgets-"+t.Name, request+" is lost by a Resize.",
				mutant.After(calls.CQResize, func(c *calls.Call) { mutant.Mute(asked(c, t.Type)) })))
	}
	return list
}

// accessHalves breaks, for each request that has entries, what is said of its memory, for one cause at a time.
func accessHalves() (list []mutant.Mutant) {
	for _, id := range []string{"receive", "send", "write", "read"} {
		list = append(list, mutant.Halves("cq.getresults."+id+".nd-access-violation",
			mutant.Half{Name: "not-registered", When: "by a token that no region has", Result: func(o *calls.Outcome) bool {
				return o.Of != nil && !tokensKnown(o)
			}},
			mutant.Half{Name: "extent", When: "beyond a region", Result: func(o *calls.Outcome) bool {
				return o.Of != nil && tokensKnown(o)
			}},
			mutant.Half{
				Name: "last-of-several", When: "of a list of which the first entry is good",
				Result: func(o *calls.Outcome) bool { return o.Of != nil && len(o.Of.SGE) > 1 },
			})...)
	}
	return list
}

// tokensKnown reports whether each entry of a request has the token of a region.
func tokensKnown(o *calls.Outcome) bool {
	regions := calls.Living[*calls.MemoryRegion](o.Of.Object)
	return !slices.ContainsFunc(o.Of.SGE, func(e nd2.SGE) bool {
		return !slices.ContainsFunc(regions, func(r *calls.MemoryRegion) bool {
			return r.Inner.GetLocalToken() == e.MemoryRegionToken
		})
	})
}
