package judge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/nd2"
)

// programAlive: no method is called of an object that was released.
func programAlive(s *step) {
	if s.o.gone {
		s.misuse("client.object.used-after-release", s.o, "%s is called after the last Release", s.c.Method)
	}
}

// programRelease checks an object before its release.
func programRelease(s *step) {
	o := s.o
	if o.refs != 1 || o.gone {
		return
	}
	if m := o.region; m != nil && !m.attempted && (m.phase == registered || s.going(o)) && o.adapter.removed == 0 {
		s.misuse("client.memory.released-registered", o, "the region is released, and Deregister was not called")
	}
	if o.queue != nil {
		s.resultsLeft()
	}
	for _, p := range o.requests {
		switch {
		case p.method != calls.MRDeregister || !p.answered || p.returned != nd2.Pending || p.known || p.canceled:
		case p.going():
			s.misuse("client.overlapped.result-not-asked", o,
				"the region is released while Deregister is pending, whose result nobody can ask for any more")
		default:
			s.notAsked(p)
		}
	}
}

// resultsLeft: no completion queue is released whose results were not taken.
func (s *step) resultsLeft() {
	for at, pair := range s.k.pairs {
		if q := pair.pair; !at.receives && at.queue == s.o && q.waiting > 0 && !pair.gone && !q.stopping && !q.broken {
			s.misuse("client.completion-queue.results-left", s.o,
				"the queue is released, and the results of %d requests of %s were not taken",
				q.waiting, pair.name)
			return
		}
	}
}

// programLimits: nothing is asked for that Query denies.
func programLimits(s *step) {
	c, info := s.c, s.o.limits()
	if info == nil {
		return
	}
	switch c.Method {
	case calls.AdapterCreateCompletionQueue, calls.CQResize:
		s.exceeds("results", c.Depth, info.MaxCompletionQueueDepth)
	case calls.AdapterCreateSharedReceiveQueue, calls.SRQModify:
		s.exceeds("Receives of a shared queue", c.Depth, info.MaxSharedReceiveQueueDepth)
		s.exceeds("entries of a Receive", c.SGEs, info.MaxReceiveSGE)
	case calls.AdapterCreateQueuePair, calls.AdapterCreateQueuePairWithSrq:
		s.exceeds("Receives", c.ReceiveDepth, info.MaxReceiveQueueDepth)
		receiveSGEs, _ := s.receiveEntries()
		s.exceeds("entries of a Receive", receiveSGEs, info.MaxReceiveSGE)
		s.exceeds("initiator requests", c.InitiatorDepth, info.MaxInitiatorQueueDepth)
		s.exceeds("entries of an initiator request", c.InitiatorSGEs, info.MaxInitiatorSGE)
		s.exceeds("bytes of inline data", c.InlineSize, info.MaxInlineDataSize)
	}
}

func (s *step) exceeds(what string, have, most uint32) {
	if have > most {
		s.misuse("client.limits.exceeded", s.o, "%s asks for %d %s, and Query says %d", s.c.Method, have, what, most)
	}
}

// programQueues: the queues of a queue pair belong to the adapter that creates it.
func programQueues(s *step) {
	for _, u := range []nd2.Unknown{s.c.ReceiveCQ, s.c.InitiatorCQ, s.c.SRQ} {
		o := s.k.stateOf(u)
		if o == nil {
			continue
		}
		if o.queue == nil && o.shared == nil || foreign(o, s.o) {
			s.misuse("client.object.wrong", s.o, "%s is given %s, an %s of %s", s.c.Method, o.name, o.kind, adapterName(o))
		}
	}
}

// atEnd looks at what is left when the provider has been closed. The checker is locked.
func (k *Checker) atEnd() {
	var left []*object
	for o := range k.alive {
		left = append(left, o)
	}
	slices.SortFunc(left, func(a, b *object) int { return cmp.Compare(a.name, b.name) })
	s := k.step()
	for _, p := range k.silent {
		s.unnotified(p)
	}
	kinds := map[string][]*object{}
	for _, o := range left {
		kinds[o.kind] = append(kinds[o.kind], o)
	}
	for _, o := range left {
		s.leaked(o, kinds[o.kind])
	}
}

// leaked notes that an object was left, one of several of its kind.
func (s *step) leaked(o *object, all []*object) {
	rule, what, how, references := "client.object.leaked", "object", "released", ""
	if o.kind == "file" {
		rule, what, how = "client.file.leaked", "file", "closed"
	} else {
		references = fmt.Sprintf(": %s left", plural.Of(o.refs, "reference")+plural.Word(o.refs, " is", " are"))
	}
	if len(all) == 1 {
		s.misuse(rule, o, "the %s was never %s%s", what, how, references)
		return
	}
	var names []string
	for _, other := range all[:min(len(all), mostNames)] {
		names = append(names, other.name)
	}
	if len(all) > mostNames {
		names = append(names, "…")
	}
	s.misuse(rule, o, "%d %ss of this kind were never %s: %s", len(all), what, how, strings.Join(names, ", "))
}

// mostNames is how many objects of a kind are named that were left.
const mostNames = 8
