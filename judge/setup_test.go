package judge_test

import (
	"bytes"
	"cmp"
	"testing"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/around"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"

	_ "github.com/ndconform/ndconform/providers/ref"
)

const (
	limit = 20 * time.Second
	depth = 4    // requests of a queue
	size  = 8192 // bytes of a region
)

// A setup is two connected ends on adapters that are watched.
type setup struct {
	t        testing.TB
	instance providers.Instance
	provider nd2.Provider
	listener nd2.Listener
	ends     [2]*end
	// connection has what the ends have.
	connection ndclient.Connection
	pool       memory.Pool
	checker    *judge.Checker // nil if nobody watches
	recording  bytes.Buffer
	// reads are how many Reads each end offers; 0 means 4, and less means none.
	reads int
}

// An end is what one side has.
type end struct {
	ndclient.Adapter
	at    ndclient.End
	queue nd2.CompletionQueue
	pair  nd2.QueuePair
	conn  nd2.Connector
	// region is of memory, and window is bound to nothing.
	region nd2.MemoryRegion
	memory []byte
	token  uint32
	window nd2.MemoryWindow
	// keeps says that an object is not the setup's to release.
	keeps map[nd2.Unknown]bool
}

// open makes two ends on the provider of a selector, which is watched, that are not connected.
func open(t testing.TB, selector string) *setup { return openWith(t, selector, true, nil) }

// openWith is open; hook, if not nil, stands between the provider and the layer.
func openWith(t testing.TB, selector string, watches bool, hook func(*calls.Call) nd2.Status) *setup {
	inner, err := opened(selector, hook)
	if err != nil {
		t.Fatal(err)
	}
	s := &setup{t: t, instance: inner}
	if watches {
		s.checker = judge.New(nil)
		s.checker.Record(s.record)
		s.instance = around.Instance(inner, s.checker, func() { s.checker.End() })
	}
	s.provider = s.instance.ND2()
	addresses := new(nd2.SocketAddressList)
	space := uint32(1 << 12)
	s.ok("QueryAddressList", s.provider.QueryAddressList(addresses, &space))
	seen := map[uint64]bool{}
	for _, a := range addresses.Address {
		var id uint64
		s.ok("ResolveAddress", s.provider.ResolveAddress(a, &id))
		if at, _ := nd2.ParseSockaddr(a); !seen[id] && len(seen) < 2 {
			s.ends[len(seen)] = s.end(ndclient.End{Instance: s.instance, Provider: s.provider, ID: id, Address: at.Addr()})
			seen[id] = true
		}
	}
	if len(seen) < 2 {
		t.Fatalf("%s has %d adapters", selector, len(seen))
	}
	return s
}

// opened opens the provider of a selector, with a hook around it if there is one.
func opened(selector string, hook func(*calls.Call) nd2.Status) (providers.Instance, error) {
	if hook != nil {
		return calls.Open(selector, calls.Hooks{Call: hook, Early: true})
	}
	parsed, err := providers.ParseSelector(selector)
	if err != nil {
		return nil, err
	}
	return parsed.Open()
}

func (s *setup) end(at ndclient.End) *end {
	a, f := at.Open(nil)
	s.fine(f)
	info, status := providers.QueryInfo(a.Adapter)
	s.ok("Query", status)
	at.Info = info
	e := &end{Adapter: a, at: at, keeps: map[nd2.Unknown]bool{}}
	e.queue = make1[nd2.CompletionQueue](s, a.CompletionQueue(4*depth))
	e.pair = make1[nd2.QueuePair](s, a.QueuePair(ndclient.Pair{
		Receives: e.queue, Initiated: e.queue, Context: 7, ReceiveDepth: depth, InitiatorDepth: depth, ReceiveEntries: 2,
		InitiatorEntries: 2, Inline: 64,
	}))
	e.conn = make1[nd2.Connector](s, a.Connector())
	e.region = make1[nd2.MemoryRegion](s, a.MemoryRegion())
	e.window = make1[nd2.MemoryWindow](s, a.MemoryWindow())
	e.memory = s.buffer()
	e.token = s.register(e.region, e.memory, nd2.AllowLocalWrite|nd2.AllowRemoteRead|nd2.AllowRemoteWrite)
	return e
}

