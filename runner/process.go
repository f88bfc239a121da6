package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/ndconform/ndconform/reports"
)

// A process is one worker as its supervisor sees it.
type process struct {
	ordered []string
	handle  func(event)
	// current is the spec that has started and not ended; last is the one that
	// started last.
	current, last string
	ended         map[string]reports.Verdict
	refused       string
	broken        string
	done          bool
	// end says how the process ended, and trace is its last output; failed is what
	// its exit status says.
	end, trace string
	failed     bool
}

// newProcess gives a worker that has said nothing yet, and hands on what it says
// of the specs that it was ordered to run.
func newProcess(ordered []string, handle func(event)) *process {
	return &process{ordered: ordered, handle: handle, ended: map[string]reports.Verdict{}}
}

func (p *process) take(e event) {
	switch e.Kind {
	case opened:
		if e.Target == nil {
			return
		}
	case refused:
		p.refused = e.Text
	case broken:
		p.broken = e.Text
	case started:
		if !slices.Contains(p.ordered, e.Text) {
			return
		}
		p.current, p.last = e.Text, e.Text
	case ended:
		if e.Spec == nil || !slices.Contains(p.ordered, e.Spec.ID) {
			return
		}
		p.current = ""
		p.ended[e.Spec.ID] = e.Spec.Verdict
	case done:
		p.done = true
	}
	p.handle(e)
}

var (
	errSilence = errors.New("it gave no sign of life")
	errClosed  = errors.New("it closed its output")
)

// work runs one worker to its end. When ctx is done the worker is told to stop;
// when it is silent, floods, or takes too much memory, to show its goroutines and
// end. A worker that does not is killed. The error is of starting it.
func work(ctx context.Context, command []string, memory int64, order batch, p *process) error {
	own, end := context.WithCancelCause(ctx)
	defer end(nil)
	cmd := exec.CommandContext(own, command[0], command[1:]...)
	input, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	cmd.WaitDelay = endLimit
	cmd.Cancel = func() error {
		if ctx.Err() != nil {
			return input.Close()
		}
		if cmd.Process.Signal(syscall.SIGQUIT) != nil {
			return cmd.Process.Kill()
		}
		return nil
	}
	limit := scaled(silence, order.TimeoutScale)
	alive := time.AfterFunc(limit+startLimit, func() { end(errSilence) })
	defer alive.Stop()
	mute := time.AfterFunc(limit, func() { end(errClosed) })
	mute.Stop()
	defer mute.Stop()

	written := &meter{trip: func() { end(errFlood) }}
	stderr := &tail{meter: written}
	cmd.Stderr = stderr
	cmd.Stdout = &eventReader{
		meter: written,
		handle: func(e event) {
			alive.Reset(limit)
			written.reset()
			p.take(e)
			if e.Kind == opened { // an error shows in how the worker ends
				_ = json.NewEncoder(input).Encode(clearance{})
			}
		},
		closed: func() { mute.Reset(closedLimit) },
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("starting a worker: %w", err)
	}
	unwatch := watch(cmd.Process, memory, end)
	// A worker that ends before it has read its order shows in how it ends.
	_ = json.NewEncoder(input).Encode(order)
	err = cmd.Wait()
	unwatch()
	line, trace := stderr.epitaph()
	p.end, p.trace, p.failed = nameException(describeEnd(err, context.Cause(own), line)), trace, !cmd.ProcessState.Success()
	return nil
}

// describeEnd says in a line how a process ended.
func describeEnd(err, cause error, lastWords string) string {
	text := "exit status 0"
	if err != nil {
		text = err.Error()
	}
	if errors.Is(cause, errClosed) && lastWords != "" && !strings.HasPrefix(lastWords, "SIGQUIT") {
		cause = nil // it was about to end, and was slow
	}
	if cause != nil {
		text = cause.Error()
	}
	if lastWords != "" && cause == nil {
		text += ": " + lastWords
	}
	return text
}
