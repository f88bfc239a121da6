package mutant

import (
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// unusual are faults of what few clients do: regions that don't fill their pages, memory registered
// again with fewer rights, and many windows.
func unusual() []Stateful {
	return []Stateful{
		stateful(Lifetime, "region-rounded-to-page", "From the third registration on, a region reaches to the end of its page.", func() interpose.Hooks {
			var count nth
			return interpose.Hooks{Call: interpose.Before(interpose.MRRegister, func(c *interpose.Call) {
				if count.passed(2) {
					end := (start(c.Buffer) + uintptr(len(c.Buffer)) + 4095) &^ 4095
					n := min(int(end-start(c.Buffer)), cap(c.Buffer))
					if n > len(c.Buffer) && len(c.Buffer) > 48 {
						c.Buffer = c.Buffer[:n]
					}
				}
			})}
		}, "mr.bounds.write"),
		stateful(Lifetime, "region-begins-at-page", "A region that begins in the middle of a page is registered from the page's start on.", func() interpose.Hooks {
			return interpose.Hooks{Call: interpose.At(interpose.MRRegister, func(c *interpose.Call) nd2.Status {
				if off := start(c.Buffer) & 4095; off != 0 && len(c.Buffer) > 48 {
					c.Buffer = reachBack(c.Buffer, int(off))
				}
				return c.Proceed()
			})}
		}, "mr.bounds.write"),
		stateful(Lifetime, "rights-of-before", "Memory that is registered again keeps the rights that it had.", func() interpose.Hooks {
			var mu sync.Mutex
			kept := map[uintptr]nd2.RegionFlags{}
			return interpose.Hooks{Call: interpose.Before(interpose.MRRegister, func(c *interpose.Call) {
				mu.Lock()
				defer mu.Unlock()
				c.Rights |= kept[start(c.Buffer)]
				kept[start(c.Buffer)] = c.Rights
			})}
		}, "mr.rights.no-remote-write"),
		stateful(Lifetime, "local-token-stays", "The local token of a region that was deregistered is good for Sends and Writes.", func() interpose.Hooks {
			var mu sync.Mutex
			dead := map[uint32]nd2.MemoryRegion{}
			var buffers interpose.Record[[]byte]
			return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
				switch c.Method {
				case interpose.MRRegister:
					buffers.Set(c.Object, c.Buffer)
				case interpose.MRDeregister:
					token, buffer := c.Self.(*interpose.MemoryRegion).Inner.GetLocalToken(), buffers.Get(c.Object)
					s := c.Proceed()
					if !s.Failed() {
						if r := openTo(c.Parent, buffer); r != nil {
							mu.Lock()
							dead[token] = r
							mu.Unlock()
						}
					}
					return s
				case interpose.MRGetLocalToken: // it may have become that of another one
					s := c.Proceed()
					mu.Lock()
					delete(dead, c.Count)
					mu.Unlock()
					return s
				case interpose.QPSend, interpose.QPWrite:
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
		stateful(Lifetime, "ninth-window", "While more than eight windows are there, the Bind of the latest opens nothing.", func() interpose.Hooks {
			return interpose.Hooks{Call: interpose.At(interpose.QPBind, func(c *interpose.Call) nd2.Status {
				if w, ok := c.Window.(*interpose.MemoryWindow); ok && c.Parent != nil {
					older := 0
					for _, o := range interpose.Others[*interpose.MemoryWindow](&w.Object) {
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
