package mutant

import (
	"sync/atomic"
)

// A Counter counts what happens in an instance.
type Counter struct{ n atomic.Uint64 }

// EveryNth counts one more, and reports whether it is the last of each group of that many.
func (c *Counter) EveryNth(many uint64) bool { return c.n.Add(1)%many == 0 }

// Passed counts one more, and reports whether there have been more than that many.
func (c *Counter) Passed(many uint64) bool { return c.n.Add(1) > many }
