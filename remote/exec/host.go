package exec

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/client"
	"github.com/ndconform/ndconform/remote/host"
	"github.com/ndconform/ndconform/remote/ring"
	"github.com/ndconform/ndconform/remote/wire"
)

const (
	// greetingLimit is how long a program that has a processor may take to show that it is a host, and
	// greetingLongest one that has none.
	greetingLimit   = 5 * time.Second
	greetingLongest = 20 * time.Second
	// endLimit is how long a host may take to close its provider and end, and hangUpLimit how long it
	// may live on after it has closed its pipe.
	endLimit    = 10 * time.Second
	hangUpLimit = time.Second
	// besides is how many bytes a host may take in addition to the memory that is registered there.
	besides = 1 << 30
)

var errHangs = fmt.Errorf("it took longer than %v to end", endLimit)

// A process is a host, and the connection to it.
type process struct {
	wire.Conn
	path string
	cmd  *exec.Cmd
	from *os.File
	// shared is memory that the host has, too, and turns the connection through it; nil if there is none.
	shared *ring.Shared
	turns  wire.Turns
	output *child.Tail
	// given are the pipes and the memory that the host was given.
	given []os.FileInfo
	// mark is what the host and all that it starts have in their environment.
	mark string
	// program is what the host executes, folder where it works, and release gives back who it is.
	program *child.Program
	folder  string
	release func()
	// begun and code are what was seen of the host, and strange is what was wrong at its end.
	begun   string
	code    []providers.CodeFile
	strange error
	kill    context.CancelCauseFunc
	// told returns why this process has killed the host, if it has.
	told func() error
	// ended is closed when the process has ended, with err, for the cause if this process has killed it.
	ended      chan struct{}
	err, cause error
	closing    sync.Once
}

// start starts a host. Beside its standard files, which lead nowhere but to this process's standard
// error, it has only its two pipes, the memory and what it is woken by. The program is executed, and called path.
func start(path string, program *child.Program, user, provider string) (*process, error) {
	p := &process{
		path: path, program: program, release: func() {}, output: &child.Tail{}, ended: make(chan struct{}),
	}
	theirIn, to, err := os.Pipe()
	if err != nil {
		return p, err
	}
	defer theirIn.Close()
	from, theirOut, err := os.Pipe()
	if err != nil {
		to.Close()
		return p, err
	}
	defer theirOut.Close()
	p.from, p.Conn = from, wire.NewStream(from, to)
	files := []*os.File{theirIn, theirOut}
	shared, more, err := ring.Create()
	for _, f := range more {
		defer f.Close()
	}
	if err == nil { // else all goes through the pipes
		p.shared, files = &shared, append(files, more...)
	}
	unwatch, err := p.begin(user, provider, files)
	if err != nil {
		p.kill(nil)
		if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
			failed.Path = path
		}
		p.discard()
		err = whoMayNot(p.cmd, user, err)
		return p, errors.Join(err, from.Close(), to.Close())
	}
	go func() {
		if p.err = p.cmd.Wait(); errors.Is(p.err, exec.ErrWaitDelay) {
			p.err = nil // it had ended well, and another process held its output open
		}
		p.cause = p.told()
		unwatch()
		close(p.ended)
	}()
	theirOut.Close() // so that the pipe ends with the process
	shares, err := p.greet()
	if shares && err == nil {
		over := ring.New(*p.shared, true, from, to)
		p.Conn, p.turns = over, over
		go func() {
			<-p.ended
			over.End(io.EOF) // whoever waits for a frame does not look at the pipe
		}()
	}
	return p, err
}

// begin starts the process.
func (p *process) begin(user, provider string, files []*os.File) (unwatch func(), err error) {
	ctx, kill := context.WithCancelCause(context.Background())
	p.kill = kill
	program, started, err := p.program.Executable()
	defer started()
	p.cmd = exec.CommandContext(ctx, program)
	p.cmd.Args[0] = p.path
	p.cmd.Cancel = func() error { return child.KillGroup(p.cmd.Process) }
	p.told = child.NoteCause(ctx, p.cmd)
	if err != nil {
		return nil, err
	}
	descriptors, err := child.Bequeath(p.cmd, files...)
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if info, err := file.Stat(); err == nil { // Windows' events are no files
			p.given = append(p.given, info)
		}
	}
	if err := p.settle(user); err != nil {
		return nil, err
	}
	p.cmd.Args = append(p.cmd.Args, host.Command, "--provider="+provider,
		fmt.Sprintf("--session-memory=%d", host.DefaultLimits.Memory),
		"--descriptors="+strings.Join(strings.Fields(strings.Trim(fmt.Sprint(descriptors), "[]")), ","))
	said := io.MultiWriter(p.output, os.Stderr) // where what a provider prints goes without a host, too
	p.cmd.Stdout, p.cmd.Stderr = said, said
	p.cmd.WaitDelay = time.Second
	untie, err := child.StartTied(p.cmd)
	if err != nil {
		return nil, err
	}
	stop := child.Watch(p.cmd.Process, int64(host.DefaultLimits.Memory)+besides, child.Taken, p.kill)
	return func() {
		stop()
		untie()
	}, nil
}

