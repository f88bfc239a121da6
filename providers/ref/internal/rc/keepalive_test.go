package rc

import "testing"

// keepalive sets the keepalive of both sides.
func (p *pair) keepalive(k Tick) { p.a.conn.cfg.Keepalive, p.b.conn.cfg.Keepalive = k, k }

// probing is a pair whose sides send probes after 5000 ticks.
func probing(t testing.TB) *pair {
	p := connect(t, defaults())
	p.keepalive(5000)
	p.a.conn.Begin(0)
	p.b.conn.Begin(0)
	return p
}

const probeSaid = "RC RDMA WRITE Only psn=16777214 key=0 length=0 ackreq"

// Source: IBTA 9.7.4.1, C9-88.
func TestProbeChangesNothing(t *testing.T) {
	p := probing(t)
	p.b.receive(10)
	for n := range Tick(3) {
		expectDeadline(t, p.a, 5000*(n+1))
		p.wait()
		p.settle()
		checkInvariants(t, p.a)
	}
	expectOutcomes(t, p.a, "[]")
	if p.b.taken != 0 || len(p.a.failed)+len(p.b.failed) > 0 {
		t.Errorf("%d Receives are taken, failures %v %v", p.b.taken, p.a.failed, p.b.failed)
	}
	post(p, Send, 10)
	p.settle()
	expectOutcomes(t, p.a, "[0 OK]")
	if s := p.a.conn.Stats(); s.Probes != 3 || s.Resent != 0 {
		t.Errorf("counted %+v", s)
	}
}

// Any packet of the peer's is a sign of life, also the answer to a request.
func TestProbeIsPutOff(t *testing.T) {
	p := probing(t)
	p.now = 3000
	p.post(p.b, Request{Kind: Write}, nil)
	p.settle()
	expectDeadline(t, p.a, 8000)
	expectDeadline(t, p.b, 8000)
	p.now = 7999
	p.a.conn.Tick(p.now)
	expectSaid(t, p.a)
	p.now = 8000
	p.a.conn.Tick(p.now)
	if n := len(p.a.said()); n != 1 {
		t.Errorf("%d packets", n)
	}
}

func TestNoKeepalive(t *testing.T) {
	p := connect(t, defaults())
	p.a.conn.Begin(0)
	if at, ok := p.a.conn.Deadline(); ok {
		t.Errorf("a deadline at %d", at)
	}
}

// silence lets time pass, and loses A's packets, until the connection has ended.
func (p *pair) silence() {
	for p.a.conn.State() == Connected {
		p.a.said()
		p.now, _ = p.a.conn.Deadline()
		p.a.conn.Tick(p.now)
	}
}

func TestProbeFindsDeadPeer(t *testing.T) {
	p := probing(t)
	p.a.receive(10)
	p.silence()
	if p.now != 5000+8*1000 {
		t.Errorf("given up at %d", p.now)
	}
	expectOutcomes(t, p.a, "[]")
	expectFailed(t, p.a, RetryExceeded)
	checkInvariants(t, p.a)
}

// Requests behind a probe end as they would without it.
func TestRequestsBehindProbe(t *testing.T) {
	p := probing(t)
	p.now = 5000
	p.a.conn.Tick(p.now)
	expectSaid(t, p.a, probeSaid)
	for _, k := range []Kind{Bind, Send, Bind, Write} {
		post(p, k, 0)
	}
	p.silence()
	expectOutcomes(t, p.a, "[0 OK 1 RetryExceeded 2 Flushed 3 Flushed]")
	expectFailed(t, p.a, RetryExceeded)
}

// A request that needs no packet does not wait for a probe, which a slow peer may leave unanswered.
func TestLocalRequestsPassProbe(t *testing.T) {
	p := probing(t)
	p.now = 5000
	p.a.conn.Tick(p.now)
	post(p, Bind, 0)
	post(p, Invalidate, 0)
	expectOutcomes(t, p.a, "[0 OK 1 OK]")
	checkInvariants(t, p.a)
	p.now = 6000
	p.a.conn.Tick(p.now) // the probe is sent again
	post(p, Send, 0)
	post(p, Bind, 0)
	checkInvariants(t, p.a)
	p.b.receive(0)
	p.settle()
	expectOutcomes(t, p.a, "[0 OK 1 OK 2 OK 3 OK]")
	checkInvariants(t, p.a)
}

// Nor does a request that fails by itself.
func TestFailureBehindProbe(t *testing.T) {
	for _, k := range []Kind{Bind, Send} {
		p := probing(t)
		p.now = 5000
		p.a.conn.Tick(p.now)
		p.a.onStart = func(*Request) Outcome { return LocalProtection }
		post(p, k, 0)
		expectOutcomes(t, p.a, "[0 LocalProtection]")
		expectFailed(t, p.a, LocalProtection)
		checkInvariants(t, p.a)
	}
}

// A side that waits for the peer's first request does not probe.
func TestProbeAwaitsPeer(t *testing.T) {
	p := probing(t)
	p.a.conn.cfg.AwaitPeer = true
	if at, ok := p.a.conn.Deadline(); ok {
		t.Errorf("a deadline at %d", at)
	}
	p.post(p.b, Request{Kind: Write}, nil)
	p.settle()
	expectDeadline(t, p.a, 5000)
}

func TestProbeWithEarlySuccess(t *testing.T) {
	p := probing(t)
	p.a.conn.cfg.EarlySuccess = true
	p.now = 5000
	p.a.conn.Tick(p.now)
	post(p, Write, 0)
	if len(p.a.succeeded) != 1 {
		t.Errorf("succeeded %v", p.a.succeeded)
	}
	p.settle()
	expectOutcomes(t, p.a, "[0 OK]")
}

// TestModelWithProbes is TestModel between sides that probe each other all the time.
func TestModelWithProbes(t *testing.T) {
	probes := uint64(0)
	for seed := range uint64(*seeds) {
		w := newWorld(t, seed)
		w.keepalive(100)
		w.run()
		probes += w.pair.a.conn.Stats().Probes
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if probes < uint64(*seeds) {
		t.Errorf("%d probes in %d schedules", probes, *seeds)
	}
}
