//go:build unix

package child_test

import (
	"context"
	"errors"
	"os/exec"
	"testing"
	"time"

	"github.com/ndconform/ndconform/internal/child"
)

// A hearer calls itself when something is written.
type hearer func()

func (h hearer) Write(b []byte) (int, error) {
	h()
	return len(b), nil
}

func TestCauseOfAnEnd(t *testing.T) {
	late := errors.New("it was late")
	for name, c := range map[string]struct {
		script string
		want   error
	}{
		"ended":          {"echo; read line", late},
		"by itself":      {"exit 3", nil},
		"itself, before": {"(while kill -0 $$ 2>/dev/null; do :; done; echo) & exit 3", nil},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, end := context.WithCancelCause(t.Context())
			defer end(nil)
			cmd := exec.CommandContext(ctx, "sh", "-c", c.script)
			cmd.Stdout, cmd.WaitDelay = hearer(func() { end(late) }), 10*time.Second
			if _, err := cmd.StdinPipe(); err != nil { // read waits
				t.Fatal(err)
			}
			told := child.NoteCause(ctx, cmd)
			err := cmd.Run()
			if !errors.Is(told(), c.want) {
				t.Errorf("%v: the cause is %v, want %v", err, told(), c.want)
			}
		})
	}
}