// settle gives the host a user, a working directory, which tells nothing of the run, and an environment.
func (p *process) settle(user string) (err error) {
	owner, release, err := become(p.cmd, user)
	p.release = release
	if err == nil {
		p.folder, err = child.NewFolder()
	}
	if err == nil && owner != 0 {
		err = os.Chown(p.folder, owner, owner)
	}
	p.mark = child.NewMark(os.Getpid())
	p.cmd.Dir = p.folder
	p.cmd.Env = append(environment(os.Environ()), "PWD="+p.folder, p.mark)
	return err
}

// environment leaves out the variables that are the suite's own, and those that tell where it runs.
func environment(all []string) (list []string) {
	for _, v := range all {
		if !child.OwnVariable(v) && !strings.HasPrefix(v, "PWD=") && !strings.HasPrefix(v, "OLDPWD=") {
			list = append(list, v)
		}
	}
	return list
}

var errSilent = fmt.Errorf("it said nothing for %v", greetingLimit)

// greet waits for the host's greeting, and ends a program that gives none. It reports whether the host
// has the memory.
func (p *process) greet() (shares bool, err error) {
	limit := timeout.OfProcess(greetingLimit, greetingLongest, 0)
	limit.Watch(p.cmd.Process.Pid)
	inTime := limit.AfterFunc(func() { p.kill(errSilent) })
	said, err := p.Receive()
	if !inTime() {
		err = errSilent
	}
	if err == nil {
		shares, err = greeted(said)
	}
	if err == nil {
		return shares && p.shared != nil, nil
	}
	_, _ = p.end(err)
	if errors.Is(err, errOther) {
		return false, err
	}
	return false, fmt.Errorf("%w: %s", errNoHost, p.ending())
}

// name is what messages call the host.
func (p *process) name() string { return "the host " + p.path }

// CloseSend implements [wire.Conn]. The host is looked at once more, and has some time to end by itself.
func (p *process) CloseSend() error {
	p.strange = p.look()
	stop := time.AfterFunc(endLimit, func() { p.kill(errHangs) })
	go func() {
		<-p.ended
		stop.Stop()
	}()
	return p.Conn.CloseSend()
}

// hangUp waits for the end of a host that has been told to end.
func (p *process) hangUp() error {
	<-p.ended
	p.close()
	if p.err == nil {
		return p.strange
	}
	reason := p.name() + " ended: " + p.ending()
	if line, trace := p.output.CrashReport(); line != "" {
		return &client.Crash{Reason: reason, Trace: strings.TrimPrefix(trace, line)}
	}
	return errors.New(reason)
}

// end ends a host with which something has gone wrong. It returns how it ended, and the last of
// what it has printed.
func (p *process) end(err error) (reason, trace string) {
	if err == nil {
		p.kill(errors.New("killed"))
	}
	stop := time.AfterFunc(hangUpLimit, func() { p.kill(fmt.Errorf("it closed its pipe and did not end: %w", err)) })
	<-p.ended
	stop.Stop()
	p.close()
	line, trace := p.output.CrashReport()
	trace = strings.TrimPrefix(trace, line) // which is in the reason
	return p.name() + " ended: " + p.ending(), trace
}

// close kills what the host has started, and closes the pipes.
func (p *process) close() {
	p.closing.Do(func() {
		_ = child.KillGroup(p.cmd.Process)
		child.KillMarked(p.mark)
		child.KillLastOrphans()
		_ = p.Conn.CloseSend()
		p.from.Close()
		p.discard()
	})
}

// discard gives back what the host had beside its pipes.
func (p *process) discard() {
	if p.shared != nil {
		p.shared.Discard()
	}
	if p.folder != "" {
		_ = os.RemoveAll(p.folder) // which may be full of what a provider has left
	}
	p.release()
}

// ending says how the host has ended, and with what last words.
func (p *process) ending() string {
	line, text := p.output.CrashReport()
	how := "exit status 0"
	switch {
	case p.cause != nil:
		how = p.cause.Error()
	case p.err != nil:
		how = p.err.Error()
	}
	words := strings.TrimSpace(cmp.Or(line, text[strings.LastIndexByte(text, '\n')+1:]))
	if words != "" {
		how += ": " + words
	}
	return how
}
