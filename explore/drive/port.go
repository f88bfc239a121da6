package drive

import (
	"runtime"

	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// A port is the completion port of a side's file. The judge looks at its packets.
type port struct {
	requests *openRequests // of the adapter
}

func newPort() *port { return &port{&openRequests{open: map[*operation]bool{}}} }

// Post implements [nd2.CompletionPort].
func (*port) Post(uintptr, *nd2.Overlapped) {}

// comes waits until something is done, and reports whether it is: not if the time is up, or the judge has found
// something.
func (d *driver) comes(done func() bool) bool {
	for waited := timeout.New(d.Limit); !done(); runtime.Gosched() {
		if waited.Over() || d.ctx.Err() != nil || d.ends.found.Load() != nil {
			return false
		}
	}
	return true
}

// quiet waits for what the provider owes of requests that have ended, and lets the judge say what has not come.
func (d *driver) quiet() {
	if !d.comes(func() bool { return !d.ends.owe() }) && d.ctx.Err() == nil {
		d.ends.quiet()
	}
}
