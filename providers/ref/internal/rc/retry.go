package rc

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

type timer struct {
	at    Tick
	armed bool
}

func (t *timer) expired(now Tick) bool { return t.armed && now >= t.at }

// A retry counts the remaining retransmissions; an acknowledgement resets the counts.
type retry struct {
	// ackTimer runs while packets are unacknowledged, rnrTimer after an RNR NAK; never both.
	ackTimer, rnrTimer  timer
	retries, rnrRetries uint8
	// askedAgain says that a lost answer to a Read was noticed and requested again; later packets of the
	// old answer are ignored.
	askedAgain bool
}

func (t *retry) reset(c *Config) {
	t.retries, t.rnrRetries, t.askedAgain = c.Retries, c.RNRRetries, false
}

// progress resets the counts and restarts the timers, since una has moved.
func (c *Conn) progress() {
	c.requester.retry.reset(&c.cfg)
	c.requester.retry.rnrTimer.armed = false
	c.armAckTimer()
}

// armAckTimer starts the local ACK timeout if packets are unacknowledged; a timeout of 0 means no limit.
// Source: IBTA 9.7.6.1.3 (detecting lost acknowledge messages and timeouts).
func (c *Conn) armAckTimer() {
	c.requester.retry.ackTimer = timer{
		c.now + c.cfg.AckTimeout,
		c.requester.una != c.requester.end && c.cfg.AckTimeout > 0,
	}
}

// expire handles expired timers.
func (c *Conn) expire() {
	switch {
	case c.requester.retry.rnrTimer.expired(c.now):
		c.requester.retry.rnrTimer.armed = false
		c.armAckTimer()
	case c.requester.retry.ackTimer.expired(c.now):
		c.stats.Timeouts++
		c.goBack()
	default:
		c.probeIfSilent()
	}
}

// goBack retransmits from the oldest unacknowledged packet, or gives up. Source: IBTA 9.7.6.1.3, 9.9.2
// (retry counters).
func (c *Conn) goBack() {
	if c.requester.retry.retries == 0 {
		c.fail(RetryExceeded, RetryExceeded)
		return
	}
	c.requester.retry.retries--
	c.rewind()
	c.armAckTimer()
}

// outOfStep retransmits after a NAK for a PSN sequence error. After an RNR NAK it is stale, and ignored.
func (c *Conn) outOfStep() {
	if c.requester.retry.rnrTimer.armed {
		c.stats.Dropped++
		return
	}
	c.stats.SequenceNaks++
	c.goBack()
}

// answerLost handles the implied NAK of a Read, once.
func (c *Conn) answerLost() {
	if c.requester.retry.askedAgain {
		c.stats.Dropped++
		return
	}
	c.stats.ImpliedNaks++
	c.goBack()
	c.requester.retry.askedAgain = true
}

// notReady waits as the oldest packet's RNR NAK asks, and retransmits. The NAK is an answer, so earlier
// timeouts don't count: a requester that waits long for a Receive loses some answers. Source: IBTA
// 9.7.5.2.8 (RNR NAK), 9.9.2.
func (c *Conn) notReady(t wire.RNRTimer) {
	if c.requester.retry.rnrTimer.armed {
		c.stats.Dropped++
		return
	}
	c.stats.RNRNaks++
	if c.requester.retry.rnrRetries == 0 {
		c.fail(RNRExceeded, RetryExceeded)
		return
	}
	if c.requester.retry.rnrRetries != forever {
		c.requester.retry.rnrRetries--
	}
	c.rewind()
	c.requester.retry.retries = c.cfg.Retries
	c.requester.retry.ackTimer.armed = false
	c.requester.retry.rnrTimer = timer{c.now + Tick(t.Microseconds()), true}
}
