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
	// greetingLimit is how long a program with a processor may take to greet, and greetingLongest how long a
	// program without.
	greetingLimit   = 5 * time.Second
	greetingLongest = 20 * time.Second
	// endLimit is how long a host may take to close its provider and end, and hangUpLimit how long it may run
	// after it has closed its pipe.
	endLimit    = 10 * time.Second
	hangUpLimit = time.Second
	// besides is how many bytes a host may use beside registered memory.
	besides = 1 << 30
)

var errHangs = fmt.Errorf("it took longer than %v to end", endLimit)

// A process is a host, with the connection to it.
type process struct {
	wire.Conn
	path string
	cmd  *exec.Cmd
	from *os.File
	// shared is memory shared with the host, and turns the connection through it; nil without it.
	shared *ring.Shared
	turns  wire.Turns
	output *child.Tail
	// given are the pipes and the memory given to the host.
	given []os.FileInfo
	// mark is a value in the environment of the host and all that it starts.
	mark string
	// program is the file that the host executes, folder its working directory, and release frees its user.
	program *child.Program
	folder  string
	release func()
	// looking guards what was seen of the host: begun, its code, what is known of mappings since the last look and the
	// size of their files in bytes, and whether that was too much. strange is what was wrong at the host's end.
	looking sync.Mutex
	begun   string
	code    []providers.CodeFile
	known   map[any]known
	size    int64
	tooMuch error
	strange error
	kill    context.CancelCauseFunc
	// told returns why this process has killed the host, if it has.
	told func() error
	// ended is closed when the process has ended, with err, for cause if this process has killed it.
	ended      chan struct{}
	err, cause error
	closing    sync.Once
}

// start starts a host. Beside its standard files, which lead only to this process's standard error, the host has
// its two pipes, the shared memory and the bells. It executes program, named path.
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
	if err == nil { // else everything goes through the pipes
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
			over.End(io.EOF) // a goroutine that waits for a frame does not look at the pipe
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
	said := io.MultiWriter(p.output, os.Stderr) // where a linked provider's output goes, too
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

// settle gives the host a user, a working directory without hints at the run, and an environment.
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

// environment leaves out the suite's variables, and those that tell where it runs.
func environment(all []string) (list []string) {
	for _, v := range all {
		if !child.OwnVariable(v) && !strings.HasPrefix(v, "PWD=") && !strings.HasPrefix(v, "OLDPWD=") {
			list = append(list, v)
		}
	}
	return list
}

var errSilent = fmt.Errorf("it said nothing for %v", greetingLimit)

// greet waits for the host's greeting, and ends a program that gives none. It reports whether the host shares the
// memory.
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

// name is the host's name in messages.
func (p *process) name() string { return "the host " + p.path }

// CloseSend implements [wire.Conn]. It looks at the host once more; the host then has some time to end by itself.
func (p *process) CloseSend() error {
	p.strange = p.look()
	stop := time.AfterFunc(endLimit, func() { p.kill(errHangs) })
	go func() {
		<-p.ended
		stop.Stop()
	}()
	return p.Conn.CloseSend()
}

// hangUp waits for the host's end.
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

// end ends a failed host. It returns how the host ended, and its last output.
func (p *process) end(err error) (reason, trace string) {
	if err == nil {
		p.kill(errors.New("killed"))
	}
	stop := time.AfterFunc(hangUpLimit, func() { p.kill(fmt.Errorf("it closed its pipe and did not end: %w", err)) })
	<-p.ended
	stop.Stop()
	p.close()
	line, trace := p.output.CrashReport()
	trace = strings.TrimPrefix(trace, line) // the reason has it
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

// discard frees what the host had beside its pipes.
func (p *process) discard() {
	if p.shared != nil {
		p.shared.Discard()
	}
	if p.folder != "" {
		_ = os.RemoveAll(p.folder) // a provider may have left much in it
	}
	p.release()
}

// ending says how the host ended, with its last words.
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
