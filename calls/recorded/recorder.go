package recorded

import (
	"cmp"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// most limits the noted calls; beyond it, none are kept.
const most = 1 << 14

// A Recorder notes the calls of one process.
type Recorder struct {
	*notes
	// requests are the calls that made overlapped requests, by the numbers of these.
	requests map[uint64]*asked
	names    map[any]string
	counts   map[string]int
	tokens   map[uint32]string
	latest   map[string]uint32 // the tokens of regions and windows
	locals   map[string]uint32 // those of regions for their own adapter
	released []string          // the objects released last, oldest first
	registered
	told
}

// notes are what the recorders of several processes have in common.
type notes struct {
	mu    sync.Mutex
	began time.Time
	list
	full bool
	// listeners are the listeners by their ports, the latest of several, and bound by their addresses, where those are
	// none of all.
	listeners map[uint16]string
	bound     map[netip.AddrPort]string
	processes []*Recorder
	adapters  []uint64 // the ids of those that were opened
	// before is how many processes other recorders have noted before, and others are the recorders of other files.
	before int
	others []*Recorder
	// makers are the numbers of the adapters that have made objects, and hosts the adapters with an address.
	makers map[string]int
	hosts  map[netip.Addr]int
	// keeps says that regions stay known that are deregistered.
	keeps bool
}

// NewRecorder returns an empty recorder.
func NewRecorder() *Recorder {
	return (&notes{
		began: time.Now(), listeners: map[uint16]string{}, bound: map[netip.AddrPort]string{}, makers: map[string]int{},
		hosts: map[netip.Addr]int{},
	}).process()
}

// Beside returns the recorder of another process, which notes in the same list.
func (r *Recorder) Beside() *Recorder { return r.process() }

func (n *notes) process() *Recorder {
	r := &Recorder{
		notes: n, requests: map[uint64]*asked{}, names: map[any]string{}, counts: map[string]int{},
		tokens: map[uint32]string{}, latest: map[string]uint32{}, locals: map[string]uint32{}, registered: newRegistered(),
		told: told{index: n.before + len(n.processes), going: map[uint64]begun{}},
	}
	n.processes = append(n.processes, r)
	return r
}

// Around puts the recorder around an instance; the caller still closes the instance.
func (r *Recorder) Around(inner providers.Instance) providers.Instance {
	return calls.Around(inner, calls.Hooks{Early: true, Call: r.call})
}

// Calls returns the noted calls, oldest first; nil if there were too many.
func (r *Recorder) Calls() []Call {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.full {
		return nil
	}
	calls := make([]Call, len(r.lines))
	for i, line := range r.lines {
		calls[i] = line.Call
	}
	return calls
}

// silent are the methods that are not noted: they change nothing, or another call shows the
// change.
var silent = []string{
	calls.MRGetLocalToken, calls.MRGetRemoteToken, calls.MWGetRemoteToken, calls.QueryInterface,
	calls.GetOverlappedResult, calls.EventReset, calls.PortPost, calls.FileBindCompletionPort, calls.AdapterQuery,
}

// call notes a call, in the order in which calls begin. It skips a poll that finds nothing.
func (r *Recorder) call(c *calls.Call) nd2.Status {
	switch {
	case slices.Contains(silent, c.Method):
		s := c.Proceed()
		r.token(c)
		return s
	case c.Method == calls.CQGetResults:
		at := time.Since(r.began)
		s := c.Proceed()
		if c.Count > 0 {
			n := r.note(c, at, 0)
			r.end(n, c, s)
		}
		return s
	}
	n := r.note(c, time.Since(r.began), 0)
	s := c.Proceed()
	r.end(n, c, s)
	return s
}

// token notes whose token was asked for.
func (r *Recorder) token(c *calls.Call) {
	switch c.Method {
	case calls.MRGetLocalToken, calls.MRGetRemoteToken, calls.MWGetRemoteToken:
		r.mu.Lock()
		defer r.mu.Unlock()
		name := r.on(c)
		if c.Method == calls.MRGetLocalToken {
			r.local[c.Count], r.locals[name] = name, c.Count
			return
		}
		r.tokens[c.Count], r.latest[name] = name, c.Count
	}
}

// note notes the begin of a call, and returns its number, or -1 if there are too many.
func (r *Recorder) note(c *calls.Call, at time.Duration, thread uint32) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.full = r.full || r.pass == nil && len(r.lines) == most
	if r.full {
		return -1
	}
	noted := r.parameters(c)
	noted.At = at.Seconds()
	n := r.begin(noted, thread)
	if c.Proxy != nil && c.Method != calls.EventSet {
		r.requests[c.Proxy.Number] = &asked{of: n, on: noted.On, method: noted.Method}
	}
	return n
}

