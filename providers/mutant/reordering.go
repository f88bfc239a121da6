package mutant

import (
	"slices"
	"strings"
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// pairwise makes a defect by which of two requests that are posted in a row the
// second is posted first.
func pairwise(method string) defect {
	return func() interpose.Hooks {
		var mu sync.Mutex
		waiting := map[*interpose.Object]func(){}
		post := func(o *interpose.Object) bool {
			mu.Lock()
			first := waiting[o]
			delete(waiting, o)
			mu.Unlock()
			if first != nil {
				first()
			}
			return first != nil
		}
		return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
			if betweenRequests(c) {
				return c.Proceed()
			}
			if c.Method != method {
				mu.Lock()
				objects := make([]*interpose.Object, 0, len(waiting))
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

// betweenRequests reports whether a call is one that clients make to put a request
// together.
func betweenRequests(c *interpose.Call) bool { return strings.HasSuffix(c.Method, "Token") }

// lateLists are mutants that look at the client's list, or at inline data, only at
// the next call.
func lateLists() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"qp.send.list-is-copied", interpose.QPSend},
		{"qp.write.list-is-copied", interpose.QPWrite},
		{"qp.read.list-is-copied", interpose.QPRead},
		{"qp.receive.list-is-copied", interpose.QPReceive},
		{"srq.receive.list-is-copied", interpose.SRQReceive},
		{"qp.send.inline-is-copied", interpose.QPSend},
		{"qp.write.inline-is-copied", interpose.QPWrite},
	} {
		list = append(list, by(m.entry, "late", "What a request names is looked at after the call has returned.", deferring(m.method)))
	}
	return list
}

// deferring makes a defect by which requests of a method are posted with the next
// call on anything.
func deferring(method string) defect {
	return keeping(func(c *interpose.Call, late *interpose.Record[[]func()]) nd2.Status {
		if betweenRequests(c) {
			return c.Proceed()
		}
		for _, post := range late.Set(nil, nil) {
			post()
		}
		if c.Method != method {
			return c.Proceed()
		}
		late.Update(nil, func(list []func()) []func() { return append(list, func() { c.Proceed() }) })
		return nd2.Success
	})
}
