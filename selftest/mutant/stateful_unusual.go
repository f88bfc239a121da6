package mutant

import (
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// unusual are faults of what few clients do: regions that don't fill their pages, memory registered
// again with fewer rights, and many windows.
func unusual() []Stateful {
	return []Stateful{
		stateful(Lifetime, "region-rounded-to-page", "From the third registration on, a region reaches to the end of its page.", func() calls.Hooks {
			var count nth
			return calls.Hooks{Call: calls.Before(calls.MRRegister, func(c *calls.Call) {
				if count.passed(2) {
					end := (start(c.Buffer) + uintptr(len(c.Buffer)) + 4095) &^ 4095
					n := min(int(end-start(c.Buffer)), cap(c.Buffer))
					if n > len(c.Buffer) && len(c.Buffer) > 48 {
						c.Buffer = c.Buffer[:n]
					}
				}
			})}
		}, "mr.bounds.write"),
		stateful(Lifetime, "region-begins-at-page", "A region that begins in the middle of a page is registered from the page's start on.", func() calls.Hooks {
			return calls.Hooks{Call: calls.At(calls.MRRegister, func(c *calls.Call) nd2.Status {
				if off := start(c.Buffer) & 4095; off != 0 && len(c.Buffer) > 48 {
					c.Buffer = reachBack(c.Buffer, int(off))
				}
				return c.Proceed()
			})}
		}, "mr.bounds.write"),
		stateful(Lifetime, "rights-of-before", "Memory that is registered again keeps the rights that it had.", func() calls.Hooks {
			var mu sync.Mutex
			kept := map[uintptr]nd2.RegionFlags{}
			return calls.Hooks{Call: calls.Before(calls.MRRegister, func(c *calls.Call) {
				mu.Lock()
				defer mu.Unlock()
				c.Rights |= kept[start(c.Buffer)]
				kept[start(c.Buffer)] = c.Rights
			})}
		}, "mr.rights.no-remote-write"),
		stateful(Lifetime, "local-token-stays", "The local token of a region that was deregistered is good for Sends and Writes.", func() calls.Hooks {
			var mu sync.Mutex
			dead := map[uint32]nd2.MemoryRegion{}
			var buffers calls.Record[[]byte]
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				switch c.Method {
				case calls.MRRegister:
					buffers.Set(c.Object, c.Buffer)
				case calls.MRDeregister:
					token, buffer := c.Self.(*calls.MemoryRegion).Inner.GetLocalToken(), buffers.Get(c.Object)
					s := c.Proceed()
					if !s.Failed() {
						if r := openTo(c.Parent, buffer); r != nil {
							mu.Lock()
							dead[token] = r
							mu.Unlock()
						}
					}
					return s
				case calls.MRGetLocalToken: // it may have become that of another one
					s := c.Proceed()
					mu.Lock()
					delete(dead, c.Count)
					mu.Unlock()
					return s
				case calls.QPSend, calls.QPWrite:
					mu.Lock()
					for i, e := range c.SGE {
						if r := dead[e.MemoryRegionToken]; r != nil && len(e.Buffer) > 0 {
							c.SGE = append([]nd2.SGE(nil), c.SGE...)
							c.SGE[i].MemoryRegionToken = r.GetLocalToken()
						}
					}
					mu.Unlock()
				}
				return c.Proceed()
			}}
		}, "mr.deregister.ends-local-access"),
		stateful(Lifetime, "ninth-window", "While more than eight windows are there, the Bind of the latest opens nothing.", func() calls.Hooks {
			return calls.Hooks{Call: calls.At(calls.QPBind, func(c *calls.Call) nd2.Status {
				if w, ok := c.Window.(*calls.MemoryWindow); ok && c.Parent != nil {
					older := 0
					for _, o := range calls.Others[*calls.MemoryWindow](&w.Object) {
						if o.Parent == w.Parent && o.Born < w.Born {
							older++
						}
					}
					if older >= 8 {
						return c.PostIdle()
					}
				}
				return c.Proceed()
			})}
		}, "qp.bind.nd-success"),
	}
}
