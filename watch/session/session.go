package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"time"

	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/watch/layer"
	"github.com/ndconform/ndconform/watch/record"
)

// Spec is the only planned spec in a program's journal; findings are added to it.
var Spec = journal.Spec{
	ID:    "watch",
	Title: "The calls between a program and its provider are checked while it runs", Requirements: []string{},
	Package: "nd2",
}

// A Session runs one program.
type Session struct {
	// Header is the journal's. Its Watch is the program, its Plan is that of [Plan].
	Header journal.Header
	// Provider is the selector of the provider to watch; empty leaves that to the program.
	Provider string
	// Break makes the first finding break into a debugger, and Traffic makes the layer measure traffic.
	Break, Traffic bool
	// Record, if not empty, is the file for all calls, which [Replay] reads. An older file stays unless the program
	// is started.
	Record string
	// Bytes is how many bytes of each message it has, the first ones.
	Bytes int
	// Journal is the journal to write.
	Journal *journal.Journal
	// Told, if not nil, reports whether the program itself was told of the context's end: Ctrl-C reaches all
	// processes of a terminal.
	Told func(cause error) bool
	// Found, if not nil, is called with each finding as it comes.
	Found func(judge.Finding)
	// Noted, if not nil, is called with each other message as it comes.
	Noted func(string)

	known state
}

// pause is how long to leave the file alone after nothing new was in it, and ending how long a program has to end
// after it was asked to.
const (
	pause  = 50 * time.Millisecond
	ending = 5 * time.Second
)

// Run runs the program until it ends, or the context does. The program has this process's standard input, output and
// error. The error says why it could not be started or followed; without a run nothing was started.
func (s *Session) Run(ctx context.Context) (run *reports.Run, err error) {
	out, err := s.outfile()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, out.close()) }()
	to, err := record.Append(out.path)
	if err != nil {
		return nil, err
	}
	defer to.Close()
	file, err := os.Open(out.path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if err := to.Write(s.started()); err != nil {
		return nil, err
	}
	s.known = newState(s.Header)
	program := s.program(ctx, out.path)
	if err := program.Start(); err != nil {
		return nil, &StartError{err}
	}
	out.started()
	over := make(chan struct{})
	go func() {
		_ = program.Wait() // ProcessState says all
		close(over)
	}()
	follows := s.follow(file, ctx.Done(), over)
	if follows != nil {
		s.known.problem = "the findings can't be read: " + follows.Error()
	}
	s.known.stop()
	exited := &record.Exited{}
	exited.How, exited.Failed = ended(program.ProcessState)
	w := s.end(ctx, exited)
	exited.Still = w.Still
	wrote := to.Write(record.Entry{Exited: exited})
	return s.Journal.Run(), errors.Join(follows, wrote, s.Journal.Err())
}

// started is the file's first entry.
func (s *Session) started() record.Entry {
	e := s.Header.Environment
	return record.Entry{Started: &record.Started{
		Command: s.Header.Watch, At: s.Header.Started,
		Machine: record.Machine{Name: e.Host, OS: e.OS, Arch: e.Arch, Kernel: e.Kernel, Version: e.Version},
	}}
}

// A StartError says why a program could not be started.
type StartError struct{ Err error }

// Error implements error.
func (e *StartError) Error() string { return fmt.Sprintf("the program can't be started: %v", e.Err) }

// Unwrap returns the cause.
func (e *StartError) Unwrap() error { return e.Err }

// program is the command that starts the program with the layer.
func (s *Session) program(ctx context.Context, findings string) *exec.Cmd {
	c := exec.CommandContext(ctx, s.Header.Watch[0], s.Header.Watch[1:]...)
	if errors.Is(c.Err, exec.ErrDot) { // a shell of Windows' starts it, too
		c.Err = nil
	}
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	c.Cancel = func() error {
		if s.Told != nil && s.Told(context.Cause(ctx)) {
			return nil
		}
		if err := c.Process.Signal(os.Interrupt); err != nil { // as on Windows
			return c.Process.Kill()
		}
		return nil
	}
	c.WaitDelay = ending
	c.Env = append(os.Environ(), layer.VariableOn+"=1", layer.VariableFindings+"="+findings)
	if s.Provider != "" {
		c.Env = append(c.Env, layer.VariableProvider+"="+s.Provider)
	}
	if s.Break {
		c.Env = append(c.Env, layer.VariableBreak+"=1")
	}
	if s.Traffic {
		c.Env = append(c.Env, layer.VariableTraffic+"=1")
	}
	if s.Record != "" {
		c.Env = append(c.Env, layer.VariableRecord+"=1", layer.VariableBytes+"="+strconv.Itoa(s.Bytes))
	}
	return c
}

// end notes how the program has ended, and what is known of it.
func (s *Session) end(ctx context.Context, how *record.Exited) *reports.Watched {
	w := s.known.watched()
	w.Ended, w.Failed = how.How, how.Failed
	if ctx.Err() != nil || w.Failed {
		for _, e := range s.known.waiting(w) {
			s.take(e)
		}
	}
	s.Journal.Append(journal.Entry{Kind: journal.Watched, Watched: w})
	switch {
	case ctx.Err() != nil:
		s.Journal.Append(journal.Entry{Kind: journal.Incomplete, Text: context.Cause(ctx).Error()})
	case w.Failed:
		text := "the program ended with " + w.Ended
		if !s.known.opened {
			text += ", and opened no provider with the layer around it"
			if s.known.problem != "" {
				text += ": " + s.known.problem
			}
		}
		s.Journal.Append(journal.Entry{Kind: journal.Incomplete, Text: text})
	case s.known.problem != "":
		s.Journal.Append(journal.Entry{Kind: journal.Incomplete, Text: s.known.problem})
	}
	if s.known.opened {
		result := journal.Blank(Spec)
		result.Verdict, result.Seconds = reports.Pass, time.Since(s.Header.Started).Seconds()
		s.Journal.Append(journal.Entry{Kind: journal.Ended, Spec: &result})
	}
	s.Journal.Append(journal.Entry{Kind: journal.Finished})
	return w
}

// ended says how a process has ended, and whether that is a failure.
func ended(how *os.ProcessState) (words string, failed bool) {
	if how == nil {
		return "nothing that is known", true
	}
	const most = 255 // larger ones are Windows': 0xc0000005
	if code := how.ExitCode(); code > most {
		return fmt.Sprintf("exit code %#x", uint32(code)), true
	} else if code >= 0 {
		return fmt.Sprintf("exit code %d", code), code != 0
	}
	return how.String(), true // "signal: killed"
}
