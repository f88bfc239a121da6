package replay

import (
	"time"

	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// A Judge is asked at the end of a replay what the provider owes; see package judge.
type Judge interface {
	Owes() bool
	Quiet()
}

// quiet takes all that has come, waits for what the provider owes, and has the judge say what does not come.
func (s *stage) quiet() {
	defer s.stored(nil)
	if s.Judge == nil || s.ctx.Err() != nil && s.result.Stopped == nil {
		return
	}
	over, soon := timeout.New(s.Limit), timeout.New(s.Limit/16)
	tick := time.NewTicker(100 * between)
	defer tick.Stop()
	var ended <-chan struct{} // a replay that has stopped by itself goes on here
	if s.result.Stopped == nil {
		ended = s.ctx.Done()
	}
	for s.settled(); s.Judge.Owes() || s.content.under() && !soon.Over(); s.settled() {
		if over.Over() {
			s.Judge.Quiet()
			return
		}
		select {
		case <-tick.C:
		case <-ended:
			return
		}
	}
}

// settled asks for the ends of all requests, and takes all results.
func (s *stage) settled() {
	for _, k := range s.tracks {
		for n, r := range k.requests {
			if s.objects[k.asked[n].On] != nil { // or else it must not be asked
				r.Ended()
			}
		}
	}
	for _, o := range s.objects {
		if q, ok := o.made.(nd2.CompletionQueue); ok {
			s.drain(o, q)
		}
	}
}
