package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// unchecked are faults of requests that must fail, and of numbers that come round.
func unchecked() []Stateful {
	return []Stateful{
		stateful(Data, "first-packet-checked", "Of a Read of more than 1,024 bytes that begins in a region and ends beyond it what fits is fetched.", checkedAtFirst(calls.QPRead), "mr.bounds.read"),
		stateful(Data, "first-packet-stored", "Of a Write of more than 1,024 bytes that begins in a region and ends beyond it what fits is stored, and no more is said.", checkedAtFirst(calls.QPWrite), "mr.bounds.write", "cq.getresults.remote-access", "qp.error.ends-connection"),
		stateful(Data, "srq-cuts-off", "A message that is longer than the Receive of a shared queue that it takes ends that with success, without what did not fit.", each(func(o *calls.Outcome) {
			if o.FromSRQ() && (o.Status == nd2.BufferOverflow || o.Status == nd2.DataOverrun) {
				o.Status, o.BytesTransferred = nd2.Success, uint32(total(o.Of.SGE))
			}
		}), "cq.getresults.receive.nd-buffer-overflow", "qp.receive.longer-message"),
		stateful(Data, "receive-token-unchecked", "A Receive may be into memory by the local token of a region that was deregistered.", staleTokens(func(c *calls.Call) bool { return c.Method == calls.QPReceive }), "cq.getresults.receive.nd-access-violation", "mr.deregister.ends-local-access"),
		stateful(Order, "two-threads-one-result", "Of two threads that take results of one queue at a time one may be given what the other was given.", func() calls.Hooks {
			var inside calls.Record[int]
			var last calls.Record[nd2.Result]
			return calls.Hooks{Call: calls.At(calls.CQGetResults, func(c *calls.Call) nd2.Status {
				inside.Update(c.Object, increment)
				s := c.Proceed()
				switch n := int(c.Count); {
				case n > 0 && n <= len(c.Results):
					last.Set(c.Object, c.Results[n-1])
				case n == 0 && len(c.Results) > 0 && inside.Get(c.Object) > 1:
					if r := last.Set(c.Object, nd2.Result{}); r.RequestContext != 0 {
						c.Results[0], c.Count = r, 1
					}
				}
				inside.Update(c.Object, func(n int) int { return n - 1 })
				return s
			})}
		}, "cq.notify.parallel", "cq.getresults.every-request-ends"),
		stateful(Counting, "message-4096", "The last byte of each 4,096th message of a queue pair is wrong.", messageOf(1<<12), "qp.send.delivers"),
		stateful(Counting, "message-65536", "The last byte of each 65,536th message of a queue pair is wrong.", messageOf(1<<16), "qp.send.delivers"),
	}
}

// checkedAtFirst makes a defect of requests that reach beyond a region from within: they end there.
func checkedAtFirst(method string) defect {
	return func() calls.Hooks {
		var regions calls.Record[map[uint32][]byte]
		var buffers calls.Record[[]byte]
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			switch c.Method {
			case calls.MRRegister:
				buffers.Set(c.Object, c.Buffer)
			case method:
				cutOff(c, regions.Get(nil)[c.Token])
			}
			s := c.Proceed()
			if c.Method == calls.MRGetRemoteToken {
				regions.Update(nil, func(m map[uint32][]byte) map[uint32][]byte { return with(m, c.Count, buffers.Get(c.Object)) })
			}
			return s
		}}
	}
}

// cutOff has a request of more than 1,024 bytes in one entry end where a region does.
func cutOff(c *calls.Call, region []byte) {
	n := total(c.SGE)
	if n <= 1024 || len(region) == 0 || len(c.SGE) != 1 {
		return
	}
	at, end := uintptr(c.Address), start(region)+uintptr(len(region))
	if at >= start(region) && at < end && at+uintptr(n) > end {
		c.SGE = append([]nd2.SGE(nil), c.SGE...)
		c.SGE[0].Buffer = c.SGE[0].Buffer[:end-at]
	}
}

// messageOf makes a defect of one in so many messages that Receives of a queue pair's own take.
func messageOf(many int) defect {
	return func() calls.Hooks {
		var taken calls.Record[int]
		return calls.Hooks{Results: calls.Each(func(o *calls.Outcome) {
			if !message(o) || o.FromSRQ() {
				return
			}
			n := taken.Get(o.Of.Object) + 1
			taken.Set(o.Of.Object, n)
			if n%many == 0 {
				damageAt(o.Of.SGE, int(o.BytesTransferred)-1)
			}
		})}
	}
}