// end notes a call's return.
func (r *Recorder) end(n int, c *calls.Call, s nd2.Status) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n < r.first { // there are too many, or it has taken too long
		return
	}
	defer r.ended(n)
	noted := r.at(n)
	noted.Status = s
	noted.Awaited = s == nd2.Pending
	r.connecting(c, &noted.Call)
	if noted.Method == "QueryAddressList" && s == nd2.BufferOverflow {
		noted.Room = new(uint32)
	}
	switch {
	case c.Method == calls.CQGetResults:
		noted.Results = append([]nd2.Result{}, c.Results[:c.Count]...)
		r.took(noted.On, noted.Results)
	case c.Method == calls.EventSet:
		of := r.requests[c.Proxy.Number]
		noted.Of, noted.Status, noted.Request = of.of, c.Proxy.Status(), of.method
	case c.Method == calls.MRRegister && s.Failed():
		r.unregistered(noted.On, memory.Address(c.Buffer))
	case c.Method == calls.MRDeregister && !s.Failed() && !r.keeps:
		r.deregister(noted.On)
	case c.Made != nil && c.Made.Name != "":
		noted.Made = r.renamed(c.Made.Name)
	case c.Out != nil && s == nd2.Success:
		noted.Made = r.name(*c.Out)
	case c.Method == calls.Release && c.Count == 0 && r.pass == nil:
		r.deregister(noted.On)
		maps.DeleteFunc(r.bound, func(_ netip.AddrPort, name string) bool { return name == noted.On })
	case c.Method == calls.Release && c.Count == 0 && !r.keeps:
		r.release(noted.On)
	}
	if noted.Made != "" { // an adapter may be opened again
		r.released = slices.DeleteFunc(r.released, func(name string) bool { return name == noted.Made })
	}
	if noted.Method == "OpenAdapter" && r.makers != nil {
		r.makers[noted.Made] = noted.Adapter
	} else if end, ok := r.makers[noted.On]; ok && noted.Made != "" {
		r.makers[noted.Made] = end
	}
}

// enough is more room than an address or private data takes.
const enough = 1 << 10

// parameters are a call's parameters. The recorder is locked.
func (r *Recorder) parameters(c *calls.Call) Call {
	_, method, _ := strings.Cut(c.Method, "::")
	noted := Call{
		On: r.on(c), Method: method, Depth: c.Depth, SGEs: c.SGEs, Threshold: c.Threshold, Backlog: c.Backlog,
		ReceiveDepth: c.ReceiveDepth, InitiatorDepth: c.InitiatorDepth, ReceiveSGEs: c.ReceiveSGEs,
		InitiatorSGEs: c.InitiatorSGEs, InlineSize: c.InlineSize,
		InboundReads: c.InboundReads, OutboundReads: c.OutboundReads, Context: uint64(c.Context), Flags: c.Flags,
		Rights: c.Rights, Notify: c.NotifyType, Bytes: r.Bytes,
		ReceiveCQ: r.known(c.ReceiveCQ), InitiatorCQ: r.known(c.InitiatorCQ), SRQ: r.known(c.SRQ),
		Region: r.known(c.Region), Window: r.known(c.Window), QueuePair: r.known(c.QueuePair),
		Connector: r.known(c.Connector),
	}
	far := r.far(c.Token)
	noted.Token = far.tokens[c.Token]
	latest, known := far.latest[noted.Token]
	noted.Invalidated = known && latest != c.Token && !far.keeps // of what is over, each token was the latest once
	switch c.Method {
	case calls.MRRegister:
		whole := extent{memory.Address(c.Buffer), len(c.Buffer)}
		noted.Place = Place{Region: noted.On, Length: whole.size}
		if r.pass == nil { // another process's memory is told of by its address alone, and may be used again
			noted.Place = r.within(whole, noted.On)
		}
		r.regions = append(r.regions, region{whole, noted.On})
	case calls.QPBind:
		noted.Place = r.place(noted.Region, memory.Address(c.Buffer), len(c.Buffer))
	case calls.ProviderOpenAdapter:
		noted.Adapter = r.adapter(c.AdapterID)
	case calls.ConnectorGetPrivateData, calls.ConnectorGetLocalAddress, calls.ConnectorGetPeerAddress,
		calls.ListenerGetLocalAddress:
		if c.Size != nil && *c.Size < enough {
			size := *c.Size
			noted.Room = &size
		}
	case calls.QPRead, calls.QPWrite:
		length := 0
		for _, e := range c.SGE {
			length += len(e.Buffer)
		}
		noted.Place = far.place(noted.Token, c.Address, length)
	}
	for _, e := range c.SGE {
		own := r.local[e.MemoryRegionToken]
		p := r.place(own, memory.Address(e.Buffer), len(e.Buffer))
		if r.locals[own] != e.MemoryRegionToken {
			own = ""
		}
		if own != p.Region {
			p.Token = cmp.Or(own, Nobody)
		}
		noted.Entries = append(noted.Entries, p)
	}
	return noted
}

// known is an object's name; the object may be nil.
func (r *Recorder) known(object nd2.Unknown) string {
	if object == nil {
		return ""
	}
	return r.name(object)
}

// kinds are the names' prefixes.
var kinds = map[string]string{
	"Provider": "provider", "Adapter": "adapter", "CompletionQueue": "cq", "SharedReceiveQueue": "srq", "QueuePair": "qp",
	"MemoryRegion": "mr", "MemoryWindow": "mw", "Connector": "connector", "Listener": "listener", "File": "file",
}

// KindOfInterface is how names of objects with an interface begin: "qp" for IND2QueuePair. It is empty for others.
func KindOfInterface(name string) string { return kinds[strings.TrimPrefix(name, "IND2")] }

func (r *Recorder) name(object any) string {
	if o := calls.ObjectOf(object); o != nil && o.Name != "" {
		return r.renamed(o.Name)
	}
	if name, ok := r.names[object]; ok {
		return name
	}
	kind := fmt.Sprintf("%T", object)
	kind = kinds[kind[strings.LastIndexByte(kind, '.')+1:]]
	r.counts[kind]++
	r.names[object] = fmt.Sprintf("%s%d", kind, r.counts[kind])
	return r.names[object]
}
