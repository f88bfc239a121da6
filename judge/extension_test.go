package judge_test

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
)

// iidExtended is of an interface that a vendor has made up.
var iidExtended = nd2.GUID{Data1: 0xe87e0ded}

// extended is an object by that interface: the layer sees none of its calls.
type extended struct{ nd2.Unknown }

// extends is a provider with that interface.
func extends(c *calls.Call) nd2.Status {
	for _, u := range []*nd2.Unknown{&c.ReceiveCQ, &c.InitiatorCQ, &c.QueuePair} {
		if e, is := (*u).(extended); is {
			*u = e.Unknown
		}
	}
	switch {
	case c.IID != iidExtended:
		return c.Proceed()
	case c.Method == calls.QueryInterface:
		c.Self.(nd2.Unknown).AddRef()
		*c.Out = extended{c.Self.(nd2.Unknown)}
		return nd2.Success
	case c.Method == calls.AdapterCreateCompletionQueue:
		c.IID = nd2.IIDCompletionQueue
	default:
		c.IID = nd2.IIDQueuePair
	}
	s := c.Proceed()
	if s == nd2.Success {
		*c.Out = extended{*c.Out}
	}
	return s
}

// An extending program asks for interfaces beyond ND2's.
type extending struct {
	*setup
	said []string
}

func openExtending(t *testing.T, refuse bool) *extending {
	s := &extending{setup: openWith(t, "ref,adapters=2", true, extends)}
	s.checker.Extensions(judge.Extension{Refuse: refuse, Say: func(what string) { s.said = append(s.said, what) }})
	return s
}

// end says what must have been said, and that nothing was found.
func (s *extending) end(want ...string) {
	s.t.Helper()
	for _, f := range s.close() {
		s.t.Errorf("%v\n%v", f, f.Calls)
	}
	if !slices.Equal(s.said, want) {
		s.t.Errorf("said %q, want %q", s.said, want)
	}
}

// flushed posts a Receive, and returns its result as a method that is not watched has it.
func (s *extending) flushed(pair nd2.QueuePair, queue nd2.Unknown) nd2.Result {
	s.t.Helper()
	s.ok("Receive", pair.Receive(0x77, nil))
	s.ok("Flush", pair.Flush())
	return s.take(queue.(nd2.CompletionQueue), 1)[0]
}

func (s *extending) pairOn(a *end, iid nd2.GUID, queue nd2.Unknown) nd2.Unknown {
	s.t.Helper()
	var pair nd2.Unknown
	s.ok("CreateQueuePair", a.CreateQueuePair(iid, queue, queue, 0x55, depth, depth, 1, 1, 0, &pair))
	return pair
}

var mine = func(r nd2.Result) bool { return r.QueuePairContext == 0x55 && r.RequestContext == 0x77 }

// A queue by an interface that nobody defined is no breach, and its results have the program's contexts, whoever takes
// them; so have those of a queue pair by such an interface. Both are said once.
func TestExtensions(t *testing.T) {
	s := openExtending(t, false)
	a := s.ends[0]
	for range 2 {
		var queue nd2.Unknown
		s.ok("CreateCompletionQueue", a.CreateCompletionQueue(iidExtended, a.File, depth, 0, 0, &queue))
		pair := s.pairOn(a, nd2.IIDQueuePair, queue)
		if r := s.flushed(pair.(nd2.QueuePair), queue.(extended).Unknown); !mine(r) {
			t.Errorf("%+v", r)
		}
		beyond := s.pairOn(a, iidExtended, a.queue)
		inner := beyond.(extended).Unknown.(nd2.QueuePair)
		if r := s.flushed(inner, a.queue); !mine(r) {
			t.Errorf("%+v", r)
		}
		for _, u := range []nd2.Unknown{pair, beyond, queue} {
			u.Release()
		}
	}
	id := iidExtended.String()
	s.end("interface "+id+", by which adapter1 was asked for an IND2CompletionQueue, is handed on unwatched",
		"interface "+id+", by which adapter1 was asked for an IND2QueuePair, is handed on unwatched")
}

