package rc

import (
	"fmt"
	"testing"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

func expectDeadline(t testing.TB, e end, want Tick) {
	t.Helper()
	if at, ok := e.conn.Deadline(); !ok || at != want {
		t.Errorf("%s's deadline is %d %t, want %d", e.name, at, ok, want)
	}
}

// IBTA 9.7.5.1 (PSN sequence error), 9.7.6: everything from the PSN on is repeated.
func TestGoBack(t *testing.T) {
	p := connect(t, defaults())
	post(p, Send, 0)
	post(p, Write, 600)
	post(p, Bind, 0)
	post(p, Send, 0)
	p.a.said()
	p.inject(p.a, nak(psn(2), wire.PSNSequenceError))
	expectOutcomes(t, p.a, "[0 OK]")
	expectSaid(t, p.a,
		"RC RDMA WRITE Middle psn=0 256 bytes",
		"RC RDMA WRITE Last psn=1 88 bytes ackreq",
		"RC SEND Only psn=2 ackreq")
	if s := p.a.conn.Stats(); s.Resent != 3 || s.SequenceNaks != 1 {
		t.Errorf("counted %+v", s)
	}
}

// IBTA 9.7.6.1.3 (detecting lost acknowledge messages and timeouts), 9.9.2
// (retry counters).
func TestRetryExceeded(t *testing.T) {
	for _, retries := range []uint8{0, 1, 7} {
		c := defaults()
		c.Retries = retries
		p := connect(t, c)
		p.now = 50
		post(p, Send, 0)
		post(p, Read, 1)
		post(p, Send, 0)
		sent := 0
		for p.a.conn.State() == Connected {
			sent += len(p.a.said())
			p.wait()
		}
		if want := 3 * (int(retries) + 1); sent != want {
			t.Errorf("retries %d: %d packets sent, want %d", retries, sent, want)
		}
		if want := 50 + 1000*(Tick(retries)+1); p.now != want {
			t.Errorf("retries %d: given up at %d, want %d", retries, p.now, want)
		}
		expectOutcomes(t, p.a, "[0 RetryExceeded 1 Flushed 2 Flushed]")
		expectFailed(t, p.a, RetryExceeded)
	}
}

// A NAK for a sequence error and an implied one use up retries as well.
func TestRetriesOfNaks(t *testing.T) {
	c := defaults()
	c.Retries = 1
	p := connect(t, c)
	post(p, Send, 0)
	p.inject(p.a, nak(psn(0), wire.PSNSequenceError))
	expectFailed(t, p.a)
	p.inject(p.a, nak(psn(0), wire.PSNSequenceError))
	expectFailed(t, p.a, RetryExceeded)

	c.Retries = 0
	p = connect(t, c)
	post(p, Read, 0)
	post(p, Send, 0)
	p.inject(p.a, ack(psn(1)))
	expectOutcomes(t, p.a, "[0 RetryExceeded 1 Flushed]")
}

// Progress restores retries and starts the timer anew.
func TestProgress(t *testing.T) {
	c := defaults()
	c.Retries = 1
	p := connect(t, c)
	post(p, Write, 256*6)
	for i := range 6 {
		p.wait()
		p.now += 10
		p.inject(p.a, ack(psn(i)))
		if i < 5 {
			expectDeadline(t, p.a, p.now+1000)
		}
	}
	expectOutcomes(t, p.a, "[0 OK]")
}

// The timeout is that of the oldest packet: later ones do not put it off.
func TestTimeoutOfOldest(t *testing.T) {
	p := connect(t, defaults())
	post(p, Send, 0)
	p.now = 900
	post(p, Send, 0)
	expectDeadline(t, p.a, 1000)
	p.now = 999
	p.a.said()
	p.a.conn.Tick(p.now)
	expectSaid(t, p.a)
	p.now = 1000
	p.a.conn.Tick(p.now)
	expectSaid(t, p.a, "RC SEND Only psn=16777214 ackreq", "RC SEND Only psn=16777215 ackreq")
}

// A timeout of 0 is forever. IBTA 9.9.2 (local ACK timeout of 0).
func TestNoTimeout(t *testing.T) {
	c := defaults()
	c.AckTimeout = 0
	p := connect(t, c)
	post(p, Send, 0)
	if _, ok := p.a.conn.Deadline(); ok {
		t.Error("a deadline without a timeout")
	}
}

// IBTA 9.7.5.2.8 (RNR NAK): it acknowledges everything before, and nothing is sent until its time has passed.
func TestRNRNak(t *testing.T) {
	p := connect(t, defaults())
	post(p, Send, 0)
	post(p, Send, 0)
	p.a.said()
	p.now = 10
	timer := wire.RNRTimerFor(120)
	p.inject(p.a, rnrNak(psn(1), timer))
	expectOutcomes(t, p.a, "[0 OK]")
	expectDeadline(t, p.a, 130)
	p.inject(p.a, rnrNak(psn(1), timer))              // a duplicate
	p.inject(p.a, nak(psn(1), wire.PSNSequenceError)) // a stale one
	post(p, Send, 0)
	p.now = 129
	p.a.conn.Tick(p.now)
	expectSaid(t, p.a)
	p.now = 130
	p.a.conn.Tick(p.now)
	expectSaid(t, p.a, "RC SEND Only psn=16777215 ackreq", "RC SEND Only psn=0 ackreq")
	expectDeadline(t, p.a, 1130)
	if s := p.a.conn.Stats(); s.RNRNaks != 1 || s.Dropped != 2 {
		t.Errorf("counted %+v", s)
	}
}

// A peer that is not ready is alive: losses before and after its NAK don't add up.
func TestRNRNakRestoresRetries(t *testing.T) {
	c := defaults()
	c.Retries, c.RNRRetries = 1, forever
	p := connect(t, c)
	post(p, Send, 0)
	for range 5 {
		p.wait() // the answer was lost
		p.inject(p.a, rnrNak(psn(0), wire.RNRTimerFor(120)))
		p.wait()
	}
	p.inject(p.a, ack(psn(0)))
	expectOutcomes(t, p.a, "[0 OK]")
}

// An acknowledgement ends the wait after an RNR NAK that was overtaken.
func TestRNRNakOvertaken(t *testing.T) {
	p := connect(t, defaults())
	post(p, Send, 0)
	p.a.said()
	p.inject(p.a, rnrNak(psn(0), 1))
	p.inject(p.a, ack(psn(0)))
	expectOutcomes(t, p.a, "[0 OK]")
	post(p, Send, 0)
	expectSaid(t, p.a, "RC SEND Only psn=16777215 ackreq")
}

// So does the answer to an earlier request of a Read.
func TestRNRNakOvertakenByAnswer(t *testing.T) {
	p := connect(t, defaults())
	post(p, Send, 0)
	post(p, Read, 0)
	p.inject(p.a, rnrNak(psn(0), 1))
	p.inject(p.a, answer(wire.ReadResponseOnly, psn(1), nil))
	expectOutcomes(t, p.a, "[0 OK 1 OK]")
	checkInvariants(t, p.a)
}

// IBTA 9.9.2 (RNR NAK retry counter): 7 is forever.
func TestRNRExceeded(t *testing.T) {
	for _, retries := range []uint8{0, 1, 6, 7} {
		c := defaults()
		c.RNRRetries = retries
		p := connect(t, c)
		post(p, Send, 0)
		post(p, Send, 0)
		naks := 0
		for naks < 100 && p.a.conn.State() == Connected {
			p.inject(p.a, rnrNak(psn(0), 1))
			naks++
			p.wait()
		}
		if retries == forever {
			expectFailed(t, p.a)
			continue
		}
		if naks != int(retries)+1 {
			t.Errorf("RNR retries %d: given up after %d RNR NAKs", retries, naks)
		}
		expectOutcomes(t, p.a, "[0 RNRExceeded 1 Flushed]")
		expectFailed(t, p.a, RNRExceeded)
	}
}

// IBTA 9.9.2 (RNR NAK retry counter): an acknowledgement restores all retries, so waiting messages don't add up.
func TestRNRRetriesAreGivenBack(t *testing.T) {
	c := defaults()
	c.RNRRetries = 1
	p := connect(t, c)
	for n := range 10 {
		post(p, Send, 0)
		p.inject(p.a, rnrNak(psn(n), wire.RNRTimerFor(120)))
		p.wait()
		p.inject(p.a, ack(psn(n)))
		expectFailed(t, p.a)
	}
}

// Requests get through a network that loses one packet of each message, at any
// place, in either direction.
func TestEveryLoss(t *testing.T) {
	for _, kind := range []Kind{Send, Write, Read} {
		for lost := range 10 {
			t.Run(fmt.Sprintf("%v/%d", kind, lost), func(t *testing.T) {
				p := connect(t, defaults())
				key := p.b.region(1000, true, true)
				p.b.receive(1000)
				p.b.receive(1000)
				for range 2 {
					p.post(p.a, Request{Kind: kind, RemoteKey: key, RemoteAddress: p.b.regions[key].base}, make([]byte, 1000))
				}
				for n := 0; p.a.sent.size+p.b.sent.size > 0 || p.wait(); n++ {
					from := p.a
					if from.sent.size == 0 {
						from = p.b
					}
					switch {
					case from.sent.size == 0:
					case n == lost:
						p.drop(from)
					default:
						p.deliver(from)
					}
				}
				expectOutcomes(t, p.a, "[0 OK 1 OK]")
				if n := p.a.conn.Stats().Timeouts; n > 1 {
					t.Errorf("%d timeouts for one loss", n)
				}
			})
		}
	}
}
