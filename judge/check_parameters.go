package judge

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// over has the call fail by a rule if a parameter is more than the adapter's limit.
func (s *step) over(value uint32, limit func(*nd2.AdapterInfo) uint32, rule, what string) {
	info := s.o.limits()
	switch {
	case info == nil:
	case value > limit(info):
		s.must(rule, what+" is more than Query says")
	default:
		s.valid |= 1 << ruleNumber(rule)
	}
}

// ruleNumber is the number of the parameter that a rule's code names, 0 if it names none.
func ruleNumber(rule string) uint {
	if last := rule[len(rule)-1]; rule[len(rule)-2] == '-' && last >= '1' && last <= '9' {
		return uint(last - '0')
	}
	return 0
}

// goodParameter: no parameter is refused that is valid.
func goodParameter(s *step) {
	if s.status < nd2.InvalidParameter1 || s.status > nd2.InvalidParameter10 {
		return
	}
	if n := uint(s.status-nd2.InvalidParameter1) + 1; s.valid&(1<<n) != 0 {
		s.breach(successRules()[s.c.Method], s.o, "%s returned %v, although that parameter is valid", s.c.Method, s.status)
	}
}

func createQueueParameters(s *step) {
	const method = "adapter.createcompletionqueue."
	info := s.o.limits()
	switch depth := s.c.Depth; {
	case info == nil:
	case depth == 0 || depth > info.MaxCompletionQueueDepth:
		s.must(method+"nd-invalid-parameter-3", "the depth is 0 or more than Query says")
	case depth < info.MaxCompletionQueueDepth:
		s.valid |= 1 << 3
	}
}

func createSharedParameters(s *step) {
	const method = "adapter.createsharedreceivequeue."
	info := s.o.limits()
	if info == nil {
		return
	}
	if info.MaxSharedReceiveQueueDepth == 0 {
		s.must(method+"unsupported", "the adapter has no shared receive queues")
		return
	}
	if s.c.Depth != 0 && s.c.Depth <= info.MaxSharedReceiveQueueDepth {
		s.valid |= 1 << 3
	}
	if s.c.SGEs != 0 && s.c.SGEs <= info.MaxReceiveSGE {
		s.valid |= 1 << 4
	}
}

// createPairParameters are those of CreateQueuePair.
func createPairParameters(s *step) {
	const method = "adapter.createqueuepair."
	c := s.c
	s.queueParameter(c.ReceiveCQ, method+"nd-invalid-parameter-2")
	s.queueParameter(c.InitiatorCQ, method+"nd-invalid-parameter-3")
	s.over(c.ReceiveDepth, maxReceiveDepth, method+"nd-invalid-parameter-5", "the receive depth")
	s.over(c.InitiatorDepth, maxInitiatorDepth, method+"nd-invalid-parameter-6", "the initiator depth")
	receiveSGEs, _ := s.receiveEntries()
	s.over(receiveSGEs, maxReceiveSGE, method+"nd-invalid-parameter-7", "the number of entries of a Receive")
	s.over(c.InitiatorSGEs, maxInitiatorSGE, method+"nd-invalid-parameter-8",
		"the number of entries of an initiator request")
	s.over(c.InlineSize, maxInline, method+"nd-invalid-parameter-9", "the inline size")
	s.nonZero()
}

func maxReceiveDepth(i *nd2.AdapterInfo) uint32   { return i.MaxReceiveQueueDepth }
func maxInitiatorDepth(i *nd2.AdapterInfo) uint32 { return i.MaxInitiatorQueueDepth }
func maxReceiveSGE(i *nd2.AdapterInfo) uint32     { return i.MaxReceiveSGE }
func maxInitiatorSGE(i *nd2.AdapterInfo) uint32   { return i.MaxInitiatorSGE }
func maxInline(i *nd2.AdapterInfo) uint32         { return i.MaxInlineDataSize }

