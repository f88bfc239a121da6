package verbs

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/async"
)

// account is a queue's notices with requests that can be told apart.
type account struct {
	t *testing.T
	notices
	requests async.Requests
}

func newAccount(t *testing.T) *account {
	a := &account{t: t}
	a.requests.Init(async.NewFile())
	return a
}

func (a *account) notify(kind nd2.NotifyType) {
	a.wait(a.requests.Begin(new(nd2.Overlapped)), kind)
}

// released checks how many requests a trigger completes.
func (a *account) released(want int) {
	a.t.Helper()
	if got := len(a.trigger()); got != want {
		a.t.Fatalf("a trigger completes %d requests, want %d", got, want)
	}
}

func TestAnyIsTriggeredByAResultOnce(t *testing.T) {
	a := newAccount(t)
	a.notify(nd2.NotifyAny)
	a.notify(nd2.NotifyAny)
	if !a.fetched(false) {
		t.Fatal("a result does not trigger")
	}
	a.released(2)
	if a.unannounced(nd2.NotifyAny) || a.fetched(false) {
		t.Error("it triggers again")
	}
	if !a.unannounced(nd2.NotifyAny) {
		t.Error("the next result is announced already")
	}
}

func TestAResultThatWasTakenTriggersNobody(t *testing.T) {
	a := newAccount(t)
	a.fetched(false)
	a.head = a.tail
	if a.unannounced(nd2.NotifyAny) {
		t.Error("unannounced")
	}
	// The device announces it late.
	a.notify(nd2.NotifySolicited)
	if a.mayBeSolicited() {
		t.Error("triggers a request made after")
	}
}

func TestSolicitedIgnoresOthers(t *testing.T) {
	a := newAccount(t)
	a.notify(nd2.NotifySolicited)
	if a.fetched(false) {
		t.Fatal("any result triggers")
	}
	if !a.mayBeSolicited() {
		t.Fatal("a solicited result does not trigger")
	}
	a.released(1)
}

func TestSolicitedIsTriggeredByWhatCameBefore(t *testing.T) {
	a := newAccount(t)
	a.fetched(false)
	a.notify(nd2.NotifySolicited)
	if !a.mayBeSolicited() {
		t.Error("a solicited result that is queued does not trigger")
	}
}

func TestSolicitedIsTriggeredByWhatWasTakenSince(t *testing.T) {
	a := newAccount(t)
	a.notify(nd2.NotifySolicited)
	a.fetched(false)
	a.head = a.tail
	if !a.mayBeSolicited() {
		t.Error("a solicited result that was taken meanwhile does not trigger")
	}
}

func TestErrorsTriggerSolicited(t *testing.T) {
	a := newAccount(t)
	a.notify(nd2.NotifySolicited)
	if !a.fetched(true) {
		t.Fatal("a failed result does not trigger")
	}
	a.released(1)
	if a.fetched(true); !a.unannounced(nd2.NotifySolicited) {
		t.Error("a failed result is announced already")
	}
}

func TestAnyReleasesSolicitedButNotErrors(t *testing.T) {
	a := newAccount(t)
	a.notify(nd2.NotifyErrors)
	a.notify(nd2.NotifySolicited)
	if a.fetched(false) {
		t.Fatal("nobody waits for any")
	}
	a.notify(nd2.NotifyAny)
	a.fetched(false)
	a.released(2)
	if !a.wants(nd2.NotifyErrors) || a.wants(nd2.NotifySolicited) {
		t.Error("the wrong requests are left")
	}
	if a.fetched(true) || a.unannounced(nd2.NotifyErrors) {
		t.Error("a failed result completes what waits for the failure of the queue")
	}
}
