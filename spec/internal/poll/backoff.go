// Package poll is for specs that ask again and again for what no event tells of.
package poll

import (
	"context"
	"runtime"
	"time"
)

// A Backoff spaces the polls of one wait. The zero Backoff is ready to use.
type Backoff struct{ began time.Time }

// Wait returns when it is time to poll again, or ctx is over. At first it only lets other goroutines
// run, since most things come within microseconds. Later it pauses, to leave the processor to the
// provider and to other workers.
func (b *Backoff) Wait(ctx context.Context) {
	if b.began.IsZero() {
		b.began = time.Now()
	}
	waited := time.Since(b.began)
	if waited < eager {
		runtime.Gosched()
		return
	}
	select {
	case <-time.After(min(waited/pauseParts, longestPause)):
	case <-ctx.Done():
	}
}

// There is no pause for as long as eager. A pause is a part of the time waited for, so
// that what takes long seems to take a sixteenth longer at most, and never more than longestPause.
const (
	eager        = time.Millisecond / 4
	pauseParts   = 16
	longestPause = time.Millisecond
)
