package agent

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// runs admits sessions of one run at a time.
type runs struct {
	mu       sync.Mutex
	now      string // the run with sessions, or with the last ones
	from     string
	sessions int
	since    time.Time
	// wait is how long a session waits for its turn; 0 means handOver.
	wait time.Duration
	// changed is closed, and replaced, when a session ends.
	changed chan struct{}
}

const (
	// sessionGap is how long a run may be without a session and still exclude other runs; handOver is
	// how long another run waits.
	sessionGap = time.Second
	handOver   = 4 * time.Second
)

// enter begins a session of a run; leave ends it.
func (r *runs) enter(ctx context.Context, run, from string) (leave func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(r.wait, handOver))
	defer cancel()
	for {
		wait, changed := r.try(run, from)
		if wait == 0 {
			return r.leave, nil
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-changed:
		case <-ctx.Done():
			timer.Stop()
			r.mu.Lock()
			defer r.mu.Unlock()
			if run == r.now {
				return nil, status.Errorf(codes.ResourceExhausted, "the run has %d sessions, and may have no more", r.sessions)
			}
			return nil, status.Error(codes.ResourceExhausted,
				fmt.Sprintf("a run from %s has been using this agent since %s: wait for its end, or start another agent", r.from,
					r.since.UTC().Format(time.RFC3339)))
		}
		timer.Stop()
	}
}

// try begins a session, or returns the time to wait before the next try.
func (r *runs) try(run, from string) (wait time.Duration, changed <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.changed == nil {
		r.changed = make(chan struct{})
	}
	if run != r.now {
		if r.sessions > 0 {
			return handOver, r.changed
		}
		if rest := sessionGap - time.Since(r.since); r.now != "" && rest > 0 {
			return rest, r.changed
		}
		r.now, r.from = run, from
	}
	if r.sessions >= mostSessions {
		return handOver, r.changed
	}
	if r.sessions == 0 {
		r.since = time.Now()
	}
	r.sessions++
	return 0, nil
}

func (r *runs) leave() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sessions--
	r.since = time.Now()
	close(r.changed)
	r.changed = make(chan struct{})
}
