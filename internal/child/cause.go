package child

import (
	"context"
	"os/exec"
)

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
