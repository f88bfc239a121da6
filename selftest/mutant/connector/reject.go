package connector

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func reject() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("connector.reject.frees-queue-pair/kept",
			"A queue pair can be connected by its first connector only.",
			mutant.Refusing(calls.ConnectorConnect, nd2.ConnectionActive, func(c *calls.Call) bool {
				q, ok := c.QueuePair.(*calls.QueuePair)
				return ok && q.Connector() != nil && q.Connector() != c.Self
			})),
		mutant.New("connector.reject.nothing-to-reject/succeeds", "Reject without anything to reject succeeds.",
			mutant.NeverFailing(calls.ConnectorReject)),
		mutant.New("connector.reject.retry-after-invalid-buffer-size/invalid",
			"After ND_INVALID_BUFFER_SIZE a connector holds no request.",
			afterTooMuch(calls.ConnectorReject, calls.ConnectorReject, calls.ConnectorAccept)),
	}
}
