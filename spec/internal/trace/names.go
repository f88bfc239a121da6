package trace

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"github.com/petermattis/goid"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/finding"
)

// names are what a trace calls things that have no name.
type names struct {
	counts  map[string]int
	created []creation
	regions []region
	tokens  map[uint32]string
	aliases map[any]string
}

// A creation is an object's name, and the call that the object came out of.
type creation struct {
	name, is string
	by       *call
}

// A region is memory that was given to be registered.
type region struct {
	name          string
	address, size uintptr
}

// nameOf is the name of an object in the trace, empty if it is none of the trace's.
func nameOf(object any) string {
	if o := calls.ObjectOf(object); o != nil {
		return o.Name
	}
	return ""
}

// Name is an object's name in the trace, or says that it is none of the trace's.
func Name(object any) string {
	return cmp.Or(nameOf(object), "which does not have the interface that was asked for")
}

// kinds are what names begin with, in words.
var kinds = map[string]string{
	"provider": "the provider", "adapter": "an adapter", "cq": "a completion queue", "srq": "a shared receive queue",
	"qp": "a queue pair", "mr": "a memory region", "mw": "a memory window", "connector": "a connector",
	"listener":     "a listener",
	"nd1-provider": "the provider of NetworkDirect v1", "nd1-adapter": "an INDAdapter", "nd1-cq": "an INDCompletionQueue",
	"nd1-mw": "an INDMemoryWindow", "nd1-connector": "an INDConnector", "nd1-listener": "an INDListen",
	"nd1-endpoint": "an INDEndpoint",
	"ndk-provider": "the provider of NDKPI", "ndk-adapter": "an NDK_ADAPTER", "ndk-cq": "an NDK_CQ", "ndk-pd": "an NDK_PD",
	"ndk-mr": "an NDK_MR", "ndk-srq": "an NDK_SRQ", "ndk-qp": "an NDK_QP", "ndk-connector": "an NDK_CONNECTOR",
}

// newName returns the name of a new object of a kind.
func (r *Recorder) newName(kind string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.next(kind)
}

// entered notes an object by its name: the goroutine's current call returns it, or its last call did. QueryInterface
// mostly returns an object that has a name.
func (r *Recorder) entered(name, kind string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	by := r.thread(goid.Get()).current()
	if !by.creates() {
		by = nil
	}
	if by != nil {
		by.out = append(by.out, "_", name)
	}
	if !again(name, by) {
		r.created = append(r.created, creation{name, kinds[kind], by})
	}
	r.hasNew(name, by)
}

// again reports whether what has come out of a call is the object that was asked.
func again(name string, by *call) bool {
	return by != nil && by.method == "QueryInterface" && by.object == name
}

// creates tells whether objects come out of a call: a completion may be called on a
// thread that has called something else.
func (c *call) creates() bool {
	return c != nil && slices.ContainsFunc([]string{"Create", "Open", "Query", "Listen"}, func(verb string) bool {
		return strings.HasPrefix(c.method, verb)
	})
}

// provider is name for what no call has created.
func (r *Recorder) provider(kind, whose string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	name := r.next(kind)
	r.created = append(r.created, creation{name: name, is: kinds[kind] + " " + whose})
	return name
}

// next is one more name of a kind.
func (n *names) next(kind string) string {
	if n.counts == nil {
		n.counts = map[string]int{}
	}
	n.counts[kind]++
	return fmt.Sprintf("%s%d", kind, n.counts[kind])
}

// current is the call that a thread is in, or else its last one.
func (t *thread) current() *call {
	if n := len(t.open); n > 0 {
		return t.open[n-1]
	}
	if n := len(t.done); n > 0 {
		return t.done[(t.next+n-1)%n]
	}
	return nil
}

// objects describes those that are named.
func (r *Recorder) objects(named map[string]bool) (list []finding.Object) {
	for _, c := range r.created {
		if !named[c.name] {
			continue
		}
		o := finding.Object{Name: c.name, Is: c.is}
		if c.by != nil {
			o.Is += ", from " + c.by.object + "." + c.by.method + "(" + r.arguments(c.by) + ")"
		}
		list = append(list, o)
	}
	return list
}

// registered notes that a buffer was given to be registered.
func (r *Recorder) registered(name string, buffer []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.regions = append(r.regions, region{name, addressOf(buffer), uintptr(len(buffer))})
}

// named notes whose a token is, and gives it back.
func (r *Recorder) named(token uint32, name string) uint32 {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tokens == nil {
		r.tokens = map[uint32]string{}
	}
	if r.tokens[token] == "" {
		r.tokens[token] = name
	}
	return token
}

// alias returns a small name to what is only told apart by where it is.
func (r *Recorder) alias(kind string, of any) string {
	if r.aliases == nil {
		r.aliases = map[any]string{}
	}
	if r.aliases[of] == "" {
		r.aliases[of] = r.next(kind)
	}
	return r.aliases[of]
}

// place names memory by the region that it lies in, the latest if there are several; it does not look at the memory.
func (r *Recorder) place(address uintptr) (name string, ok bool) {
	for i := len(r.regions); i > 0; i-- {
		at := r.regions[i-1]
		switch {
		case address < at.address || address >= at.address+at.size:
		case address == at.address:
			return at.name, true
		default:
			return fmt.Sprintf("%s+%d", at.name, address-at.address), true
		}
	}
	return "", false
}

func addressOf(buffer []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(buffer))) }
