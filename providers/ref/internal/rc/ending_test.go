package rc

import (
	"testing"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// busy is a pair whose A has three requests outstanding and a Receive in progress.
func busy(t *testing.T, c Config) (p *pair, v *testReceive) {
	p = connect(t, c)
	v = p.a.receive(1000)
	p.post(p.b, Request{Kind: Send}, pattern(0, 600))
	p.deliver(p.b)
	p.a.said()
	for range 3 {
		post(p, Send, 1)
	}
	return p, v
}

// IBTA 10.3.1 (Error state): outstanding requests are flushed in order, and nothing
// happens after.
func TestFlush(t *testing.T) {
	p, v := busy(t, defaults())
	p.a.conn.Flush()
	p.a.conn.Flush()
	expectOutcomes(t, p.a, "[0 Flushed 1 Flushed 2 Flushed]")
	expectFailed(t, p.a)
	if !v.done || v.outcome != Flushed || v.length != 256 {
		t.Errorf("the Receive in progress ended %+v", v)
	}
	expectEnded(t, p)
	expectFailed(t, p.a)
}

// expectEnded checks that A does nothing any more.
func expectEnded(t *testing.T, p *pair) {
	t.Helper()
	n := len(p.a.finished)
	post(p, Send, 1)
	if len(p.a.finished) != n+1 || p.a.finished[n].outcome != Flushed {
		t.Errorf("a request posted after the end: %v", p.a.finished)
	}
	p.a.said()
	p.deliver(p.b)
	p.inject(p.a, ack(psn(0)))
	p.now += 1e6
	p.a.conn.Tick(p.now)
	p.a.conn.Fail(Internal)
	expectSaid(t, p.a)
	if _, ok := p.a.conn.Deadline(); ok || p.a.conn.State() != Ended {
		t.Error("not ended")
	}
	if p.a.conn.Stats().Dropped == 0 {
		t.Error("nothing was dropped")
	}
	if len(p.a.receives) != 1 {
		t.Error("a Receive was taken")
	}
}

// The Receive in progress ends with the reason for the connection's end.
func TestReceiveInProgress(t *testing.T) {
	timeout := func(p *pair) {
		for p.wait() {
		}
	}
	for _, tt := range []struct {
		name          string
		end           func(p *pair)
		ended, failed Outcome // the first request, the connection
		received      Outcome
	}{
		{"timeout", timeout, RetryExceeded, RetryExceeded, RetryExceeded},
		{"RNR", func(p *pair) {
			p.inject(p.a, rnrNak(psn(0), 1))
			p.wait()
			p.inject(p.a, rnrNak(psn(0), 1))
		}, RNRExceeded, RNRExceeded, RetryExceeded},
		{"access NAK", func(p *pair) {
			p.inject(p.a, nak(psn(0), wire.RemoteAccessError))
		}, RemoteAccess, RemoteAccess, RemoteOperation},
		{"request NAK", func(p *pair) {
			p.inject(p.a, nak(psn(0), wire.InvalidRequest))
		}, RemoteInvalid, RemoteInvalid, RemoteOperation},
		{"operation NAK", func(p *pair) {
			p.inject(p.a, nak(psn(0), wire.RemoteOperationalError))
		}, RemoteOperation, RemoteOperation, RemoteOperation},
		{"Gather", func(p *pair) {
			p.a.onGather = func(*Request, uint32) Outcome { return LocalProtection }
			p.inject(p.a, nak(psn(0), wire.PSNSequenceError))
		}, LocalProtection, LocalProtection, Flushed},
		{"Fail", func(p *pair) { p.a.conn.Fail(Internal) }, Flushed, Internal, Flushed},
		{"a request refused", func(p *pair) {
			p.inject(p.a, wire.Packet{BTH: wire.BTH{Opcode: wire.WriteOnly, PSN: psnB + 1}})
		}, Flushed, RemoteInvalid, Flushed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := defaults()
			c.RNRRetries, c.Retries = 1, 1
			p, v := busy(t, c)
			failedBefore := -1
			p.a.onReceived = func(*testReceive) { failedBefore = len(p.a.failed) }
			tt.end(p)
			expectOutcomes(t, p.a, "[0 "+tt.ended.String()+" 1 Flushed 2 Flushed]")
			expectFailed(t, p.a, tt.failed)
			if !v.done || v.outcome != tt.received || v.length != 256 || failedBefore != 0 {
				t.Errorf("the Receive in progress ended %+v, Failed called %d times before", v, failedBefore)
			}
			expectEnded(t, p)
			expectFailed(t, p.a, tt.failed)
		})
	}
}

