package nd1

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func unsolicited(c *calls.Call) { c.Flags &^= nd2.SendAndSolicitEvent }

func unsolicitedIfSilent(c *calls.Call) {
	if c.Flags&nd2.SilentSuccess != 0 {
		unsolicited(c)
	}
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

// nd1Each makes a defect that changes results one by one.
func nd1Each(change func(o *calls.ND1Outcome)) Defect {
	return After(calls.ND1GetResults, func(c *calls.Call) {
		for i := range c.ND1.Outcomes {
			change(&c.ND1.Outcomes[i])
		}
	})
}

// nd1Without makes a defect that loses some results.
func nd1Without(lost func(o calls.ND1Outcome) bool) Defect {
	return After(calls.ND1GetResults, func(c *calls.Call) { c.ND1.Outcomes = slices.DeleteFunc(c.ND1.Outcomes, lost) })
}

func backwards(list []calls.ND1Outcome) []calls.ND1Outcome {
	slices.Reverse(list)
	return list
}

// aborted has a canceled request end with another status.
func aborted(o *calls.ND1Outcome) {
	if o.Status == nd2.Canceled {
		o.Status = nd2.ConnectionAborted
	}
}