// By QueryInterface it is the same, before there are queue pairs; then the results that it would show have no contexts
// of the program's.
func TestExtensionsOfQueues(t *testing.T) {
	s := openExtending(t, false)
	a := s.ends[0]
	var late nd2.Unknown
	if status := a.queue.QueryInterface(iidExtended, &late); status != 0x80004002 || late != nil {
		t.Errorf("%v, and %v", status, late)
	}
	queue := make1[nd2.CompletionQueue](s.setup, a.CompletionQueue(depth))
	var beyond nd2.Unknown
	s.ok("QueryInterface", queue.QueryInterface(iidExtended, &beyond))
	pair := s.pairOn(a, nd2.IIDQueuePair, queue)
	if r := s.flushed(pair.(nd2.QueuePair), beyond.(extended).Unknown); !mine(r) {
		t.Errorf("%+v", r)
	}
	for _, u := range []nd2.Unknown{queue, pair, beyond} { // through the latter it is alive
		u.Release()
	}
	id := iidExtended.String()
	s.end("interface "+id+" of cq1 is refused, since the queue has queue pairs already that are watched: "+
		"ask for it when the queue is created", "interface "+id+" of cq3 is handed on unwatched")
}

// With extensions refused the provider seems to have none, and all is watched as ever.
func TestExtensionsRefused(t *testing.T) {
	s := openExtending(t, true)
	a := s.ends[0]
	var out nd2.Unknown
	if status := a.CreateCompletionQueue(iidExtended, a.File, depth, 0, 0, &out); status != 0x80004002 || out != nil {
		t.Errorf("%v, and %v", status, out)
	}
	a.pair.AddRef()
	a.pair.Flush()
	found := s.checker.End()
	if len(found) == 0 || found[0].ID != "client.object.leaked" {
		t.Errorf("found %v", found)
	}
	want := "interface " + iidExtended.String() + ", by which adapter1 was asked for an IND2CompletionQueue, is refused"
	if !slices.Equal(s.said, []string{want}) {
		t.Errorf("said %q", s.said)
	}
}

// Of a connector with an interface beyond ND2's the layer does not know what it has been asked for; of queues it does.
func TestExtensionsOfConnectors(t *testing.T) {
	s := openExtending(t, false)
	a := s.ends[0]
	var beyond nd2.Unknown
	s.ok("QueryInterface", a.conn.QueryInterface(iidExtended, &beyond))
	beyond.Release()
	a.conn.AddRef()
	a.queue.AddRef()
	var leaked []string
	for _, f := range s.checker.End() {
		leaked = append(leaked, f.Object)
	}
	if slices.Contains(leaked, "connector1") || !slices.Contains(leaked, "cq1") {
		t.Errorf("leaked %q", leaked)
	}
}

// An object may be of two kinds. By the second one it is not watched, and nothing is found of either.
func TestTwoKinds(t *testing.T) {
	var pair nd2.Unknown
	s := &extending{setup: openWith(t, "ref,adapters=2", true, func(c *calls.Call) nd2.Status {
		if c.Method == calls.QueryInterface && c.IID == nd2.IIDQueuePair && c.Kind == "IND2CompletionQueue" {
			*c.Out = pair
			pair.AddRef()
			return nd2.Success
		}
		status := c.Proceed()
		if c.Method == calls.AdapterCreateQueuePair {
			pair = *c.Out
		}
		return status
	})}
	a := s.ends[0]
	pair = nil
	queue := make1[nd2.CompletionQueue](s.setup, a.CompletionQueue(depth))
	inner := s.pairOn(a, nd2.IIDQueuePair, queue)
	var out nd2.Unknown
	s.ok("QueryInterface", queue.QueryInterface(nd2.IIDQueuePair, &out))
	both := out.(nd2.QueuePair)
	s.ok("Receive", both.Receive(1, nil))
	s.ok("Flush", both.Flush())
	s.take(queue, 1)
	for _, u := range []nd2.Unknown{both, inner, queue} {
		u.Release()
	}
	s.end()
}