// Failed comes between the request that had the error and the flushed ones.
func TestFailedBeforeFlush(t *testing.T) {
	p, _ := busy(t, defaults())
	var failed []int
	p.a.onComplete = func(*Request, Outcome) { failed = append(failed, len(p.a.failed)) }
	p.inject(p.a, nak(psn(1), wire.RemoteAccessError))
	if len(failed) != 3 || failed[0] != 0 || failed[1] != 0 || failed[2] != 1 {
		t.Errorf("Failed had been called %v times at each completion", failed)
	}
}

// Complete and Received may post, even the returned request.
func TestPostFromCallbacks(t *testing.T) {
	p := connect(t, defaults())
	left := 100
	p.a.onComplete = func(r *Request, o Outcome) {
		left--
		if left > 0 && o == OK {
			p.a.conn.Post(r, p.now)
		}
	}
	p.b.onReceived = func(*testReceive) {
		p.b.receive(300)
		p.b.got++
		if p.b.got%10 == 0 {
			p.post(p.b, Request{Kind: Send}, nil)
		}
	}
	for range 20 {
		p.a.receive(0)
		p.b.receive(300)
	}
	for range 5 {
		post(p, Send, 300)
	}
	p.post(p.a, Request{Kind: Bind}, nil)
	p.settle()
	checkInvariants(t, p.a)
	checkInvariants(t, p.b)
	// Six requests go round until 99 are posted again.
	if len(p.a.finished) != 105 || p.b.got != 88 {
		t.Errorf("%d completions, %d messages received", len(p.a.finished), p.b.got)
	}
	for i, f := range p.a.finished {
		if want := uint32(i % 6); f.slot != want || f.outcome != OK {
			t.Fatalf("completion %d is %v, want %d OK", i, f, want)
		}
	}
}

// A request posted during the flush is flushed, too.
func TestPostWhileFlushing(t *testing.T) {
	for name, end := range map[string]func(*pair){
		"Flush": func(p *pair) { p.a.conn.Flush() },
		"Fail":  func(p *pair) { p.a.conn.Fail(Internal) },
		"NAK":   func(p *pair) { p.inject(p.a, nak(psn(0), wire.InvalidRequest)) },
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := busy(t, defaults())
			left := 10
			p.a.onComplete = func(r *Request, _ Outcome) {
				left--
				if left >= 0 {
					p.a.conn.Post(r, p.now)
				}
			}
			p.a.said()
			end(p)
			expectSaid(t, p.a)
			if n := len(p.a.finished); n != 13 || p.a.finished[12].outcome != Flushed {
				t.Errorf("ended %s", p.a.outcomes())
			}
		})
	}
}

// Nonsense is brought within the limits of the protocol.
func TestConfigBounds(t *testing.T) {
	got := Config{MTU: 1, Retries: 200, RNRRetries: 9, ReadsOut: -1, ReadsIn: 1 << 20, SendPSN: 1 << 24}.bounded()
	want := Config{MTU: 256, Retries: 7, RNRRetries: 7, ReadsIn: 255, Window: 1}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	got = Config{MTU: 9000, Window: 1 << 30, ReadsOut: 300, ReceivePSN: 1<<24 + 5}.bounded()
	want = Config{MTU: 4096, Window: 1 << 22, ReadsOut: 255, ReceivePSN: 5}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestNames(t *testing.T) {
	for o, want := range map[Outcome]string{OK: "OK", RetryExceeded: "RetryExceeded", 200: "Outcome(200)"} {
		if got := o.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for k, want := range map[Kind]string{Send: "Send", Invalidate: "Invalidate", 200: "Kind(200)"} {
		if got := k.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
