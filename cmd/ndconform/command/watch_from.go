package command

import (
	"context"
	"fmt"
	"os"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/watch/session"
)

// openRecording opens the recording that is to be replayed, and closes closes it. It is nil if a program is to run.
func (a *app) openRecording(f *watchFlags) (r *session.Recording, closes func(), err error) {
	if f.from == "" {
		return nil, func() {}, nil
	}
	file, err := os.Open(f.from)
	if err != nil {
		return nil, nil, exit.UsageError("--from: %v", err)
	}
	r, err = session.OpenRecording(file)
	if err != nil {
		file.Close()
		return nil, nil, exit.UsageError("--from: %s is no recording: %v", f.from, err)
	}
	f.program = r.Started.Command
	if f.verbose {
		r.Call = func(c *event.Call, ended *event.Return, again uint64) {
			line := c.String() + " = " + ended.Outcome(c)
			if again > 0 {
				line += fmt.Sprintf(", %d times more", again)
			}
			fmt.Fprintln(a.out, printable.Text(line))
		}
	}
	return r, func() { file.Close() }, nil
}

// watched runs the program of a session, or replays a recording if there is one.
func watched(ctx context.Context, s *session.Session, r *session.Recording) (*reports.Run, error) {
	if r != nil {
		return s.Replay(ctx, r)
	}
	return s.Run(ctx)
}
