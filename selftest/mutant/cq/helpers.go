package cq

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// endOthers ends the requests of all other completion queues.
func endOthers(c *calls.Call, with nd2.Status) {
	for _, q := range calls.Others[*calls.CompletionQueue](c.Object) {
		for _, s := range q.Outstanding() {
			s.End(with)
		}
	}
}

// ignoring makes a defect: some requests do not look at what is queued: they
// are made again once the engine has announced it.
func ignoring(which func(*calls.Call) bool) Defect {
	return At(calls.CQNotify, func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		if s == nd2.Success && which(c) {
			return c.Proceed()
		}
		return s
	})
}

func dropFirst(list []calls.Outcome) []calls.Outcome {
	if len(list) == 0 {
		return list
	}
	return list[1:]
}
