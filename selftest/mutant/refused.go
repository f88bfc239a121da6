package mutant

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// ReportingRefused makes a defect: a request that is refused has a result: at
// once, or, on a shared receive queue, ahead of that of the next Receive.
func ReportingRefused(method string) Defect {
	return func() calls.Hooks {
		var due calls.Record[*calls.Outcome]
		return calls.Hooks{
			Call: calls.At(method, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if s == nd2.Success {
					return s
				}
				o := calls.Outcome{
					Of:     &calls.PostedRequest{Call: *c},
					Result: nd2.Result{Status: s, RequestContext: c.Context, RequestType: c.Request},
				}
				if q, ok := c.Self.(*calls.QueuePair); ok {
					q.Report(o)
				} else {
					due.Set(c.Object, &o)
				}
				return s
			}),
			Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) (given []calls.Outcome) {
				for _, o := range fresh {
					var refused *calls.Outcome
					if o.FromSRQ() {
						refused = due.Set(o.Of.Object, nil)
					}
					if refused != nil {
						given = append(given, *refused)
					}
					given = append(given, o)
				}
				return given
			},
		}
	}
}

// CarryingOutRefused posts a request that was refused again, without what it may have been
// refused for; and an Invalidate on a queue pair that is not connected on the others.
func CarryingOutRefused(c *calls.Call) nd2.Status {
	s := c.Proceed()
	switch s {
	case nd2.Success, nd2.NoMoreEntries:
		return s
	case nd2.ConnectionInvalid:
		if c.Request == nd2.RequestInvalidate {
			for _, q := range calls.Others[*calls.QueuePair](c.Object) {
				q.Inner.Invalidate(c.Context, calls.Unwrap(c.Window), nd2.SilentSuccess)
			}
		}
		return s
	}
	c.SGE, c.Flags = nil, 0
	if c.Request == nd2.RequestBind {
		c.Flags = nd2.AllowRead
	}
	c.Proceed()
	return s
}

// RefusingReads refuses a Read while as many are in progress as may be.
var RefusingReads = KeepingAt(calls.QPRead, func(c *calls.Call, reading *calls.Record[int]) nd2.Status {
	if k := c.OnQP().Connector(); k != nil && reading.Get(c.Object) >= int(k.OutboundReads()) {
		return nd2.NoMoreEntries
	}
	c.OnResult(func(o *calls.Outcome) { reading.Update(o.Of.Object, Decrement) })
	s := c.Proceed()
	if s == nd2.Success {
		reading.Update(c.Object, Increment)
	}
	return s
})

// worn is after how many refusals an adapter is worn out: more than an ordinary spec asks for.
const worn = 100

// WearingOut makes a mutant of a refusal that leaves something behind: once an adapter has refused 100 calls of a
// method, the calls of another method fail.
func WearingOut(id, method, broken string, with nd2.Status) Mutant {
	return New(id, "What is refused takes a place for good.",
		AfterMany(worn, Refused(method).Of(Parent), On(broken).Of(Parent), Say(with)))
}

// Exhausted makes a mutant: an object takes a number of calls of a method, and refuses those after them.
func Exhausted(id, method string) Mutant {
	return New(id+"/exhausted", "An object takes 200 calls of "+method+", and no more.",
		AfterMany(200, On(method), On(method), Say(nd2.InsufficientResources)))
}

// ReturningObjects makes, for each entry of an interface which says that a refused creation returns no object, the
// mutant that returns one beside the code.
func ReturningObjects(iface string) (list []Mutant) {
	for _, e := range requirement.All() {
		if e.Interface != iface || e.Level != requirement.Must || !strings.Contains(e.Rule, "returns no object") &&
			!strings.Contains(e.Rule, "no object is returned") {
			continue
		}
		method := e.Interface + "::" + e.Method
		list = append(list, New(e.ID+"/object", method+" returns an object beside the code of its failure.",
			At(method, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				refused := s.Failed() && (slices.Contains(e.Accept, s) || len(e.Accept) == 0)
				if own, ok := c.Self.(nd2.Unknown); refused && ok && c.Out != nil {
					own.AddRef()
					*c.Out = own
				}
				return s
			})))
	}
	return list
}
