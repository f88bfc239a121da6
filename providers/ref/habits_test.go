package ref

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// withHabits opens an instance with two adapters that has the habits.
func withHabits(t *testing.T, names ...string) (a, b *testSide) {
	t.Helper()
	i := openForTest(t, &options{adapters: 2, fabric: inMemory, limits: nic.DefaultLimits(), habits: names})
	return newTestSide(t, i, 0), newTestSide(t, i, 1)
}

func TestHabitsRefused(t *testing.T) {
	for _, value := range []string{"", "bad", "peek+", "peek+bad"} {
		_, err := providers.ParseSelector("ref,habits=" + value)
		if err == nil || !strings.Contains(err.Error(), strings.Join(habitNames(), ", ")) {
			t.Errorf("%q: error %v, want one with the habits", value, err)
		}
	}
}

// notify makes a Notify request.
func (s *testSide) notify(kind nd2.NotifyType) *testRequest {
	return pends(s.cq, func(o *nd2.Overlapped) nd2.Status { return s.cq.Notify(kind, o) })
}

func TestPeek(t *testing.T) {
	a, b := withHabits(t, "peek")
	p := connectPair(t, a, b)
	first := a.notify(nd2.NotifyAny)
	returns(t, p.bQueuePair.Receive(0, b.sge(8)), nd2.Success)
	returns(t, p.aQueuePair.Send(0, a.sge(8), 0), nd2.Success)
	returns(t, first.wait(), nd2.Success)
	if again := a.notify(nd2.NotifyAny); again.pending() {
		t.Error("a Notify waits although a result is queued")
	}
	a.result()
	if drained := a.notify(nd2.NotifyAny); !drained.pending() {
		t.Error("a Notify does not wait although nothing is queued")
	}
}

// The data is there before its result, which comes with the notification.
func TestSlowReceives(t *testing.T) {
	a, b := withHabits(t, "slow-receives")
	p := connectPair(t, a, b)
	for context := range uintptr(3) {
		returns(t, p.bQueuePair.Receive(context, b.sge(8)), nd2.Success)
	}
	told := b.notify(nd2.NotifyAny)
	a.memory[0] = 7
	returns(t, p.aQueuePair.Send(0, a.sge(8), 0), nd2.Success)
	returns(t, p.aQueuePair.Send(0, a.sge(8), 0), nd2.Success)
	a.result()
	if b.memory[0] != 7 || b.cq.GetResults(make([]nd2.Result, 1)) != 0 || !told.pending() {
		t.Error("the result of the Receive was as quick as the Send's")
	}
	returns(t, told.wait(), nd2.Success)
	for context := range uintptr(2) {
		if r := b.result(); r.RequestContext != context || r.Status != nd2.Success {
			t.Errorf("%+v, want that of Receive %d", r, context)
		}
	}
	returns(t, p.aQueuePair.Send(0, a.sge(8), 0), nd2.Success)
	returns(t, p.bQueuePair.Flush(), nd2.Success)
	if r := b.result(); r.Status != nd2.Success {
		t.Errorf("a Flush lost the result before it: %+v", r)
	}
}

func TestRefuseAfterError(t *testing.T) {
	a, b := withHabits(t, "refuse-after-error")
	p := connectPair(t, a, b)
	returns(t, pends(p.aConnector, p.aConnector.Disconnect).wait(), nd2.Success)
	for _, q := range []nd2.QueuePair{p.aQueuePair, p.bQueuePair} {
		returns(t, q.Send(0, nil, 0), nd2.ConnectionInvalid)
		returns(t, q.Receive(0, nil), nd2.ConnectionInvalid)
	}
	p = connectPair(t, a, b)
	returns(t, p.aQueuePair.Read(0, a.sge(8), 0, 0, 0), nd2.Success)
	if r := a.result(); r.Status == nd2.Success {
		t.Errorf("%+v", r)
	}
	returns(t, p.aQueuePair.Send(0, nil, 0), nd2.ConnectionInvalid)
	returns(t, p.aQueuePair.Receive(0, nil), nd2.ConnectionInvalid)
}
