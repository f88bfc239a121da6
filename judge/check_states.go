package judge

import (
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// nothingToCancel: CancelOverlappedRequests succeeds with no request in progress.
func nothingToCancel(s *step) {
	if s.status != nd2.Unsuccessful {
		return
	}
	for _, p := range s.o.requests {
		if !p.answered || p.returned == nd2.Pending && !p.known {
			return
		}
	}
	s.breach("overlapped.canceloverlappedrequests.nothing-pending", s.o,
		"CancelOverlappedRequests returned %v, and no request is in progress", s.status)
}

// canceledEnded: a request for a notification that was canceled has ended when CancelOverlappedRequests returns,
// whenever that is notified. A request that then ends with another status may have been ending already.
func canceledEnded(s *step) {
	p := s.pending
	if p == nil || p.method != calls.CQNotify && p.method != calls.SRQNotify &&
		p.method != calls.ConnectorNotifyDisconnect {
		return
	}
	if p.known || p.covered == 0 || p.covered >= s.began || s.o.cancelFailed {
		return
	}
	if s.status == nd2.Canceled && p.lingers {
		s.breach("overlapped.canceloverlappedrequests.status-on-return", s.o, "%s was canceled, and still was pending",
			p.method)
	}
	p.lingers = p.lingers || s.status == nd2.Pending
}

// overrunDepth: a queue is not overrun that never had to hold more than its depth.
func overrunDepth(s *step) {
	p := s.pending
	if p == nil || s.status != nd2.BufferOverflow || p.method != calls.CQNotify && s.c.Method != calls.CQNotify {
		return
	}
	if q := p.object.queue; q != nil && !q.shares && !q.overrun {
		s.breach("adapter.createcompletionqueue.holds-depth", p.object,
			"Notify has ended with %v, and there were never more results than the queue's %d", s.status, q.depth)
	}
}

// resizeRefused: a queue is resized to a depth that holds all results that there can be.
func resizeRefused(s *step) {
	if q := s.o.queue; q != nil && !q.shares && s.status == nd2.BufferOverflow && q.possible <= s.c.Depth && !q.overrun {
		s.breach("cq.resize.nd-success", s.o, "Resize to %d returned %v, and there can't be more than %d results",
			s.c.Depth, s.status,
			q.possible)
	}
}

// fileRules name the rules for the file whose port an object's requests are notified at.
var fileRules = map[string]string{
	"IND2CompletionQueue":    "adapter.createcompletionqueue.overlapped-file",
	"IND2SharedReceiveQueue": "adapter.createsharedreceivequeue.overlapped-file",
	"IND2MemoryRegion":       "adapter.creatememoryregion.overlapped-file",
	"IND2Connector":          "adapter.createconnector.overlapped-file",
	"IND2Listener":           "adapter.createlistener.overlapped-file",
}

// packetFile: a request's packet comes by the file of its object.
func (s *step) packetFile(by *file, p *pending) {
	if of := p.object.file; of != nil && of != by && fileRules[p.object.kind] != "" {
		s.breach(fileRules[p.object.kind], p.object, "the packet of %s came by %s, and the object is on %s", p.method,
			by.state.name, of.state.name)
	}
}

// unusedPair notes that nothing has ever been posted that reports to the queues of a queue pair: they have not failed.
func unusedPair(s *step) {
	q := s.o.pair
	s.unused = q != nil && unusedQueue(q.receiveQueue) && unusedQueue(q.initiatorQueue) && q.shared == nil
}

func unusedQueue(o *object) bool { return o != nil && o.queue != nil && !o.queue.used }

// receiveTaken: a queue pair that is new takes Receives.
func receiveTaken(s *step) {
	q := s.o.pair
	if q != nil && s.unused && s.c.Request == nd2.RequestReceive && s.status == nd2.ConnectionInvalid && !q.offered &&
		!q.stopping {
		s.breach("qp.receive.before-connecting", s.o, "Receive returned %v before the queue pair is connected", s.status)
	}
}

// sharedTaken: a shared receive queue from which no queue pair takes yet takes Receives.
func sharedTaken(s *step) {
	if s.status != nd2.ConnectionInvalid || s.anyRefusal() {
		return
	}
	for _, pair := range s.k.pairs {
		if pair.pair.shared == s.o {
			return
		}
	}
	s.breach("srq.receive.before-connecting", s.o, "Receive returned %v, and needs no connection", s.status)
}

// doomedByState returns the rule by which an initiator request must not succeed in the state of its connection.
func (s *step) doomedByState() string {
	q := s.o.pair
	if q == nil || q.connector == nil || s.c.Request == nd2.RequestReceive {
		return ""
	}
	switch c := q.connector.connector; {
	case c.left:
		return "qp.disconnect.not-usable-again"
	case c.asking && !c.completing && !c.second && s.c.Request == nd2.RequestSend:
		return "connector.completeconnect.required"
	}
	return ""
}

// resultTooEarly: a request does not succeed for want of a connection.
func resultTooEarly(s *step, r *nd2.Result) {
	of := s.request
	if of == nil || of.stateRule == "" || !of.unfinished() || r.Status != nd2.Success {
		return
	}
	if c := of.pair.pair.connector; c == nil || c.connector.completing && !c.connector.left {
		return
	}
	s.breach(of.stateRule, s.o, "%s succeeded without a connection", of)
}

// silentDoomed: a silent request that can't succeed has a result, before that of a later one.
func (s *step) silentDoomed(before, r *request) {
	if before.doomed == "" || before.kind == nd2.RequestReceive || before.badToken != 0 && s.k.tokenOf(before.pair,
		before.badToken) != nil {
		return
	}
	s.breach("qp."+requestNames[before.kind]+".silent-failure", before.pair,
		"no result came of %s, whose memory does not allow it, "+
			"before that of %s", before, r)
}

// readLimits: the limits are those of both sides, so none is more than the adapter's.
func readLimits(s *step) {
	info, c := s.o.limits(), s.o.connector
	if info == nil || c == nil || s.status != nd2.Success {
		return
	}
	rule := "connector.getreadlimits.passive"
	if c.asking {
		rule = "connector.getreadlimits.active"
	}
	in, out := info.MaxInboundReadLimit, info.MaxOutboundReadLimit
	if c.asking {
		in, out = min(in, c.inbound), min(out, c.outbound)
	}
	if l := s.c.InboundLimit; l != nil && *l > in {
		s.breach(rule, s.o, "the inbound limit is %d, and can be no more than %d", *l, in)
	}
	if l := s.c.OutboundLimit; l != nil && *l > out {
		s.breach(rule, s.o, "the outbound limit is %d, and can be no more than %d", *l, out)
	}
}

// unnotified: when the provider is closed, each request that has ended has set its event, and each that was canceled
// has ended.
func (s *step) unnotified(p *pending) {
	name := strings.TrimPrefix(p.method, "IND2")
	switch {
	case p.inVain() && (p.beside || s.k.heard > p.covered):
		rule := "overlapped.canceloverlappedrequests.nd-success"
		if p.method == calls.CQNotify {
			rule = "cq.notify.cancel-ends-all"
		}
		s.breach(rule, p.object, "%s was canceled, and has never ended", name)
	case p.forgotten() && s.k.heard > p.released:
		s.breach("cq.notify.releases-every-request", p.object,
			"%s has never ended, and a later one ended with success", name)
	case !p.event || p.returned != nd2.Pending || p.sets > 0:
	case p.known:
		s.breach(requestRule(p, "overlapped.notification.pending", "notified-once"), p.object,
			"%s has ended with %v, and its event was never set", name, p.final)
	case p.packets > 0:
		s.breach(requestRule(p, "overlapped.notification.pending", "notified-once"), p.object,
			"the packet of %s came, and its event was never set", name)
	}
}
