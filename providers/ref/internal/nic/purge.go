package nic

// An origin is the queue pair of a result in a completion queue, for devices that purge
// the results of released queue pairs.
type origin struct {
	queuePair *QueuePair
	solicited bool
}

func (c *CompletionQueue) origin(number uint64) *origin {
	return &c.origins[number&uint64(len(c.origins)-1)]
}

// moveOrigins moves the origins with the results to a new ring.
func (c *CompletionQueue) moveOrigins() {
	if !c.device.quirks.PurgeOnRelease {
		return
	}
	old := c.origins
	c.origins = make([]origin, len(c.ring))
	for i := c.head.Load(); i < c.tail.Load(); i++ {
		*c.origin(i) = old[i&uint64(len(old)-1)]
	}
}

// purge drops the results of q. The others move up to the end of the queue, and stay
// announced or unannounced. The device is locked.
func (c *CompletionQueue) purge(q *QueuePair) {
	if c.origins == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	head, to, announced := c.head.Load(), c.tail.Load(), c.announced
	c.announced, c.solicited = to, 0
	for from := to; from > head; from-- {
		o := *c.origin(from - 1)
		if o.queuePair == q {
			continue
		}
		*c.slot(to - 1), *c.origin(to - 1) = *c.slot(from - 1), o
		if from > announced {
			c.announced = to - 1
		}
		if o.solicited && c.solicited == 0 {
			c.solicited = to
		}
		to--
	}
	c.head.Store(to)
}
