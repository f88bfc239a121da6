package judge

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// programObjects: the objects that a call is given are there, are not released, and are of the right kind.
// Other checks name most objects of a wrong kind: this one names those that they take.
func programObjects(s *step) {
	const queue, shared, region, window = "IND2CompletionQueue", "IND2SharedReceiveQueue", "IND2MemoryRegion",
		"IND2MemoryWindow"
	c := s.c
	switch c.Method {
	case calls.AdapterCreateQueuePair:
		s.needs(c.ReceiveCQ, queue, shared)
		s.needs(c.InitiatorCQ, queue, shared)
	case calls.AdapterCreateQueuePairWithSrq:
		s.needs(c.ReceiveCQ, queue, shared)
		s.needs(c.InitiatorCQ, queue, shared)
		s.needs(c.SRQ, shared, queue)
	case calls.QPBind:
		s.needs(c.Region, region, window)
		s.needs(c.Window, window, region)
	case calls.ConnectorConnect, calls.ConnectorAccept:
		s.needs(c.QueuePair, "IND2QueuePair", "")
	case calls.ListenerGetConnectionRequest:
		s.needs(c.Connector, "IND2Connector", "")
	case calls.QPInvalidate:
		s.needs(c.Window, window, "")
		s.invalidates(c.Window)
	}
}

// needs looks at an object of a call that must be of a kind; mistaken is a kind that it is mistaken for.
func (s *step) needs(u nd2.Unknown, kind, mistaken string) {
	o := s.k.stateOf(u)
	switch {
	case u == nil:
		s.misuse("client.object.wrong", s.o, "%s is given NULL, and needs an %s", s.c.Method, kind)
	case o == nil:
	case o.gone:
		s.misuse("client.object.used-after-release", o, "%s is given %s, which was released", s.c.Method, o.name)
	case o.kind == mistaken:
		s.misuse("client.object.wrong", s.o, "%s is given %s, and needs an %s", s.c.Method, o.name, kind)
	}
}

// invalidates looks at the window of an Invalidate.
func (s *step) invalidates(u nd2.Unknown) {
	o := s.k.stateOf(u)
	switch {
	case o == nil || o.gone:
	case o.window == nil || foreign(o, s.o):
		s.misuse("client.object.wrong", s.o, "Invalidate is given %s, an %s of %s", o.name, o.kind, adapterName(o))
	case o.window.free():
		s.misuse("client.window.not-bound", s.o, "Invalidate is of %s, which is not bound", o.name)
	}
}

// programFile: an object is created on a file of its adapter that is not closed.
func programFile(s *step) {
	f, ok := s.c.File.(*file)
	switch {
	case !ok || f.k != s.k:
	case f.state.gone:
		s.misuse("client.object.used-after-release", f.state, "%s is given %s, which was closed", s.c.Method, f.state.name)
	case foreign(f.state, s.o):
		s.misuse("client.object.wrong", s.o, "%s is given %s, a file of %s", s.c.Method, f.state.name,
			adapterName(f.state))
	}
}

// programVersion: a client that asks for limits says which version of the structure it wants.
func programVersion(s *step) {
	if c := s.c; c.Info != nil && c.Size != nil && *c.Size >= nd2.AdapterInfoSize && c.Info.InfoVersion == 0 {
		s.misuse("client.adapter.info-version", s.o, "Query is given an ND2_ADAPTER_INFO whose InfoVersion is 0")
	}
}

// programDepth: a completion queue has a depth.
func programDepth(s *step) {
	if s.c.Depth == 0 {
		s.misuse("client.completion-queue.no-depth", s.o, "CreateCompletionQueue is called with a depth of 0")
	}
}

func programNotifyType(s *step) {
	if s.c.NotifyType > nd2.NotifySolicited {
		s.misuse("client.completion-queue.notify-type", s.o, "Notify is called with the type %d, which is none",
			uint32(s.c.NotifyType))
	}
}

// programRights: a region is registered with flags of the page. ND_MR_FLAG_ALLOW_REMOTE_WRITE has two bits.
func programRights(s *step) {
	const all = nd2.AllowLocalWrite | nd2.AllowRemoteRead | nd2.AllowRemoteWrite | nd2.RDMAReadSink | nd2.DoNotSecureVM
	const second = nd2.AllowRemoteWrite &^ nd2.AllowLocalWrite
	rights := s.c.Rights
	if rights&^all != 0 || rights&second != 0 && rights&nd2.AllowLocalWrite == 0 {
		s.misuse("client.memory.flags", s.o, "Register has the flags %#x", uint32(rights))
	}
}

// programWindowToken: the token of a window is asked for after a Bind.
func programWindowToken(s *step) {
	if w := s.o.window; w != nil && w.changed == 0 {
		s.misuse("client.window.token-before-bind", s.o, "GetRemoteToken is called before the window is bound")
	}
}

// programAskAlone: nobody else asks for the result that is asked for.
func programAskAlone(s *step) {
	if s.c.Overlapped == nil {
		s.misuse("client.overlapped.missing", s.o, "%s is called without an OVERLAPPED", s.c.Method)
		return
	}
	p := s.k.overlapped[identityOf(s.c.Overlapped)]
	if p != nil && p.object == s.o && p.asking > 0 {
		s.misuse("client.overlapped.asked-at-once", s.o,
			"GetOverlappedResult is called for %s while another such call goes on", p.method)
	}
}

// beginAsking and endAsking count the calls of GetOverlappedResult for a request.
func beginAsking(s *step) {
	if s.pending != nil {
		s.pending.asking++
	}
}

func endAsking(s *step) {
	if p := s.pending; p != nil && p.asking > 0 { // 0 if the OVERLAPPED was given to another request meanwhile
		p.asking--
	}
}
