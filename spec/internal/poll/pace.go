// Package poll is for specs that ask again and again for what no event tells of.
package poll

import (
	"context"
	"runtime"
	"time"
)

// A Pace is how often somebody asks who waits for one thing. The zero Pace is ready to use.
type Pace struct{ began time.Time }

// Again returns when it is time to ask again, or when ctx is over. At first that is as soon as
// other goroutines have had their turn, since most of what a spec waits for is there within
// microseconds. Later it is after a moment: whoever asks without a break keeps the processor
// from the provider, and from the other workers.
func (p *Pace) Again(ctx context.Context) {
	if p.began.IsZero() {
		p.began = time.Now()
	}
	waited := time.Since(p.began)
	if waited < eager {
		runtime.Gosched()
		return
	}
	select {
	case <-time.After(min(waited/pauses, longestPause)):
	case <-ctx.Done():
	}
}

// There is no pause for as long as eager. A pause is a part of the time waited for, so
// that what takes long seems to take a sixteenth longer at most, and never more than longestPause.
const (
	eager        = time.Millisecond / 4
	pauses       = 16
	longestPause = time.Millisecond
)
