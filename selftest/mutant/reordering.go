package mutant

import (
	"slices"
	"strings"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// SwappingPairs makes a defect: of two requests that are posted in a row the
// second is posted first.
func SwappingPairs(method string) Defect {
	return func() calls.Hooks {
		var mu sync.Mutex
		waiting := map[*calls.Object]func(){}
		post := func(o *calls.Object) bool {
			mu.Lock()
			first := waiting[o]
			delete(waiting, o)
			mu.Unlock()
			if first != nil {
				first()
			}
			return first != nil
		}
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			if ReadsToken(c) {
				return c.Proceed()
			}
			if c.Method != method {
				mu.Lock()
				objects := make([]*calls.Object, 0, len(waiting))
				for o := range waiting {
					objects = append(objects, o)
				}
				mu.Unlock()
				for _, o := range objects {
					post(o)
				}
				return c.Proceed()
			}
			mu.Lock()
			_, second := waiting[c.Object]
			if !second {
				late := *c
				late.SGE = slices.Clone(c.SGE)
				waiting[c.Object] = func() { late.Proceed() }
			}
			mu.Unlock()
			if !second {
				return nd2.Success
			}
			s := c.Proceed()
			post(c.Object)
			return s
		}}
	}
}

// ReadsToken reports whether clients make a call to put a request
// together.
func ReadsToken(c *calls.Call) bool { return strings.HasSuffix(c.Method, "Token") }

// DeferredList makes a mutant that reads the entries of a request once the method has returned.
func DeferredList(entry, method string) Mutant {
	return New(entry+"/late", "The request's list is read after the call has returned.", deferring(method, 0))
}

// DeferredEntries makes a mutant that reads all entries of a request but the first one once the method
// has returned.
func DeferredEntries(entry, method string) Mutant {
	return New(entry+"/others-late", "The request's entries behind the first are read after the call has returned.",
		deferring(method, 1))
}

// deferring makes a defect: requests of a method are posted with the next call on anything, with the
// entries that their lists have then; of the first ones, with those that they had.
func deferring(method string, first int) Defect {
	return Recording(func(c *calls.Call, late *calls.Record[[]func()]) nd2.Status {
		if ReadsToken(c) {
			return c.Proceed()
		}
		for _, post := range late.Set(nil, nil) {
			post()
		}
		if c.Method != method {
			return c.Proceed()
		}
		early := slices.Clone(c.SGE[:min(first, len(c.SGE))])
		late.Update(nil, func(list []func()) []func() {
			return append(list, func() {
				c.SGE = slices.Concat(early, c.SGE[len(early):])
				c.Proceed()
			})
		})
		return nd2.Success
	})
}
