package ref

import "github.com/ndconform/ndconform/nd2"

// keepQueuePair makes the connector hold q, or nothing, instead of its former queue pair. It does so
// only with the adapter's quirk.
func (c *connector) keepQueuePair(q *queuePair) {
	if !c.adapter.hardware.quirks.KeepQueuePair {
		return
	}
	if q != nil {
		q.AddRef()
	}
	if old := c.keptQueuePair.Swap(q); old != nil {
		old.Release()
	}
}

// keepQueuePairIf is keepQueuePair for a status that says that connecting q has begun.
func (c *connector) keepQueuePairIf(s nd2.Status, q *queuePair) nd2.Status {
	if s == nd2.Success || s == nd2.Pending {
		c.keepQueuePair(q)
	}
	return s
}
