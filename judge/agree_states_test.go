package judge_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// A moment is a history whose last event is a return in the state that a rule describes. If result is not negative, the
// rule judges the status of that result.
type moment struct {
	history
	result int
	// fault is a status by which the rule is broken here, and sound what a sound provider returns.
	fault, sound nd2.Status
}

// with returns the history in which the moment has a status.
func (m moment) with(s nd2.Status) history {
	last := *m.history[len(m.history)-1].Return
	if m.result < 0 {
		last.Status = s
	} else {
		last.Results = slices.Clone(last.Results)
		last.Results[m.result].Status = s
	}
	return append(slices.Clip(m.before()), event.Event{Return: &last})
}

// lacks reports whether a call would succeed where it can't, or return something beside a status that the moment does
// not have, or be asked to wait and return ND_PENDING.
func (m moment) lacks(s nd2.Status) bool {
	call, last := m.history[m.call()].Call, m.history[len(m.history)-1].Return
	return s == nd2.Success && (m.sound != s || last.Status != s && (last.Size != nil || call.Wants)) ||
		s == nd2.Pending && call.Method == calls.GetOverlappedResult
}

// call is the index of the call that the moment is the end of.
func (m moment) call() int {
	last := m.history[len(m.history)-1].Return
	return slices.IndexFunc(m.history, func(e event.Event) bool { return e.Call != nil && e.Call.Number == last.Number })
}

// tolerates reports whether the suite accepts a status in the state of an entry. Where the suite only records the
// status, an undefined number still fails, and so does a removal or a cancellation that never happened.
func tolerates(e requirement.Entry, s nd2.Status, result bool) bool {
	switch {
	case e.Level == requirement.Info:
		return s == nd2.Success || s.WellKnown() && s != nd2.DeviceRemoved && s != nd2.Canceled
	case result:
		return e.JudgeResult(s) != requirement.Wrong
	case e.Code == "ND_PENDING" && s == nd2.Success: // the suite asks that it pends
		return false
	}
	return e.Judge(s) != requirement.Wrong
}

func (m moment) before() history { return m.history[:len(m.history)-1] }

// TestStatesAgree puts each status at each moment that a program reaches: the layer does not fail a status that the
// suite accepts there by the moment's rule.
func TestStatesAgree(t *testing.T) {
	n := tally{}
	for _, b := range allBreaches() {
		if m, ok := b.moment(t); ok {
			n.states(t, b.rule+": "+b.name, b.rule, m)
		}
	}
	for _, q := range quietStates {
		n.states(t, q.rule, q.rule, q.moment(t))
	}
	n.log(t)
}

// states compares all statuses at one moment.
func (n tally) states(t *testing.T, name, rule string, m moment) {
	e, _ := requirement.Lookup(rule)
	if len(e.Accept) == 0 && e.Level != requirement.Info {
		n.add("no rule has statuses", name)
		return
	}
	known := len(findings(t, m.before()))
	for _, s := range statuses() {
		if m.lacks(s) {
			continue
		}
		tolerated := m.fault != s && tolerates(e, s, m.result >= 0)
		n.compare(t, fmt.Sprintf("%s, %v", name, s), tolerated, findings(t, m.with(s))[known:])
	}
}

// moment is where the fault of a breach first changes a status, ok if it does.
func (b breach) moment(t *testing.T) (m moment, ok bool) {
	var proceeded bool
	var own nd2.Status
	var results []nd2.Result
	var s *setup
	m.result = -1
	notifies := func(c *calls.Call) bool { // which the provider does at any time, on any thread
		return c.Method == calls.EventSet || c.Method == calls.EventReset || c.Method == calls.PortPost
	}
	mark := func(c *calls.Call) nd2.Status {
		if notifies(c) {
			return c.Proceed()
		}
		proceeded = false
		status := c.Proceed()
		if ok || s == nil {
			return status
		}
		ok = !proceeded || status != own
		if c.Method == calls.CQGetResults && proceeded && len(results) == int(c.Count) {
			m.result = slices.IndexFunc(results, func(r nd2.Result) bool {
				return r.Status != c.Results[slices.IndexFunc(results, func(o nd2.Result) bool { return o == r })].Status
			})
			ok = m.result >= 0
		}
		if m.fault, m.sound = status, own; !proceeded && slices.Contains(judge.Overlapping(), c.Method) {
			m.sound = nd2.Pending
		}
		if ok {
			m.history = s.recorded(t) // up to the call
			if m.result >= 0 {
				m.fault, m.sound = c.Results[m.result].Status, results[m.result].Status
			}
		}
		return status
	}
	spy := func(c *calls.Call) nd2.Status {
		if notifies(c) {
			return c.Proceed()
		}
		own = c.Proceed()
		proceeded, results = true, slices.Clone(c.Results[:min(int(c.Count), len(c.Results))])
		return own
	}
	hooks := calls.Chain(calls.Hooks{Call: mark}, calls.Hooks{Call: b.fault}, calls.Hooks{Call: spy})
	s = openWith(t, "ref,adapters=2", true, hooks.Call)
	if !b.apart {
		s.connect()
	}
	b.program(s, s.ends[0], s.ends[1])
	whole := s.recorded(t)
	s.close()
	if !ok {
		return m, false
	}
	call := m.history[len(m.history)-1].Call
	if call == nil {
		return m, false
	}
	i := slices.IndexFunc(whole, func(e event.Event) bool { return e.Return != nil && e.Return.Number == call.Number })
	m.history = whole[:i+1]
	return m, call.Method != calls.CQGetResults || m.result >= 0
}

// recorded is what the checker has been told so far.
func (s *setup) recorded(t *testing.T) (h history) {
	for from := json.NewDecoder(bytes.NewReader(s.recording.Bytes())); ; {
		var e event.Event
		err := from.Decode(&e)
		if errors.Is(err, io.EOF) {
			return h
		}
		if err != nil {
			t.Fatal(err)
		}
		h = append(h, e)
	}
}

// A quietState is a moment that no fault of the other tables shows: the last return of a method, or the last result of
// a type of request, in a program on a sound provider.
type quietState struct {
	rule    string
	method  string
	request nd2.RequestType
	apart   bool
	program func(s *setup, a, b *end)
}

func (q quietState) moment(t *testing.T) moment {
	s := openWith(t, "ref,adapters=2", true, nil)
	if !q.apart {
		s.connect()
	}
	q.program(s, s.ends[0], s.ends[1])
	h := s.recorded(t)
	s.close()
	methods := map[uint64]string{}
	for _, e := range h {
		if e.Call != nil {
			methods[e.Call.Number] = e.Call.Method
		}
	}
	for i, e := range slices.Backward(h) {
		if e.Return == nil || methods[e.Return.Number] != q.method {
			continue
		}
		if q.method != calls.CQGetResults {
			return moment{h[:i+1], -1, undefined, e.Return.Status}
		}
		for j, r := range slices.Backward(e.Return.Results) {
			if r.RequestType == q.request {
				return moment{h[:i+1], j, undefined, r.Status}
			}
		}
	}
	t.Fatalf("%s: no %s", q.rule, q.method)
	return moment{}
}
