package legal

import (
	"strings"
	"sync"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// few is how many objects of a kind [fewObjects] lets there be.
const few = 4

// lateRoomObjects is how many objects of a kind [lateRoom] lets there be.
const lateRoomObjects = 8192

// A census counts the objects that clients have references to. What the engine keeps
// of those that are released is its own.
type census struct {
	mu sync.Mutex
	// references are the clients', living the objects of each kind.
	references map[*calls.Object]int
	living     map[string]int

	// most is how many objects of a kind there can be; if only is not empty, of that kind.
	most int
	only string
	// freed puts off that there is room for another one.
	freed later
	after time.Duration
}

func fewObjects() calls.Hooks { return newCensus(few, 0) }

func lateRoom() calls.Hooks { return newCensus(lateRoomObjects, time.Millisecond) }

// objectsOf makes hooks that let there be so many objects of one kind on both adapters together.
func objectsOf(kind string, most int) func() calls.Hooks {
	return func() calls.Hooks { return (&census{most: most, only: kind}).hooks() }
}

func newCensus(most int, after time.Duration) calls.Hooks {
	return (&census{most: most, after: after}).hooks()
}

func (n *census) hooks() calls.Hooks {
	n.references, n.living = map[*calls.Object]int{}, map[string]int{}
	return calls.Hooks{Call: n.call, Close: n.freed.close}
}

func (n *census) call(c *calls.Call) nd2.Status {
	switch {
	case c.Method == calls.AddRef:
		n.refer(c.Object, 1)
	case c.Method == calls.Release:
		defer n.refer(c.Object, -1)
	case c.Method == calls.QueryInterface:
		status := c.Proceed()
		if o := found(c); status == nd2.Success && o != nil {
			n.refer(o, 1)
		}
		return status
	case strings.HasPrefix(c.Method, "IND2Adapter::Create") && c.Method != calls.AdapterCreateOverlappedFile,
		c.Method == calls.ProviderOpenAdapter && n.only == "IND2Adapter":
		return n.create(c)
	}
	return c.Proceed()
}

func (n *census) create(c *calls.Call) nd2.Status {
	if n.full(kind(c.Method)) {
		return nd2.InsufficientResources
	}
	status := c.Proceed()
	if o := found(c); status == nd2.Success && o != nil {
		n.refer(o, 1)
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

func (n *census) full(kind string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.living[kind] >= n.most && (n.only == "" || n.only == kind)
}

// refer counts references to an object of which some are counted, or the first.
func (n *census) refer(o *calls.Object, more int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	old := n.references[o]
	switch {
	case old == 0 && more > 0:
		n.living[o.Kind]++
	case old > 0 && old+more == 0:
		delete(n.references, o)
		n.free(o.Kind)
		return
	case old == 0:
		return
	}
	n.references[o] = old + more
}

// free makes room for another object of a kind, sooner or later.
func (n *census) free(kind string) {
	if n.after == 0 {
		n.living[kind]--
		return
	}
	n.freed.after(n.after, func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.living[kind]--
	})
}