func (s *setup) buffer() []byte {
	b, err := s.pool.Get(size)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { s.pool.Put(b) })
	return b
}

// register registers a buffer and returns the local token.
func (s *setup) register(m nd2.MemoryRegion, b []byte, rights nd2.RegionFlags) uint32 {
	s.fine(ndclient.Start(m, func(o *nd2.Overlapped) nd2.Status { return m.Register(b, rights, o) }).Succeed("Register",
		limit))
	return m.GetLocalToken()
}

func (s *setup) deregister(m nd2.MemoryRegion) {
	s.fine(ndclient.Start(m, m.Deregister).Succeed("Deregister", limit))
}

func make1[T nd2.Unknown](s *setup, c ndclient.Creation) T {
	object, f := ndclient.Create[T](c)
	s.fine(f)
	return object
}

func (s *setup) fine(f *ndclient.Failure) {
	s.t.Helper()
	if f != nil {
		s.t.Fatal(f)
	}
}

func (s *setup) ok(method string, status nd2.Status) {
	s.t.Helper()
	if status != nd2.Success {
		s.t.Fatalf("%s returned %v", method, status)
	}
}

// connect connects the ends.
func (s *setup) connect() *setup {
	s.listener = make1[nd2.Listener](s, s.ends[1].Listener())
	to, f := s.ends[1].at.Listen(s.listener)
	s.fine(f)
	s.connection = ndclient.Connection{
		Pair:      [2]nd2.QueuePair{s.ends[0].pair, s.ends[1].pair},
		Connector: [2]nd2.Connector{s.ends[0].conn, s.ends[1].conn},
	}
	s.fine(s.connection.Connect(s.ends[0].at.Sockaddr(), s.listener, to, uint32(max(cmp.Or(s.reads, 4), 0)), limit))
	return s
}

// entry is an entry of a part of the end's memory.
func (e *end) entry(from, to int) []nd2.SGE {
	return []nd2.SGE{{Buffer: e.memory[from:to], MemoryRegionToken: e.token}}
}

// take waits for n results, and takes all that there are.
func (s *setup) take(q nd2.CompletionQueue, n int) (all []nd2.Result) {
	s.t.Helper()
	results := make([]nd2.Result, 16)
	came := timeout.Until(limit, func() <-chan struct{} { return nil }, func() bool {
		for {
			got := q.GetResults(results)
			all = append(all, results[:got]...)
			if int(got) < len(results) {
				return len(all) >= n
			}
		}
	})
	if !came {
		s.t.Fatalf("%d results came, of %d", len(all), n)
	}
	return all
}

// message sends a message from one end to the other.
func (s *setup) message() {
	s.t.Helper()
	a, b := s.ends[0], s.ends[1]
	s.ok("Receive", b.pair.Receive(1, b.entry(0, 64)))
	s.ok("Send", a.pair.Send(2, a.entry(0, 32), 0))
	s.take(a.queue, 1)
	s.take(b.queue, 1)
}

// close ends everything as a good program does, and returns what was found.
func (s *setup) close() []judge.Finding {
	s.t.Helper()
	if s.listener != nil {
		for _, e := range s.ends {
			if !e.keeps[e.conn] {
				ndclient.Start(e.conn, e.conn.Disconnect).Await(limit)
			}
		}
		s.listener.Release()
	}
	for _, e := range s.ends {
		if !e.keeps[e.pair] {
			e.pair.Flush()
			s.take(e.queue, 0)
		}
		if !e.keeps[e.region] {
			s.deregister(e.region)
		}
		for _, u := range []nd2.Unknown{e.pair, e.conn, e.window, e.region, e.queue} {
			if !e.keeps[u] {
				u.Release()
			}
		}
		if !e.keeps[nil] {
			e.Close()
		} else {
			e.Release()
		}
	}
	s.provider.Release()
	s.instance.Close()
	if s.checker == nil {
		return nil
	}
	found := s.checker.Findings()
	s.replay(found)
	return found
}

func TestGoodProgram(t *testing.T) {
	s := open(t, "ref,adapters=2").connect()
	for range 20 {
		s.message()
	}
	for _, f := range s.close() {
		t.Errorf("%v\n%v", f, f.Calls)
	}
}
