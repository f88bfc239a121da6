package leak

import (
	"fmt"
	"slices"
)

// A Sample is what a process holds at a moment when no program runs.
type Sample struct {
	// Connections is how many have been made since the beginning.
	Connections int
	// Memory is in bytes; Handles is how many handles the process has open, or 0 if the
	// system does not tell.
	Memory, Handles uint64
}

// A Leak is something that grows with every connection.
type Leak struct {
	// What is "bytes of memory" or "handles".
	What string
	// Each is how much a connection leaves behind, and Grown how much more there is
	// than Connections connections ago.
	Each        float64
	Grown       uint64
	Connections int
}

// String describes the leak in a sentence.
func (l *Leak) String() string {
	return fmt.Sprintf("%.4g %s are left behind by a connection: %d more than %d connections ago", l.Each, l.What, l.Grown, l.Connections)
}

// A leak shows in every one of so many spans between samples, and in all of them about
// equally: what grows at first and then stays is no leak.
const (
	spans  = 6
	unlike = 4 // times that one span may show more than another
)

// Less than this may be due to the process itself, for instance to its counts of what
// was visited.
const (
	leastMemory     = 2 << 10 // bytes per connection
	leastGrown      = 4 << 20 // bytes in all
	leastHandles    = 0.1     // a connection
	leastMoreOpened = 32      // handles in all
)

// A Trend is what samples show. The zero value is ready to use.
type Trend struct{ samples []Sample }

// Add adds a sample, and returns the leak that shows, or nil.
func (t *Trend) Add(s Sample) *Leak {
	t.samples = append(t.samples, s)
	if n := len(t.samples) - (spans + 1); n >= 0 {
		t.samples = slices.Clone(t.samples[n:])
		memory := t.leak("bytes of memory", func(s Sample) uint64 { return s.Memory })
		if memory != nil && memory.Each >= leastMemory && memory.Grown >= leastGrown {
			return memory
		}
		handles := t.leak("handles", func(s Sample) uint64 { return s.Handles })
		if handles != nil && handles.Each >= leastHandles && handles.Grown >= leastMoreOpened {
			return handles
		}
	}
	return nil
}

// leak returns a leak if there is growth in every span, and nil otherwise.
func (t *Trend) leak(what string, of func(Sample) uint64) *Leak {
	var slopes []float64
	for i := 1; i < len(t.samples); i++ {
		a, b := t.samples[i-1], t.samples[i]
		if of(b) <= of(a) || b.Connections <= a.Connections {
			return nil
		}
		slopes = append(slopes, float64(of(b)-of(a))/float64(b.Connections-a.Connections))
	}
	if slices.Max(slopes) > unlike*slices.Min(slopes) {
		return nil
	}
	first, last := t.samples[0], t.samples[len(t.samples)-1]
	grown, connections := of(last)-of(first), last.Connections-first.Connections
	return &Leak{What: what, Each: float64(grown) / float64(connections), Grown: grown, Connections: connections}
}