// nonZero: no page says that a limit of 0 is valid.
func (s *step) nonZero() {
	if s.c.InitiatorDepth == 0 || s.c.InitiatorSGEs == 0 || s.c.Method == calls.AdapterCreateQueuePair &&
		(s.c.ReceiveDepth == 0 || s.c.ReceiveSGEs == 0) {
		s.valid = 0
	}
}

func createSharedPairParameters(s *step) {
	const method = "adapter.createqueuepairwithsrq."
	c := s.c
	s.queueParameter(c.ReceiveCQ, method+"nd-invalid-parameter-2")
	s.queueParameter(c.InitiatorCQ, method+"nd-invalid-parameter-3")
	if o := s.k.stateOf(c.SRQ); o != nil && (o.shared == nil || foreign(o, s.o)) {
		s.must(method+"nd-invalid-parameter-4", "it is given "+o.name+" as the shared receive queue")
	}
	if info := s.o.limits(); info != nil && info.MaxSharedReceiveQueueDepth == 0 {
		s.must(method+"nd-not-supported", "the adapter has no shared receive queues")
	}
	s.over(c.InitiatorDepth, maxInitiatorDepth, method+"nd-invalid-parameter-6", "the initiator depth")
	s.over(c.InitiatorSGEs, maxInitiatorSGE, method+"nd-invalid-parameter-7",
		"the number of entries of an initiator request")
	s.over(c.InlineSize, maxInline, method+"nd-invalid-parameter-8", "the inline size")
	s.nonZero()
}

// queueParameter has the call fail if it is given something else than a completion queue of the adapter.
func (s *step) queueParameter(u nd2.Unknown, rule string) {
	o := s.k.stateOf(u)
	switch {
	case o == nil || o.gone:
	case o.queue == nil || foreign(o, s.o):
		s.must(rule, "it is given "+o.name+" as a completion queue")
	default:
		s.valid |= 1 << ruleNumber(rule)
	}
}

// foreign reports whether two objects are of different adapters.
func foreign(a, b *object) bool {
	return a.adapter != nil && b.adapter != nil && a.adapter.opened != b.adapter.opened
}

func resizeParameters(s *step) {
	info := s.o.limits()
	if info != nil && info.AdapterFlags&nd2.AdapterCQResize == 0 {
		s.must("cq.resize.nd-not-supported", "the adapter does not claim it")
	}
}

// resizeSupported: an adapter that claims to resize does.
func resizeSupported(s *step) {
	info := s.o.limits()
	if info != nil && info.AdapterFlags&nd2.AdapterCQResize != 0 && s.status == nd2.NotSupported {
		s.breach("cq.resize.nd-success", s.o, "Resize returned ND_NOT_SUPPORTED, although Query says that it is")
	}
}

// resizeInvalid: a depth within the adapter's limit is valid.
func resizeInvalid(s *step) {
	info := s.o.limits()
	if info != nil && s.c.Depth > 0 && s.c.Depth < info.MaxCompletionQueueDepth && invalid(s.status) {
		s.breach("cq.resize.nd-success", s.o, "Resize to %d returned %v, and the adapter's limit is %d", s.c.Depth, s.status,
			info.MaxCompletionQueueDepth)
	}
}

// invalid reports whether a status says that a parameter is not valid.
func invalid(s nd2.Status) bool {
	return s == nd2.InvalidParameter || s >= nd2.InvalidParameter1 && s <= nd2.InvalidParameter10
}

func registerParameters(s *step) {
	m, info := s.o.region, s.o.limits()
	switch {
	case m != nil && (m.phase == registered || m.phase == registering && s.going(s.o)) && len(s.c.Buffer) > 0:
		s.must("mr.register.one-buffer", "the region holds a registration")
	case info != nil && uintptr(len(s.c.Buffer)) > info.MaxRegistrationSize:
		s.must("mr.register.nd-invalid-parameter", "the buffer is larger than MaxRegistrationSize")
	}
}

