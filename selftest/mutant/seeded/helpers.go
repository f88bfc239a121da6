package seeded

import (
	"os"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// oneIn makes a defect that damages one in n results.
func oneIn(many uint64, which func(o *calls.Outcome) bool, damage func(o *calls.Outcome)) Defect {
	return KeepingResults(func(o *calls.Outcome, count *Counter) {
		if which(o) && count.EveryNth(many) {
			damage(o)
		}
	})
}

// muteFrom leaves the requests of a list pending from the n-th on.
func muteFrom(n int, list []*calls.ProxyOverlapped) { Mute(list[min(n, len(list)):]) }

func message(o *calls.Outcome) bool {
	return o.Succeeded(nd2.RequestReceive) && o.BytesTransferred > 0
}

func sge(o *calls.Outcome) []nd2.SGE {
	if o.Of == nil {
		return nil
	}
	return o.Of.SGE
}

// onLists makes a defect that changes a copy of the list of some requests; change says whether it has.
func onLists(which func(c *calls.Call) bool, change func(l []nd2.SGE) bool) Defect {
	return OnCall(func(c *calls.Call) nd2.Status {
		if len(c.SGE) > 1 && which(c) {
			list := append([]nd2.SGE(nil), c.SGE...)
			if change(list) {
				c.SGE = list
			}
		}
		return c.Proceed()
	})
}

// aroundEmpty swaps the entries around an empty one.
func aroundEmpty(l []nd2.SGE) bool {
	for i := 1; i+1 < len(l); i++ {
		if len(l[i].Buffer) == 0 && len(l[i-1].Buffer) > 0 && len(l[i+1].Buffer) > 0 {
			l[i-1], l[i+1] = l[i+1], l[i-1]
			return true
		}
	}
	return false
}

// swapping swaps the first two neighbors for which such holds.
func swapping(such func(a, b []byte) bool) func(l []nd2.SGE) bool {
	return func(l []nd2.SGE) bool {
		for i := 1; i < len(l); i++ {
			if such(l[i-1].Buffer, l[i].Buffer) {
				l[i], l[i-1] = l[i-1], l[i]
				return true
			}
		}
		return false
	}
}

// onBinds makes a defect of Binds to memory of a region, which is given with the call; a Bind that goes
// wrong opens nothing.
func onBinds(good func(c *calls.Call, region []byte) bool) Defect {
	return Recording(func(c *calls.Call, buffers *calls.Record[[]byte]) nd2.Status {
		switch c.Method {
		case calls.MRRegister:
			buffers.Set(c.Object, c.Buffer)
		case calls.MRDeregister:
			buffers.Set(c.Object, nil)
		case calls.QPBind:
			r := calls.ObjectOf(c.Region)
			if r != nil && len(c.Buffer) > 0 && !good(c, buffers.Get(r)) {
				return c.PostIdle()
			}
		}
		return c.Proceed()
	})
}

// staleTokens makes a defect: some requests may name the local tokens of regions that
// were deregistered.
func staleTokens(which func(c *calls.Call) bool) Defect {
	return Keeping2(func(c *calls.Call, dead *Table[uint32, nd2.MemoryRegion], buffers *calls.Record[[]byte]) nd2.Status {
		switch {
		case c.Method == calls.MRRegister:
			buffers.Set(c.Object, c.Buffer)
		case c.Method == calls.MRDeregister:
			token, buffer := c.Self.(*calls.MemoryRegion).Inner.GetLocalToken(), buffers.Get(c.Object)
			s := c.Proceed()
			if !s.Failed() && len(buffer) > 0 {
				dead.Set(token, OpenRegion(c.Parent, buffer))
			}
			return s
		case c.Method == calls.MRGetLocalToken: // which another region may have now
			s := c.Proceed()
			dead.Set(c.Count, nil)
			return s
		case which(c):
			c.SGE = revived(c.SGE, dead)
		}
		return c.Proceed()
	})
}

// revived is a list with the tokens of regions in place of those that are dead.
func revived(list []nd2.SGE, dead *Table[uint32, nd2.MemoryRegion]) []nd2.SGE {
	list = slices.Clone(list)
	for i, e := range list {
		if r := dead.Get(e.MemoryRegionToken); r != nil && len(e.Buffer) > 0 {
			list[i].MemoryRegionToken = r.GetLocalToken()
		}
	}
	return list
}

func gathers(c *calls.Call) bool { return c.Method == calls.QPSend || c.Method == calls.QPWrite }

// posts reports whether a call posts a request to a queue pair.
func posts(c *calls.Call) bool { return Initiates(c) || c.Method == calls.QPReceive }

func anyMessage(o *calls.Outcome) bool { return o.Succeeded(nd2.RequestReceive) }

var queuePairs = On(calls.AdapterCreateQueuePair, calls.AdapterCreateQueuePairWithSrq)

// leakingHandles makes a defect: each such call keeps a handle of the system's, until the instance is
// closed.
func leakingHandles(such Event) Defect {
	return keepingForEach(such, func() any {
		f, err := os.Open(os.DevNull)
		if err != nil {
			return nil
		}
		return f
	}, func(kept any) {
		if f, ok := kept.(*os.File); ok {
			f.Close()
		}
	})
}

func keepingForEach(such Event, take func() any, free func(any)) Defect {
	return func() calls.Hooks {
		var mu sync.Mutex
		var kept []any
		hooks := Upon(such, func(*calls.Call) {
			mu.Lock()
			defer mu.Unlock()
			kept = append(kept, take())
		})()
		hooks.Close = func() {
			mu.Lock()
			defer mu.Unlock()
			for _, one := range kept {
				free(one)
			}
			kept = nil
		}
		return hooks
	}
}

// overtakenNow makes a defect: one in n requests of a method waits for
// the next call that is not the making of a request, and is overtaken by that if it is
// another request of the method on the object.
func overtakenNow(many uint64, method string) Defect {
	return func() calls.Hooks {
		var mu sync.Mutex
		var count Counter
		var waiting *calls.Call
		take := func() *calls.Call {
			mu.Lock()
			defer mu.Unlock()
			late := waiting
			waiting = nil
			return late
		}
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			if ReadsToken(c) {
				return c.Proceed()
			}
			late := take()
			switch {
			case late != nil && late.Object == c.Object && c.Method == method:
				s := c.Proceed()
				late.Proceed()
				return s
			case late != nil:
				late.Proceed()
			}
			if c.Method != method || len(c.SGE) > 4 || c.Flags&nd2.Inline != 0 || !count.EveryNth(many) {
				return c.Proceed()
			}
			kept := *c
			kept.SGE = slices.Clone(c.SGE)
			mu.Lock()
			defer mu.Unlock()
			waiting = &kept
			return nd2.Success
		}}
	}
}

