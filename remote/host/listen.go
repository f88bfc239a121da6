package host

import (
	"fmt"

	"github.com/ndconform/ndconform/remote/wire"
)

// listen makes each call in a goroutine that may block.
func (h *host) listen() error {
	if h.Turns != nil {
		h.watch()
	}
	for {
		c, method, err := h.next()
		if err != nil {
			return err
		}
		go h.carryOut(c, method, false)
	}
}

// watch starts a goroutine that leads when calls come and nobody takes them. After the last message it
// returns with the turn.
func (h *host) watch() {
	for err := error(nil); err == nil; err = h.Turns.Wait() {
		if !h.Turns.Give() {
			go h.lead()
		}
	}
}

// lead takes a call and makes it, and then the next, as long as nobody else takes calls. Another
// goroutine may lead meanwhile.
func (h *host) lead() {
	for leads := true; leads; {
		c, method, err := h.next()
		switch {
		case err != nil:
			h.Turns.Give()
			h.stop(err)
			return
		case !h.Turns.Give(): // another call has come
			go h.carryOut(c, method, false)
		default:
			leads = h.carryOut(c, method, true)
		}
	}
}

// next receives a call.
func (h *host) next() (c *call, method wire.Method, err error) {
	m, err := h.conn.Receive()
	if err != nil {
		return nil, 0, err
	}
	c, method, err = h.received(m)
	if err != nil {
		return nil, 0, fmt.Errorf("the client asks for something impossible: %w", err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.calls++
	if h.calls > h.Limits.Objects {
		return nil, 0, fmt.Errorf("the client has more than %d calls in progress", h.Limits.Objects)
	}
	return c, method, nil
}

// carryOut makes a call and replies. The goroutine that led before takes the turn again, if it can,
// before the reply: the client's next call may follow at once.
func (h *host) carryOut(c *call, m wire.Method, led bool) (leads bool) {
	defer func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.calls--
	}()
	c.make(m)
	leads = led && h.Turns.Take()
	h.send(c.reply)
	return leads
}
