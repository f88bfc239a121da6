//go:build unix

package session_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/watch/record"
	"github.com/ndconform/ndconform/watch/session"
)

func init() {
	// A program that prints how often it was interrupted when it is asked to end for the second
	// time.
	programs["interrupted"] = func(write func(record.Entry)) {
		signals := make(chan os.Signal, 8)
		signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
		write(opened)
		write(found(judge.Program, "client.memory.in-use", fmt.Sprintf("process %d", os.Getpid()), 1))
		heard := []string{"never", "once", "twice", "often"}
		for interrupts, asked := 0, 0; asked < 2; {
			if <-signals == syscall.SIGTERM {
				asked++
				write(found(judge.Program, "client.memory.in-use", "it is asked to end", 1))
				continue
			}
			interrupts++
			write(found(judge.Program, "client.memory.in-use", "it was interrupted "+heard[min(interrupts, 3)], 1))
		}
		write(ended)
	}
}

// send sends a signal to a process.
func send(t *testing.T, process int, s syscall.Signal) {
	if err := syscall.Kill(process, s); err != nil {
		t.Error(err)
	}
}

// Ctrl-C reaches all processes of a terminal: the program hears it once.
func TestCtrlCReachesTheProgramOnce(t *testing.T) {
	t.Setenv(variableProgram, "interrupted")
	h := journal.Header{
		Provider: "ref", TimeoutScale: 1, Started: time.Now().UTC(), Watch: []string{os.Args[0]},
		Plan: []journal.Spec{session.Spec},
	}
	j, err := journal.New(new(bytes.Buffer), h)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	var process int
	s := &session.Session{
		Header: h, Journal: j,
		Found: func(f judge.Finding) {
			switch {
			case process == 0:
				if _, err := fmt.Sscanf(f.Message, "process %d", &process); err != nil {
					t.Error(err)
				}
				send(t, process, syscall.SIGINT) // as the terminal does
			case f.Message == "it was interrupted once":
				cancel(errors.New("Ctrl-C"))
			case f.Message == "it is asked to end": // by Told, which has returned since
				send(t, process, syscall.SIGTERM)
			}
		},
		Told: func(error) bool {
			send(t, process, syscall.SIGTERM)
			return true
		},
	}
	run, err := s.Run(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for message, want := range map[string]bool{"interrupted once": true, "interrupted twice": false} {
		if slices.ContainsFunc(run.Specs, func(s reports.Spec) bool { return strings.Contains(s.Message, message) }) != want {
			t.Errorf("%+v", run.Specs)
		}
	}
}
