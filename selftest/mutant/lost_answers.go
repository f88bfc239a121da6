package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// lostAnswers break what becomes of requests whose answer the network loses. A provider
// that sees no result where one is asked for takes the answer for lost.
func lostAnswers() []Mutant {
	return []Mutant{
		by("qp.send.once", "twice", "Every Send is sent twice.", before(calls.QPSend, carriedOutAlone)),
		by("qp.send.once", "resent", "A Send that is sent again is a message of its own.", resending(calls.QPSend)),
		by("qp.write.once", "always", "Every Write is carried out again when a result is asked for.",
			keeping(func(c *calls.Call, written *calls.Record[*calls.Call]) nd2.Status {
				s := c.Proceed()
				switch {
				case c.Method == calls.QPWrite && s == nd2.Success:
					again := *c
					written.Set(&c.OnQP().InitiatorCQ.Object, &again)
				case c.Method == calls.CQGetResults:
					if again := written.Set(c.Object, nil); again != nil {
						carriedOutAlone(again)
					}
				}
				return s
			})),
		by("qp.write.once", "resent", "A Write that is sent again is carried out again.", resending(calls.QPWrite)),
		by("qp.read.answered-again", "fails", "A Read whose answer is lost fails.",
			waitedFor(func(o *calls.Outcome) { o.Status = nd2.IOTimeout })),
		by("qp.read.answered-again", "first-byte", "A Read that is answered again lacks its first byte.",
			waitedFor(func(o *calls.Outcome) { o.Of.SGE[0].Buffer[0]++ })),
	}
}

// carriedOutAlone carries out the request of a call once more, silently.
func carriedOutAlone(c *calls.Call) {
	again := *c
	again.Flags |= nd2.SilentSuccess
	again.Proceed()
}

// resending makes a defect by which the latest request of a method is carried out once
// more when GetResults finds nothing, and the request has not ended.
func resending(method string) defect {
	return keeping(func(c *calls.Call, latest *calls.Record[*calls.Call]) nd2.Status {
		s := c.Proceed()
		switch {
		case c.Method == method && s == nd2.Success:
			again := *c
			latest.Set(&c.OnQP().InitiatorCQ.Object, &again)
		case c.Method == calls.CQGetResults:
			if again := latest.Set(c.Object, nil); again != nil && c.Count == 0 && again.Unfinished() {
				carriedOutAlone(again)
			}
		}
		return s
	})
}

// waitedFor makes a defect that changes the results of Reads for which GetResults has
// been called in vain.
func waitedFor(change func(o *calls.Outcome)) defect {
	return keeping(func(c *calls.Call, asked *calls.Record[int]) nd2.Status {
		switch c.Method {
		case calls.QPRead:
			queue := &c.OnQP().InitiatorCQ.Object
			before := asked.Get(queue)
			c.OnResult(func(o *calls.Outcome) {
				if o != nil && o.Succeeded(nd2.RequestRead) && asked.Get(queue) > before {
					change(o)
				}
			})
		case calls.CQGetResults:
			s := c.Proceed()
			if c.Count == 0 {
				asked.Update(c.Object, increment)
			}
			return s
		}
		return c.Proceed()
	})
}
