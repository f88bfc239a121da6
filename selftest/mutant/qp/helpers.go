package qp

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// forgetting makes a defect: a call that cancels requests loses the result of one.
func forgetting(method string, which func(*calls.Outcome) bool) Defect {
	return NextResult(On(method).Of(Pair), func(o *calls.Outcome) *calls.Object {
		if o.On != nil && o.Status == nd2.Canceled && which(o) {
			return &o.On.Object
		}
		return nil
	}, Lost)
}

// forgettingAfter makes a defect that loses the first canceled request of a queue
// pair after a result of some kind, or that result itself.
func forgettingAfter(which func(*calls.Outcome) bool) Defect {
	return forgettingAmong(func(*calls.Outcome) bool { return true }, which)
}

// forgettingAmong is forgettingAfter for some requests.
func forgettingAmong(some, which func(*calls.Outcome) bool) Defect {
	return func() calls.Hooks {
		var after, lost calls.Record[bool]
		return calls.Hooks{Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
			return slices.DeleteFunc(fresh, func(o calls.Outcome) bool {
				if o.On == nil {
					return false
				}
				if which(&o) {
					after.Set(&o.On.Object, true)
				}
				return o.Status == nd2.Canceled && some(&o) && after.Get(&o.On.Object) && !lost.Set(&o.On.Object, true)
			})
		}}
	}
}

// reversedCanceled makes a defect: canceled requests that come at once do so
// last first.
func reversedCanceled(which func(*calls.Outcome) bool) Defect {
	return EachBatch(func(fresh []calls.Outcome) []calls.Outcome {
		var places []int
		for i := range fresh {
			if fresh[i].Status == nd2.Canceled && which(&fresh[i]) {
				places = append(places, i)
			}
		}
		for a, b := 0, len(places)-1; a < b; a, b = a+1, b-1 {
			fresh[places[a]], fresh[places[b]] = fresh[places[b]], fresh[places[a]]
		}
		return fresh
	})
}

// outgoing makes mutants that damage what a method sends.
func outgoing(entry, method string) []Mutant {
	const packet = 4096 // bytes; the engine's largest
	damaging := func(which func(n int) int) Defect {
		return At(method, func(c *calls.Call) nd2.Status {
			n := TotalLength(c.SGE)
			i := which(n)
			if i < 0 || i >= n {
				return c.Proceed()
			}
			sge := slices.Clone(c.SGE)
			FlipByte(sge, i)
			if c.Flags&(nd2.Inline|nd2.SilentSuccess) != 0 {
				defer FlipByte(sge, i)
			} else {
				c.OnResult(func(*calls.Outcome) { FlipByte(sge, i) })
			}
			return c.Proceed()
		})
	}
	return []Mutant{
		New(entry+"/first-byte", "The first byte that is sent is wrong.", damaging(func(int) int { return 0 })),
		New(entry+"/last-byte", "The last byte that is sent is wrong.", damaging(Decrement)),
		New(entry+"/second-packet", "The first byte of the second packet is wrong.",
			damaging(func(int) int { return packet })),
	}
}

// incoming makes mutants that damage what is received.
func incoming(entry string, t nd2.RequestType) []Mutant {
	arrived := func(change func(o *calls.Outcome)) Defect {
		return EachResult(func(o *calls.Outcome) {
			if o.Succeeded(t) {
				change(o)
			}
		})
	}
	length := func(o *calls.Outcome) int {
		if t == nd2.RequestReceive {
			return int(o.BytesTransferred)
		}
		return TotalLength(o.Of.SGE)
	}
	return []Mutant{
		New(entry+"/last-byte-stored", "The last byte that arrives is stored wrong.",
			arrived(func(o *calls.Outcome) { FlipByte(o.Of.SGE, length(o)-1) })),
		New(entry+"/middle-byte-stored", "A byte in the middle of what arrives is stored wrong.",
			arrived(func(o *calls.Outcome) { FlipByte(o.Of.SGE, length(o)/2) })),
		New(entry+"/byte-behind", "The byte behind what arrives is overwritten.", arrived(func(o *calls.Outcome) {
			if length(o) == TotalLength(o.Of.SGE) {
				OverwriteBehind(o.Of.SGE)
			} else {
				FlipByte(o.Of.SGE, length(o))
			}
		})),
	}
}

// joined is a copy of the bytes that a list names.
func joined(list []nd2.SGE) (data []byte) {
	for _, e := range list {
		data = append(data, e.Buffer...)
	}
	return data
}

func fail(c *calls.Call) {
	c.OnResult(func(o *calls.Outcome) { o.Status = nd2.RemoteError })
}

// longCall tells the calls of a method that post requests of more than 64 KiB.
func longCall(method string) func(c *calls.Call) bool {
	return func(c *calls.Call) bool { return c.Method == method && TotalLength(c.SGE) > 64<<10 }
}

// carryOutAgain carries out the request of a call again, silently.
func carryOutAgain(c *calls.Call) {
	again := *c
	again.Flags |= nd2.SilentSuccess
	again.Proceed()
}

// resending makes a defect: the latest request of a method is carried out once
// more when GetResults finds nothing, and the request has not ended.
func resending(method string) Defect {
	return Recording(func(c *calls.Call, latest *calls.Record[*calls.Call]) nd2.Status {
		s := c.Proceed()
		switch {
		case c.Method == method && s == nd2.Success:
			again := *c
			latest.Set(&c.OnQP().InitiatorCQ.Object, &again)
		case c.Method == calls.CQGetResults:
			if again := latest.Set(c.Object, nil); again != nil && c.Count == 0 && again.Unfinished() {
				carryOutAgain(again)
			}
		}
		return s
	})
}

func all(*calls.Outcome) bool { return true }

// staysFull makes a defect: a queue that has refused a request for want of
// room refuses all until every request has its result.
func staysFull(which func(method string) bool) Defect {
	return Keeping2(func(c *calls.Call, full *calls.Record[bool], posted *calls.Record[int]) nd2.Status {
		if !which(c.Method) {
			return c.Proceed()
		}
		if full.Get(c.Object) && posted.Get(c.Object) > 0 {
			return nd2.NoMoreEntries
		}
		c.OnResult(func(o *calls.Outcome) { posted.Update(o.Of.Object, Decrement) })
		s := c.Proceed()
		if s == nd2.Success {
			posted.Update(c.Object, Increment)
		}
		full.Set(c.Object, s == nd2.NoMoreEntries)
		return s
	})
}

// cutTo returns the first n bytes that a list names.
func cutTo(list []nd2.SGE, n int) (cut []nd2.SGE) {
	for _, e := range list {
		e.Buffer = e.Buffer[:min(n, len(e.Buffer))]
		n -= len(e.Buffer)
		cut = append(cut, e)
	}
	return cut
}
