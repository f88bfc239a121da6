package ref

import "github.com/ndconform/ndconform/nd2"

// keep makes the connector hold q in place of any other queue pair, if that is the
// adapter's quirk; q may be nil.
func (c *connector) keep(q *queuePair) {
	if !c.adapter.hardware.quirks.KeepQueuePair {
		return
	}
	if q != nil {
		q.AddRef()
	}
	if old := c.kept.Swap(q); old != nil {
		old.Release()
	}
}

// keepIf is keep for a queue pair, if the status says that connecting it has begun.
func (c *connector) keepIf(s nd2.Status, q *queuePair) nd2.Status {
	if s == nd2.Success || s == nd2.Pending {
		c.keep(q)
	}
	return s
}
