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
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/runner/worker"
	"github.com/ndconform/ndconform/spec"
)

// work runs one worker to its end. When ctx is done the worker is told to stop; when it
// is silent, floods, takes too much memory or is not to be believed, it is told to show
// its goroutines and end. A worker that does not is killed. The error is of starting it.
func work(ctx context.Context, command []string, memory int64, order worker.Batch, p *process, later controller) error {
	own, end := context.WithCancelCause(ctx)
	defer end(nil)
	p.stopping, p.distrust = func() bool { return ctx.Err() != nil }, end
	dog := newWatchdog(cmp.Or(order.Silence, worker.Scaled(silence, order.TimeoutScale)), end)
	defer dog.stop()
	output := &outputTail{meter: dog.written}
	var cmd *exec.Cmd
	var told func() error
	var input io.WriteCloser
	var events *os.File
	var ended func()
	err := child.Persist(own, func() (err error) {
		cmd, input, err = workerCommand(own, command, p.stopping)
		if err != nil {
			return err
		}
		told = child.NoteCause(own, cmd)
		cmd.Stdout, cmd.Stderr = output, output
		events, ended, err = start(cmd, &order.Events)
		return err
	})
	switch {
	case err != nil && ctx.Err() != nil: // it was told to stop before it had begun
		return nil
	case err != nil:
		return fmt.Errorf("starting a worker: %w", err)
	}
	leave := p.attend(own, newEventReader(events, worker.EndLimit), order.Events.Key, dog, input, later)
	dog.begun(cmd.Process.Pid)
	unwatch := child.Watch(cmd.Process, memory, child.Resident, end)
	// A worker that ends before it has read its order shows in how it ends.
	_ = json.NewEncoder(input).Encode(order)
	if err = cmd.Wait(); errors.Is(err, exec.ErrWaitDelay) {
		err = nil // it had ended well, and another process held its output open
	}
	ended()
	child.CleanUp(cmd.Process.Pid)
	leave()
	unwatch()
	cause := context.Cause(own)
	if silent := errors.Is(cause, errClosed) || errors.Is(cause, errSilence); silent && told() == nil {
		cause = nil // it had ended, and somebody else held what it had open
	}
	p.noteEnd(err, cause, output)
	p.failed = !cmd.ProcessState.Success()
	return nil
}

// workerCommand returns the command that starts a worker, and the worker's standard input.
// When ctx is done the worker is stopped: if it was told to, by the end of its input;
// otherwise with the stacks of its goroutines as its last words, or killed where that can't
// be asked for.
func workerCommand(ctx context.Context, command []string, stopping func() bool) (*exec.Cmd, io.WriteCloser, error) {
	path := command[0]
	// A provider runs as the user who runs the suite, and may have put another program where this one lay: a worker of
	// that program would be given its key, and could pass what it likes.
	if this, err := os.Executable(); err == nil && path == this {
		path = child.OwnProgram(path)
	}
	cmd := exec.CommandContext(ctx, path, command[1:]...)
	cmd.Args[0] = command[0]
	input, err := cmd.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	cmd.WaitDelay = worker.EndLimit
	cmd.Cancel = func() error {
		if stopping() {
			return input.Close()
		}
		if cmd.Process.Signal(syscall.SIGQUIT) != nil {
			return cmd.Process.Kill()
		}
		return nil
	}
	return cmd, input, nil
}

// start starts a worker with an event pipe, and returns the end of it to listen at.
// The caller calls ended when the worker has ended.
func start(cmd *exec.Cmd, c *worker.EventPipe) (events *os.File, ended func(), err error) {
	events, theirs, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	defer theirs.Close()
	*c, err = worker.NewEventPipe(cmd, theirs)
	if err == nil {
		ended, err = child.Start(cmd)
	}
	if err != nil {
		events.Close()
		return nil, nil, err
	}
	return events, ended, nil
}

// attend listens to the worker and sends it control messages, on other goroutines. The caller calls
// leave once the process has ended; leave returns when these goroutines have ended.
func (p *process) attend(ctx context.Context, events *eventReader, key []byte, dog *watchdog, input io.Writer,
	later controller,
) (leave func()) {
	living, over := context.WithCancel(ctx)
	listened := make(chan struct{})
	var updating sync.WaitGroup
	go func() {
		defer close(listened)
		p.listen(events, key, dog, func() {
			later.awaitStart(living)
			more := later.send(input)
			updating.Go(func() { later.sendUpdates(living, input, more) })
		})
	}()
	return func() {
		over()
		events.ended()
		<-listened
		updating.Wait()
		events.close()
	}
}

// listen takes the worker's events to their end, and clears it to begin when it has
// opened its providers.
func (p *process) listen(events io.Reader, key []byte, dog *watchdog, clear func()) {
	defer dog.closed()
	events = dog.written.of(events)
	err := worker.ReadEvents(events, key, func(e worker.Event) {
		dog.sawSign()
		p.take(e)
		if e.Kind == worker.Opened {
			dog.pause()
			clear()
			dog.sawSign()
		}
	})
	if err != nil {
		p.doubt(err)
		_, _ = io.Copy(io.Discard, events) // so that the worker can end
	}
}

// noteEnd notes how the process ended, for what cause, and what its last words were.
func (p *process) noteEnd(err, cause error, output *outputTail) {
	if errors.As(cause, &child.ErrMemory{}) {
		p.overused = spec.PrerequisiteFreedMemory
	}
	line, trace := output.CrashReport()
	if strings.HasPrefix(line, askedToEnd) { // most goroutines are the runtime's, which come first
		_, dump := output.FullCrashReport()
		if described := worker.DescribeStacks(dump); described != "" {
			trace = line + "\n" + described
		}
	}
	p.byItself, p.gone = cause == nil, time.Now()
	p.end, p.trace = child.NameException(describeEnd(err, cause, line)), trace
}

// askedToEnd begins the last words of a worker that was asked for its goroutines.
const askedToEnd = "SIGQUIT: "

// describeEnd says in one line how a process ended.
func describeEnd(err, cause error, lastWords string) string {
	text := "exit status 0"
	if err != nil {
		text = err.Error()
	}
	if errors.Is(cause, errClosed) && (lastWords != "" || exited(err)) && !strings.HasPrefix(lastWords, askedToEnd) {
		cause = nil // it was ending, and was slow
	}
	if cause != nil {
		text = cause.Error()
	}
	if lastWords != "" && cause == nil {
		text += ": " + lastWords
	}
	return text
}

// exited reports whether a process exited without being told to. Go's answer to SIGQUIT is a status,
// too, and on Windows a process that was killed has one.
func exited(err error) bool {
	const ofSIGQUIT = 2
	end := (*exec.ExitError)(nil)
	return runtime.GOOS != "windows" && errors.As(err, &end) && end.Exited() && end.ExitCode() != ofSIGQUIT
}
