package drive

import (
	"runtime"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/timeout"
)

// A port is the completion port of a side's file.
type port struct {
	ndclient.Port
	requests *openRequests // of the adapter
}

func newPort() *port { return &port{requests: &openRequests{open: map[*operation]bool{}}} }

// quiet waits for what the provider owes now that nothing is on its way, and lets the judge say what has not come.
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
