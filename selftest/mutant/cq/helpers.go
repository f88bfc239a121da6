package cq

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// endOthers ends the requests of all other completion queues.
func endOthers(c *calls.Call, with nd2.Status) {
	for _, q := range calls.Others[*calls.CompletionQueue](c.Object) {
		for _, s := range q.Outstanding() {
			s.End(with)
		}
	}
}

// ignoringQueued carries out a Notify that does not look at what is queued: it is made again once the engine has
// announced that.
func ignoringQueued(c *calls.Call) nd2.Status {
	s := c.Proceed()
	if s == nd2.Success {
		return c.Proceed()
	}
	return s
}

func dropFirst(list []calls.Outcome) []calls.Outcome {
	if len(list) == 0 {
		return list
	}
	return list[1:]
}
