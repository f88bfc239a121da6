package nd1

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// results are results that come at once.
type results = []calls.ND1Outcome

// batch makes a defect of them.
func batch(change func(list results) results) Defect {
	return After(calls.ND1GetResults, func(c *calls.Call) { c.ND1.Outcomes = change(c.ND1.Outcomes) })
}

// each makes a defect that changes results one by one, and eachReceive one of those of Receives.
func each(change func(o *calls.ND1Outcome)) Defect {
	return batch(func(list results) results {
		for i := range list {
			change(&list[i])
		}
		return list
	})
}

func eachReceive(change func(o *calls.ND1Outcome)) Defect {
	return each(func(o *calls.ND1Outcome) {
		if of(*o, calls.ND1Receive) {
			change(o)
		}
	})
}

// without makes a defect that loses some results.
func without(lost func(o calls.ND1Outcome) bool) Defect {
	return batch(func(list results) results { return slices.DeleteFunc(list, lost) })
}

// canceled makes a defect of results that come at once, the first of a canceled request of a method.
func canceled(method string, change func(list results) results) Defect {
	return batch(func(list results) results {
		if len(list) > 0 && list[0].Status == nd2.Canceled && of(list[0], method) {
			return change(list)
		}
		return list
	})
}

// of reports whether a result is of a request that was posted by a method.
func of(o calls.ND1Outcome, method string) bool { return o.Of != nil && o.Of.Method == method }

func backwards(list results) results {
	slices.Reverse(list)
	return list
}

func withoutOldest(list results) results { return list[min(1, len(list)):] }
func withoutNewest(list results) results { return list[:len(list)-1] }

// aborted has canceled requests end with another status.
func aborted(list results) results {
	for _, o := range list {
		if o.Status == nd2.Canceled {
			o.Status = nd2.ConnectionAborted
		}
	}
	return list
}

// page is how the ids of the rules on a method begin, and its name in Go.
func page(method string) (id, name string) {
	_, name, _ = strings.Cut(method, "::")
	return "endpoint." + strings.ToLower(name), name
}

func silent(c *calls.Call) bool { return c.Flags&nd2.SilentSuccess != 0 }

func always(*calls.Call) bool { return true }

// manyEntries reports whether a request has more than two entries, noBytes whether it has no data.
func manyEntries(c *calls.Call) bool { return len(c.ND1.SGE) > 2 }

func noBytes(c *calls.Call) bool {
	return !slices.ContainsFunc(c.ND1.SGE, func(e nd1.SGE) bool { return len(e.Buffer) > 0 })
}

func dropLastByte(c *calls.Call) {
	n := len(c.ND1.SGE)
	if n == 0 {
		return
	}
	c.ND1.SGE = slices.Clone(c.ND1.SGE)
	if b := &c.ND1.SGE[n-1].Buffer; len(*b) > 0 {
		*b = (*b)[:len(*b)-1]
	}
}

// connecter is the connector that a call is on, taker that of a GetConnectionRequest, and window the
// window of a Bind or an Invalidate.
func connecter(c *calls.Call) *calls.Object { return &c.ND1.Connector.Object }
func taker(c *calls.Call) *calls.Object     { return calls.ObjectOf(c.ND1.Taker) }
func window(c *calls.Call) *calls.Object    { return calls.ObjectOf(c.ND1.Window) }