// Flags that the requests of each type may have.
var requestFlags = map[nd2.RequestType]nd2.OpFlags{
	nd2.RequestSend:  nd2.SilentSuccess | nd2.ReadFence | nd2.SendAndSolicitEvent | nd2.Inline,
	nd2.RequestWrite: nd2.SilentSuccess | nd2.ReadFence | nd2.Inline,
	nd2.RequestRead:  nd2.SilentSuccess | nd2.ReadFence, nd2.RequestInvalidate: nd2.SilentSuccess | nd2.ReadFence,
	nd2.RequestBind: nd2.SilentSuccess | nd2.ReadFence | nd2.AllowRead | nd2.AllowWrite,
}

// flagRules forbid flags that a type of request does not have; for the other types no rule decides.
var flagRules = map[nd2.RequestType]string{
	nd2.RequestSend: "qp.send.nd-invalid-parameter-4", nd2.RequestWrite: "qp.write.nd-invalid-parameter-6",
}

// postParameters are those of requests of the initiator queue.
func postParameters(s *step) {
	q := s.o.pair
	if q == nil || s.c.Request == nd2.RequestReceive {
		return
	}
	name := "qp." + requestNames[s.c.Request] + "."
	if !q.offered {
		s.must(name+"nd-connection-invalid", "no connector was ever given the queue pair")
		w, r := s.k.stateOf(s.c.Window), s.k.stateOf(s.c.Region) // which may be the reason told
		s.several = s.several || w != nil && (w.window == nil || foreign(w, s.o)) ||
			r != nil && (r.region == nil || foreign(r, s.o)) || len(s.c.SGE) > int(q.initiatorSGEs)
	}
	rule := flagRules[s.c.Request]
	if rule == "" {
		return
	}
	if s.c.Flags&^requestFlags[s.c.Request] != 0 {
		s.must(rule, "a flag is none of its flags")
	} else {
		s.valid |= 1 << ruleNumber(rule)
	}
}

var requestNames = [...]string{"receive", "send", "bind", "invalidate", "read", "write"}

// postRefused: a request within the limits is not refused for being too much.
func postRefused(s *step) {
	entries, length := uint32(len(s.c.SGE)), uint64(0)
	var most uint32
	for _, e := range s.c.SGE {
		length += uint64(len(e.Buffer))
	}
	method := "srq.receive."
	inline := s.c.Flags&nd2.Inline != 0
	switch q := s.o.pair; {
	case s.anyRefusal():
		return
	case s.o.shared != nil:
		most = s.o.shared.sges
	case q == nil, s.c.Request == nd2.RequestBind, s.c.Request == nd2.RequestInvalidate:
		return
	case s.c.Request == nd2.RequestReceive:
		method, most = "qp.receive.", q.receiveSGEs
	default:
		method, most = "qp."+requestNames[s.c.Request]+".", q.initiatorSGEs
		if s.c.Request == nd2.RequestRead && s.o.limits() != nil {
			most = min(most, s.o.limits().MaxReadSGE)
		} else if s.c.Request == nd2.RequestRead {
			most = 0
		}
	}
	switch info := s.o.limits(); {
	case s.status == nd2.DataOverrun && !inline && entries <= most:
		s.breach(method+"nd-success", s.o, "%s returned %v for %d entries, of %d", s.c.Method, s.status, entries, most)
	case s.status == nd2.BufferOverflow && !inline && info != nil && length <= uint64(info.MaxTransferLength):
		s.breach(method+"nd-success", s.o, "%s returned %v for %d bytes, of %d", s.c.Method, s.status, length,
			info.MaxTransferLength)
	case inline && s.o.pair != nil && length <= uint64(s.o.pair.inline) &&
		(s.status == nd2.BufferOverflow || s.status == nd2.DataOverrun):
		s.breach(method+"nd-success", s.o, "%s returned %v for %d inline bytes, of %d", s.c.Method, s.status, length,
			s.o.pair.inline)
	}
}
