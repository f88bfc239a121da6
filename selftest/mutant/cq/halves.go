package cq

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// halves breaks entries for one type of request, or of Notify, at a time.
func halves() (list []Mutant) {
	for _, t := range EveryRequest {
		list = append(list, resultHalves(t)...)
		if t != nd2.RequestReceive {
			list = append(list, initiatorHalves(t)...)
		}
	}
	for _, t := range EveryWaiting {
		list = append(list, waitingHalves(t)...)
	}
	for _, id := range []string{"cq.notify.nd-buffer-overflow", "cq.notify.nd-internal-error"} {
		waiting := WaitingOfEveryType
		if id == "cq.notify.nd-buffer-overflow" { // a result satisfies a request for any before the queue overruns
			waiting = waiting[1:]
		}
		list = append(list, Halves(id, waiting...)...)
		list = append(list, Halves(id, AskingForEveryType...)...)
	}
	return slices.Concat(list, accessHalves(), notifyHalves(), queueHalves())
}

// notifyHalves breaks what Notify does at once, and what it does later.
func notifyHalves() []Mutant {
	return slices.Concat(
		Halves("cq.notify.nd-success",
			Half{Name: "waiting", When: "to a request that waits", Call: Pended},
			Half{Name: "inline", When: "to a request that a queued result satisfies", Call: Inline}),
		Halves("cq.getnotifyaffinity.nd-invalid-parameter", Places...),
		[]Mutant{
			New("cq.notify.nd-canceled/not-again", "A queue whose requests were canceled is not armed again.",
				Since(Canceled("IND2CompletionQueue"), On(calls.CQNotify), Unanswered)),
			New("cq.notify.inline-not-notified/overlapped-kept",
				"The OVERLAPPED of a request that has ended inline can't be used for another.",
				KeepingAt(calls.CQNotify, func(c *calls.Call, kept *calls.Record[*nd2.Overlapped]) nd2.Status {
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
func queueHalves() []Mutant {
	refusing := func(which func(depth, old uint32) bool) Defect {
		return Refusing(calls.CQResize, nd2.InvalidParameter, func(c *calls.Call) bool {
			return which(c.Depth, c.OnCQ().Depth)
		})
	}
	return []Mutant{
		New("cq.resize.nd-success/claimed-by-all", "Every adapter claims that it can resize.", func() calls.Hooks {
			return calls.Hooks{Early: true, Call: calls.After(calls.AdapterQuery, func(c *calls.Call) {
				c.Info.AdapterFlags |= nd2.AdapterCQResize
			})}
		}),
		New("cq.resize.nd-success/up-refused", "A Resize to more than the depth at creation is refused.",
			refusing(func(depth, old uint32) bool { return depth > old })),
		New("cq.resize.nd-success/down-refused", "A Resize to less than the depth at creation is refused.",
			refusing(func(depth, old uint32) bool { return depth < old })),
		New("cq.getresults.one-queue-for-both/initiator-lost",
			"If a completion queue serves both kinds of requests, initiator requests have no result.",
			LosingResults(func(o *calls.Outcome) bool {
				return o.RequestType != nd2.RequestReceive && o.On != nil && o.On.ReceiveCQ == o.On.InitiatorCQ
			})),
		New("cq.let-go-by-queue-pairs/initiator-kept",
			"A queue pair that has been released keeps its initiator completion queue.",
			LeakingReference(calls.AdapterCreateQueuePair, func(c *calls.Call) nd2.Unknown { return c.InitiatorCQ })),
	}
}

func resultHalves(t nd2.RequestType) []Mutant {
	of := func(o *calls.Outcome) bool { return o.RequestType == t }
	canceled := func(o *calls.Outcome) bool { return of(o) && o.Status == nd2.Canceled }
	return []Mutant{
		New("cq.getresults.contexts/queue-pair-of-"+t.String(), "The result of a "+t.String()+" has no QueuePairContext.",
			ResultsThat(of, func(o *calls.Outcome) { o.QueuePairContext = 0 })),
		New("cq.getresults.contexts/request-of-"+t.String(), "The result of a "+t.String()+" has no RequestContext.",
			ResultsThat(of, func(o *calls.Outcome) { o.RequestContext = 0 })),
		New("cq.getresults.request-type/failed-"+t.String(), "The result of a "+t.String()+" that fails has no type.",
			ResultsThat(of, func(o *calls.Outcome) {
				if Failed(o) {
					o.RequestType = 0xff
				}
			})),
		New("cq.getresults.every-request-ends/forgets-"+t.String(),
			"A "+t.String()+" that is canceled has no result.", LosingResults(canceled)),
		New("cq.notify.error-satisfies-any/not-"+t.String(), "ND_CQ_NOTIFY_ANY ignores a "+t.String()+" that fails.",
			IgnoringResults(nd2.NotifyAny, func(o calls.Outcome) bool { return of(&o) && failed(o) })),
		New("cq.notify.error-satisfies-solicited/not-"+t.String(),
			"ND_CQ_NOTIFY_SOLICITED ignores a "+t.String()+" that fails.",
			IgnoringResults(nd2.NotifySolicited, func(o calls.Outcome) bool { return of(&o) && failed(o) })),
	}
}

func initiatorHalves(t nd2.RequestType) []Mutant {
	order := "cq.getresults.initiator-order"
	if t == nd2.RequestBind || t == nd2.RequestInvalidate {
		order += "-with-windows"
	}
	return []Mutant{
		New("cq.getresults.a-queue-for-each/"+t.String(), "The result of a "+t.String()+" comes to the queue of Receives.",
			misplacing(t)),
		New(order+"/"+t.String()+"-first", "A "+t.String()+" completes ahead of the request before it.",
			EachBatch(func(fresh []calls.Outcome) []calls.Outcome {
				for i := 1; i < len(fresh); i++ {
					a, b := &fresh[i-1], &fresh[i]
					if b.RequestType == t && a.RequestType != nd2.RequestReceive && a.RequestType != t && a.On == b.On {
						*a, *b = *b, *a
					}
				}
				return fresh
			})),
		New("cq.getresults.silent-failure/canceled-"+t.String(), "A silent "+t.String()+" that is canceled has no result.",
			LosingResults(func(o *calls.Outcome) bool { return o.RequestType == t && o.Silent() && o.Status == nd2.Canceled })),
	}
}

// misplacing has the results of one type of request come to the other queue.
func misplacing(t nd2.RequestType) Defect {
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
func waitingHalves(t Waiting) []Mutant {
	kind := "ND_CQ_NOTIFY_" + strings.ToUpper(t.Name)
	request := "A request that waits for " + kind
	mute := func(with nd2.Status) Defect {
		return BeforeNotifying(calls.CQNotify, with, func(c *calls.Call) {
			if c.Proxy.NotifyType == t.Type {
				c.Proxy.Mute()
			}
		})
	}
	never := func(what string) Defect {
		return When(Where(func(c *calls.Call) bool {
			return c.Method == what && c.Proxy.Method == calls.CQNotify && c.Proxy.NotifyType == t.Type
		}), Say(nd2.Success))
	}
	list := slices.Concat(
		Halves("cq.notify.nd-pending", Half{Name: t.Name, When: "to a request for " + kind, Call: t.Of}),
		Halves("cq.notify.nd-canceled", Half{Name: t.Name, When: "to a request for " + kind, Call: t.Of}),
		[]Mutant{
			New("cq.notify.queues-independent/"+t.Name, "What completes a request completes those for "+kind+" on other queues.",
				When(Ended(calls.CQNotify, nd2.Success), Then(func(c *calls.Call) {
					for _, q := range calls.Others[*calls.CompletionQueue](c.Object) {
						for _, waiting := range q.Outstanding() {
							if waiting.NotifyType == t.Type {
								waiting.End(nd2.Success)
							}
						}
					}
				}))),
			New("cq.notify.cancel-ends-all/forgets-"+t.Name, request+" is not canceled.", mute(nd2.Canceled)),
			New("cq.notify.nd-internal-error/forgets-"+t.Name, request+" does not end by a failure of the queue.",
				mute(nd2.InternalError)),
			New("cq.notify.ends-on-removal/forgets-"+t.Name, request+" does not end when the adapter is removed.",
				mute(nd2.DeviceRemoved)),
			New("cq.notify.notified-once/no-event-of-"+t.Name, request+" ends, and its event is not set.",
				never(calls.EventSet)),
			New("cq.notify.notified-once/no-packet-of-"+t.Name, request+" ends, and no packet is posted.",
				never(calls.PortPost)),
			New("cq.notify.releases-every-request/not-"+t.Name, request+" is lost when another one is completed.",
				When(Ended(calls.CQNotify, nd2.Success), First(func(c *calls.Call) { Mute(asked(c, t.Type)) }))),
		})
	return append(list, ofResults(t, kind, request)...)
}

// ofResults breaks what holds for requests that wait for results.
func ofResults(t Waiting, kind, request string) (list []Mutant) {
	if t.Type != nd2.NotifyErrors {
		list = append(list,
			New("cq.notify.since-last-notification/not-"+t.Name,
				"A request for "+kind+" ignores results that are queued already.",
				When(On(calls.CQNotify).If(t.Of), ignoringQueued)),
			New("cq.resize.keeps-requests/forgets-"+t.Name, request+" is lost by a Resize.",
				After(calls.CQResize, func(c *calls.Call) { Mute(asked(c, t.Type)) })))
	}
	return list
}

// accessHalves breaks, for each request that has entries, what is said of its memory, for one cause at a time.
func accessHalves() (list []Mutant) {
	for _, id := range []string{"receive", "send", "write", "read"} {
		list = append(list, Halves("cq.getresults."+id+".nd-access-violation",
			Half{Name: "not-registered", When: "by a token that no region has", Result: func(o *calls.Outcome) bool {
				return o.Of != nil && !tokensKnown(o)
			}},
			Half{Name: "extent", When: "beyond a region", Result: func(o *calls.Outcome) bool {
				return o.Of != nil && tokensKnown(o)
			}},
			Half{
				Name: "last-of-several", When: "of a list whose first entry is good",
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
