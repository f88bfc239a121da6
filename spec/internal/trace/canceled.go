package trace

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// Failure is said to cancel the requests of a queue pair on which one has ended with an error.
const Failure = "a failure"

// cancels notes that the requests posted to a queue pair that have no result are canceled, and
// that a Receive of its shared queue may be, into which it has put a part of a message. The
// recorder is locked.
func (q *requests) cancels(pair, by string) {
	shared := q.shared[pair]
	for _, c := range q.owed {
		switch at := c.object; {
		case c.canceledBy == "" && at == pair:
			c.canceledBy = by
		case c.halfFilledBy == "" && shared != "" && at == shared:
			c.halfFilledBy = by
		}
	}
}

// connects notes which queue pair a connector connects. The recorder is locked.
func (q *requests) connects(c *call) {
	if c.method != "Connect" && c.method != "Accept" || len(c.args) == 0 {
		return
	}
	if pair := nameOf(c.args[0]); pair != "" {
		if q.pairs == nil {
			q.pairs = map[string]string{}
		}
		q.pairs[c.object] = pair
	}
}

// ends takes a call that cancels what is posted to a queue pair. The recorder is locked.
func (q *requests) ends(c *call) {
	if !slices.Contains([]any{nd2.Success, nd2.Pending}, c.result) {
		return
	}
	switch method := c.of; method {
	case "IND2QueuePair::Flush":
		q.cancels(c.object, method)
	case "IND2Connector::Disconnect":
		if pair := q.pairs[c.object]; pair != "" {
			q.cancels(pair, method)
		}
	}
}
