package child

import (
	"context"
	"os/exec"
)

// NoteCause notes why a command is ended that would have gone on. What it returns gives the cause of ctx once Wait
// has returned, and nil if the process had ended by itself, whatever became of ctx later. It is called before the
// command starts and after its Cancel has been chosen, with the ctx that the command was made with.
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