// leakingPlaces makes a defect: a queue that such posts go to has a place less
// after each call that leaks, which names the queue's object. Silent requests take none.
func leakingPlaces(
	leaks func(c *calls.Call, s nd2.Status) *calls.Object, posts func(c *calls.Call) bool,
) Defect {
	return func() calls.Hooks {
		var depth, lost, taken calls.Record[int]
		full := func(o *calls.Object) bool {
			n := lost.Get(o)
			return n > 0 && taken.Get(o)+n >= depth.Get(o)
		}
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			post := posts(c)
			if post && full(c.Object) {
				return nd2.NoMoreEntries
			}
			counted := post && c.Flags&nd2.SilentSuccess == 0
			if counted {
				c.OnResult(func(o *calls.Outcome) { taken.Update(o.Of.Object, Decrement) })
			}
			s := c.Proceed()
			if counted && s == nd2.Success {
				taken.Update(c.Object, Increment)
			}
			if o, n := createdQueue(c, s); o != nil {
				depth.Set(o, n)
			}
			if o := leaks(c, s); o != nil {
				lost.Update(o, Increment)
			}
			return s
		}}
	}
}

// createdQueue returns the queue pair or shared receive queue that a call has created, and
// how deep its initiator or receive queue is; nil of any other call.
func createdQueue(c *calls.Call, s nd2.Status) (*calls.Object, int) {
	if s != nd2.Success {
		return nil, 0
	}
	switch c.Method {
	case calls.AdapterCreateQueuePair, calls.AdapterCreateQueuePairWithSrq:
		return calls.ObjectOf(*c.Out), int(c.InitiatorDepth)
	case calls.AdapterCreateSharedReceiveQueue:
		return calls.ObjectOf(*c.Out), int(c.Depth)
	}
	return nil, 0
}
