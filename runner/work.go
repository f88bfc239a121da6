package runner

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/spec"
)

var (
	errSilence = errors.New("it gave no sign of life")
	errClosed  = errors.New("it closed the pipe of its events")
)

// A watchdog ends a worker that gives no sign of life, floods, or closes the pipe of
// its events and goes on.
type watchdog struct {
	limit       time.Duration
	alive, mute *time.Timer
	written     *meter
}

func newWatchdog(limit time.Duration, end context.CancelCauseFunc) *watchdog {
	w := &watchdog{
		limit:   limit,
		alive:   time.AfterFunc(limit+startLimit, func() { end(errSilence) }),
		mute:    time.AfterFunc(limit, func() { end(errClosed) }),
		written: &meter{trip: func() { end(errFlood) }},
	}
	w.mute.Stop()
	return w
}

func (w *watchdog) stop() {
	w.alive.Stop()
	w.mute.Stop()
}

// heard is called with each event, closed at the end of all.
func (w *watchdog) heard() {
	w.alive.Reset(w.limit)
	w.written.reset()
}

// rest is called when the worker has to wait for others, and heard after it.
func (w *watchdog) rest() { w.alive.Stop() }

func (w *watchdog) closed() { w.mute.Reset(closedLimit) }

// work runs one worker to its end. When ctx is done the worker is told to stop;
// when it is silent, floods, takes too much memory or is not to be believed, to show
// its goroutines and end. A worker that does not is killed. The error is of starting it.
func work(ctx context.Context, command []string, memory int64, order batch, p *process, later orders) error {
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
	dog := newWatchdog(cmp.Or(order.Silence, scaled(silence, order.TimeoutScale)), end)
	defer dog.stop()
	p.told, p.distrust = func() bool { return ctx.Err() != nil }, end
	output := &tail{meter: dog.written}
	cmd.Stdout, cmd.Stderr = output, output
	events, err := start(cmd, &order.Events)
	if err != nil {
		return fmt.Errorf("starting a worker: %w", err)
	}
	living, leave := context.WithCancel(own)
	defer leave()
	heard := make(chan struct{})
	var telling sync.WaitGroup
	go func() {
		defer close(heard)
		p.listen(events, order.Events.Key, dog, func() {
			later.clear(living)
			more := later.tell(input)
			telling.Go(func() { later.tellOn(living, input, more) })
		})
	}()
	unwatch := child.Watch(cmd.Process, memory, end)
	// A worker that ends before it has read its order shows in how it ends.
	_ = json.NewEncoder(input).Encode(order)
	err = cmd.Wait()
	leave()
	late := time.AfterFunc(endLimit, func() { events.Close() }) // a process that the worker left may hold the other end
	<-heard
	telling.Wait()
	late.Stop()
	events.Close()
	unwatch()
	if errors.As(context.Cause(own), &child.ErrMemory{}) {
		p.strained = spec.GroundSpace
	}
	line, trace := output.Epitaph()
	p.end, p.trace, p.failed = nameException(describeEnd(err, context.Cause(own), line)), trace, !cmd.ProcessState.Success()
	return nil
}

// orders are what a worker is told when it could begin with its specs.
type orders struct {
	// clear returns when it may begin, or when the context is done.
	clear func(context.Context)
	// knows is what it is told then. more is closed when that is more; nil if it never is.
	knows func() (known clearance, more <-chan struct{})
}

// tell tells the worker what is known, and returns what says that more is: nil if the worker
// does not listen, which shows in how it ends.
func (o orders) tell(worker io.Writer) (more <-chan struct{}) {
	known, more := o.knows()
	if json.NewEncoder(worker).Encode(known) != nil {
		return nil
	}
	return more
}

// tellOn tells it whenever more is known, until the context is done.
func (o orders) tellOn(ctx context.Context, worker io.Writer, more <-chan struct{}) {
	for more != nil {
		select {
		case <-more:
			more = o.tell(worker)
		case <-ctx.Done():
			return
		}
	}
}

// start starts a worker with a channel of its own, and gives the end of it to listen at.
func start(cmd *exec.Cmd, c *channel) (events *os.File, err error) {
	events, theirs, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	*c, err = newChannel(cmd, theirs)
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		events.Close()
		return nil, err
	}
	return events, nil
}

// listen takes the worker's events to their end, and clears it to begin when it has
// opened its providers.
func (p *process) listen(events io.Reader, key []byte, dog *watchdog, clear func()) {
	defer dog.closed()
	events = dog.written.of(events)
	err := hear(events, key, func(e event) {
		dog.heard()
		p.take(e)
		if e.Kind == opened {
			dog.rest()
			clear()
			dog.heard()
		}
	})
	if err != nil {
		p.doubt(err)
		_, _ = io.Copy(io.Discard, events) // so that the worker can end
	}
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
