//go:build linux && cgo && verbs

package verbs

import (
	"time"

	"github.com/ndconform/ndconform/nd2"
)

// arm is what a completion queue has asked its device for.
type arm uint8

const (
	disarmed arm = iota
	armedForSolicited
	armedForAny
)

// Notify implements [nd2.CompletionQueue].
//
// The device says neither which completion was solicited, nor whether there was one
// before it was asked. So it is always asked for solicited ones, and for any while
// a request for any is pending.
func (c *completionQueue) Notify(kind nd2.NotifyType, o *nd2.Overlapped) nd2.Status {
	switch {
	case kind > nd2.NotifySolicited:
		return nd2.InvalidParameter1
	case o == nil:
		return nd2.InvalidParameter2
	case c.adapter.device.removed.Load():
		return nd2.DeviceRemoved
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.failure != nd2.Success {
		return c.failure
	}
	blind := kind == nd2.NotifySolicited && !c.adapter.device.siw && c.arm == armedForAny &&
		!c.notices.wants(nd2.NotifyAny)
	if blind {
		if s := c.disarm(); s != nd2.Success {
			return s
		}
	}
	c.drain()
	if blind { // the device has told of the first result only: those behind it may be solicited
		c.notices.mayBeSolicited()
	}
	if c.failure != nd2.Success { // drain has just found it
		return c.failure
	}
	if c.notices.unannounced(kind) {
		c.trigger()
		return nd2.Success
	}
	c.notices.wait(c.requests.Begin(o), kind)
	c.rearm()
	return nd2.Pending
}

// trigger announces what is queued to all requests that wait for it. The queue is locked.
func (c *completionQueue) trigger() {
	for _, r := range c.notices.trigger() {
		c.lock.End(r, nd2.Success)
	}
}

// event notes that the device has announced a completion.
func (c *completionQueue) event() {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.cq == nil {
		return
	}
	asked := c.arm
	c.arm = disarmed
	c.drain()
	if c.disarmer.event {
		c.disarmer.event = false
		c.disarmer.done.Broadcast()
	} else if asked == armedForSolicited || !c.notices.wants(nd2.NotifyAny) {
		c.solicited()
	}
	c.rearm()
}

// solicited notes that the results fetched so far may include solicited ones.
func (c *completionQueue) solicited() {
	if !c.adapter.device.siw && c.notices.mayBeSolicited() {
		c.trigger()
	}
}

// rearm asks the device for what is waited for now, and fetches the completions that came before:
// nothing else will announce them. The queue is locked.
func (c *completionQueue) rearm() {
	want := armedForSolicited
	if c.adapter.device.siw || c.notices.wants(nd2.NotifyAny) {
		want = armedForAny
	}
	if c.arm >= want {
		c.pollErrors()
		return
	}
	blind := c.arm == disarmed
	if err := c.cq.Arm(want == armedForSolicited); err != nil {
		c.adapter.device.remove()
		return
	}
	c.arm = want
	if c.drain() && blind {
		c.solicited()
	}
	c.pollErrors()
}

// errorPollInterval is how often the queue is polled for errors while only solicited results are waited
// for. A device may not announce a failed request then: rdma_rxe does so only for Receives.
const errorPollInterval = 2 * time.Millisecond

// An errorPoller polls for errors as long as needed.
type errorPoller struct {
	timer   *time.Timer
	running bool
}

func (p *errorPoller) stop() {
	if p.timer != nil {
		p.timer.Stop()
	}
}

// pollErrors starts polling for errors if needed. The queue is locked.
func (c *completionQueue) pollErrors() {
	p := &c.errorPoller
	if p.running || !c.notices.wants(nd2.NotifySolicited) {
		return
	}
	p.running = true
	if p.timer != nil {
		p.timer.Reset(errorPollInterval)
		return
	}
	p.timer = time.AfterFunc(errorPollInterval, func() {
		c.lock.Lock()
		defer c.lock.Unlock()
		p.running = false
		c.drain()
		c.pollErrors()
	})
}
