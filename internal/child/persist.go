package child

import (
	"context"
	"os/exec"
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

// NoteCause notes why a command is killed. After Wait, told returns the cause of ctx, or nil if the process had
// ended by itself, whatever became of ctx later. Call NoteCause before the command starts and after choosing its
// Cancel, with the ctx that made the command.
func NoteCause(ctx context.Context, cmd *exec.Cmd) (told func() error) {
	var cause error
	cancel := cmd.Cancel
	cmd.Cancel = func() error {
		err := cancel()
		if err == nil {
			cause = context.Cause(ctx)
		}
		return err
	}
	return func() error { return cause }
}
