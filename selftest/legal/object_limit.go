package legal

import (
	"strings"
	"sync"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// defaultLimit is how many there are where there are few of something.
const defaultLimit = 4

// An objectLimit limits the number of objects of a kind to which clients have references.
type objectLimit struct {
	mu sync.Mutex
	// references are the clients', and live counts the objects of each kind.
	references map[*calls.Object]int
	live       map[string]int

	// most is the limit of each kind, or of the kind only if that is not empty.
	most int
	only string
	// An object that is released makes room for another one after a delay.
	freed timers
	after time.Duration
}

// limitObjects limits the objects of one kind, or of each if that is empty, on both adapters together.
func limitObjects(kind string, most int) func() calls.Hooks {
	return func() calls.Hooks { return (&objectLimit{most: most, only: kind}).hooks() }
}

func (l *objectLimit) hooks() calls.Hooks {
	l.references, l.live = map[*calls.Object]int{}, map[string]int{}
	return calls.Hooks{Call: l.call, Close: l.freed.close}
}

func (l *objectLimit) call(c *calls.Call) nd2.Status {
	switch {
	case c.Method == calls.AddRef:
		l.count(c.Object, 1)
	case c.Method == calls.Release:
		defer l.count(c.Object, -1)
	case c.Method == calls.QueryInterface:
		status := c.Proceed()
		if o := found(c); status == nd2.Success && o != nil {
			l.count(o, 1)
		}
		return status
	case strings.HasPrefix(c.Method, "IND2Adapter::Create") && c.Method != calls.AdapterCreateOverlappedFile,
		c.Method == calls.ProviderOpenAdapter && l.only == "IND2Adapter":
		return l.create(c)
	}
	return c.Proceed()
}

func (l *objectLimit) create(c *calls.Call) nd2.Status {
	if l.full(kind(c.Method)) {
		return nd2.InsufficientResources
	}
	status := c.Proceed()
	if o := found(c); status == nd2.Success && o != nil {
		l.count(o, 1)
	}
	return status
}

// kind is that of the objects that a method creates.
func kind(method string) string {
	switch {
	case method == calls.ProviderOpenAdapter:
		return "IND2Adapter"
	case strings.HasPrefix(method, calls.AdapterCreateQueuePair):
		return "IND2QueuePair"
	}
	return "IND2" + strings.TrimPrefix(method, "IND2Adapter::Create")
}

func found(c *calls.Call) *calls.Object {
	if c.Out == nil {
		return nil
	}
	return calls.ObjectOf(*c.Out)
}

func (l *objectLimit) full(kind string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.live[kind] >= l.most && (l.only == "" || l.only == kind)
}

// count counts the references to an object.
func (l *objectLimit) count(o *calls.Object, more int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	old := l.references[o]
	switch {
	case old == 0 && more > 0:
		l.live[o.Kind]++
	case old > 0 && old+more == 0:
		delete(l.references, o)
		l.free(o.Kind)
		return
	case old == 0:
		return
	}
	l.references[o] = old + more
}

// free makes room for another object of a kind.
func (l *objectLimit) free(kind string) {
	if l.after == 0 {
		l.live[kind]--
		return
	}
	l.freed.after(l.after, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.live[kind]--
	})
}
