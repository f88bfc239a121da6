package poll

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// Whoever waits long asks seldom, and stops when there is no more time.
func TestPauses(t *testing.T) {
	over, end := context.WithCancel(context.Background())
	end()
	for _, c := range []struct {
		waited time.Duration
		ctx    context.Context
		pause  time.Duration
	}{
		{eager - 1, context.Background(), 0},
		{8 * time.Millisecond, context.Background(), 500 * time.Microsecond},
		{time.Minute, context.Background(), longestPause},
		{time.Minute, over, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := Backoff{began: time.Now().Add(-c.waited)}
			began := time.Now()
			p.Wait(c.ctx)
			if got := time.Since(began); got != c.pause {
				t.Errorf("after %v somebody pauses for %v, want %v", c.waited, got, c.pause)
			}
		})
	}
}
