package qp

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func invalidate() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("qp.invalidate.fence-holds/closes-at-once", "An Invalidate with a fence closes its window at once.",
			closingAtOnce(any)),
		mutant.New("qp.invalidate.fence-holds/short-reads-ignored",
			"An Invalidate with a fence does not wait for a Read of less than 256 bytes.", closingAtOnce(short)),
	}
}

func closingAtOnce(length func(n int) bool) mutant.Defect {
	return watchingFences(calls.QPInvalidate, length, func(c *calls.Call, _ fencedWindow) nd2.Status {
		c.OnResult(func(o *calls.Outcome) { o.Status = nd2.AccessViolation })
		return c.PostIdle()
	})
}
