package child

import (
	"context"
	"time"

	"github.com/ndconform/ndconform/internal/timeout"
)

// startPauses are the pauses before each new try to start a process.
var startPauses = []time.Duration{50 * time.Millisecond, 500 * time.Millisecond}

// Persist tries to start a process, and again after each of some pauses: a system may briefly lack processes or
// memory, or be scanning a new program. A process that has not started has done nothing, so no verdict hides behind a
// retry. It returns start's last error.
func Persist(ctx context.Context, start func() error) error {
	err := start()
	for _, pause := range startPauses {
		if err == nil {
			break
		}
		timeout.Sleep(ctx, pause)
		if ctx.Err() != nil {
			return err
		}
		err = start()
	}
	return err
}
