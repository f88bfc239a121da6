package command

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
)

// interruptible returns a context that the first SIGINT or SIGTERM ends. A second signal ends the
// process once prepare returns, and a third one at once. SIGHUP counts too, unless it is ignored,
// as under nohup. stop undoes all this.
func interruptible(prepare func()) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(signals, syscall.SIGHUP)
	}
	finished := make(chan struct{})
	go func() {
		select {
		case s := <-signals:
			cancel(&interruption{s})
		case <-finished:
			return
		}
		select {
		case <-signals:
			signal.Stop(signals)
			prepare()
			os.Exit(exit.Failed)
		case <-finished:
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(finished)
		cancel(nil)
	}
}

// An interruption is why a context has ended that a signal ended.
type interruption struct{ by os.Signal }

// Error implements error.
func (i *interruption) Error() string { return "interrupted by " + signalName(i.by) }

// ofTerminal reports whether a context has ended by Ctrl-C, which all processes of the terminal hear.
func ofTerminal(cause error) bool {
	i := (*interruption)(nil)
	return errors.As(cause, &i) && i.by == os.Interrupt
}

func signalName(s os.Signal) string {
	switch s {
	case os.Interrupt:
		return "SIGINT"
	case syscall.SIGTERM:
		return "SIGTERM"
	case syscall.SIGHUP:
		return "SIGHUP"
	}
	return s.String()
}
