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

// quiet waits for what the provider owes of requests that have ended, and lets the judge say what has not come.
func (d *driver) quiet() {
	for waited := timeout.New(d.Limit); d.ends.owe(); runtime.Gosched() {
		if waited.Over() {
			d.ends.quiet()
			return
		}
		if d.ctx.Err() != nil {
			return
		}
	}
}
