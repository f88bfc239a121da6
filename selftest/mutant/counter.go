package mutant

import (
	"sync/atomic"
)

// A nth counts what happens in an instance.
type Counter struct{ n atomic.Uint64 }

// of counts one more, and reports whether it is the last of each so many.
func (c *Counter) EveryNth(many uint64) bool { return c.n.Add(1)%many == 0 }

// passed counts one more, and reports whether there have been more than so many.
func (c *Counter) Passed(many uint64) bool { return c.n.Add(1) > many }
