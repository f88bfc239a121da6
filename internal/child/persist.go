package child

import (
	"context"
	"time"
)

// startPauses are the waits before each new try to start a process.
var startPauses = []time.Duration{50 * time.Millisecond, 500 * time.Millisecond}

// Persist tries to start a process, and again after each of some pauses: a system may be short of processes or
// memory, or be looking at a new program, and be able a moment later. A process that has not started has done nothing,
// so no verdict hides behind that. It returns the last error of start.
func Persist(ctx context.Context, start func() error) error {
	err := start()
	for _, pause := range startPauses {
		if err == nil {
			break
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
		err = start()
	}
	return err
}
