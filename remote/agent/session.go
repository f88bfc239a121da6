package agent

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/remote/wire"
)

// endLimit is how long a session's process may take to close its provider.
const endLimit = 10 * time.Second

var (
	errHangs = fmt.Errorf("it took longer than %v to end", endLimit)
	errMute  = fmt.Errorf("it closed its output and did not end within %v", endLimit)
)

// Session implements [rpc.Server].
func (a *Agent) Session(stream grpc.ServerStream) error {
	from, err := a.admit(stream.Context())
	if err != nil {
		return err
	}
	var first []byte
	if err := stream.RecvMsg(&first); err != nil {
		return err
	}
	run, err := fits(first)
	if err != nil {
		return err
	}
	leave, err := a.runs.enter(stream.Context(), run, from)
	if err != nil {
		return err
	}
	defer leave()
	return a.serve(stream, first)
}

// serve starts a process for the session. The process ends with the stream.
func (a *Agent) serve(stream grpc.ServerStream, first []byte) error {
	ctx, end := context.WithCancelCause(stream.Context())
	defer end(nil)
	cmd := exec.CommandContext(ctx, a.config.Session[0], a.config.Session[1:]...)
	// A new session id lets the agent end the processes that a provider starts.
	if _, err := child.Bequeath(cmd); err != nil {
		return status.Error(codes.Internal, err.Error())
	}
	cmd.Cancel = func() error { return child.KillGroup(cmd.Process) }
	output := &child.Tail{}
	cmd.Stderr = output
	cmd.WaitDelay = time.Second
	in, err := cmd.StdinPipe()
	if err != nil {
		return status.Error(codes.Internal, err.Error())
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return status.Error(codes.Internal, err.Error())
	}
	isOver, err := child.Start(cmd)
	if err != nil {
		return status.Error(codes.Internal, "the session's process: "+err.Error())
	}
	unwatch := child.Watch(cmd.Process, a.config.Memory, child.Taken, end)
	go feed(stream, first, in, end)
	said, told := relay(bufio.NewReaderSize(out, 64<<10), stream)
	if !errors.Is(told, io.EOF) && !errors.Is(told, io.ErrUnexpectedEOF) { // it ended, perhaps within a message
		end(fmt.Errorf("what it says is impossible: %w", told))
	}
	mute := time.AfterFunc(endLimit, func() { end(errMute) })
	ended := cmd.Wait()
	mute.Stop()
	unwatch()
	isOver()
	_ = child.KillGroup(cmd.Process)
	child.KillLastOrphans()
	if said || stream.Context().Err() != nil {
		return nil
	}
	line, trace := output.CrashReport()
	reason := why(context.Cause(ctx), ended, line)
	if reason == "" {
		return nil
	}
	last := wire.AppendFrame(nil, wire.Marshal(wire.KindEnded, wire.Ended{Reason: reason, Trace: trace}))
	return stream.SendMsg(&last)
}

// why returns why a process ended without telling the client: the cause for which it was
// killed, or its exit status and last words. It is empty after a normal end.
func why(cause, ended error, line string) string {
	var reason string
	switch {
	case cause != nil:
		reason = cause.Error()
	case ended != nil:
		reason = ended.Error()
	case line != "":
		reason = "it ended before the run"
	}
	if line != "" {
		reason += ": " + line
	}
	return reason
}

// feed passes the client's messages to the process. When the client has no more, the process
// has some time to end by itself.
func feed(stream grpc.ServerStream, frames []byte, to io.WriteCloser, end context.CancelCauseFunc) {
	var err error
	for err == nil {
		if _, err := to.Write(frames); err != nil {
			return // the process has ended; relay finds that
		}
		err = stream.RecvMsg(&frames)
	}
	to.Close()
	if !errors.Is(err, io.EOF) {
		end(err)
		return
	}
	stop := time.AfterFunc(endLimit, func() { end(errHangs) })
	<-stream.Context().Done()
	stop.Stop()
}

// relay passes the process's messages to the client until that fails or ends, and returns
// why. It also reports whether the process has announced its end.
func relay(from *bufio.Reader, to grpc.ServerStream) (said bool, why error) {
	for {
		var frames []byte
		for more := true; more; more = wire.Ready(from) && len(frames) < mostFrames {
			frame, err := wire.ReadFrame(from)
			if err != nil {
				return said, err
			}
			said = said || wire.KindOf(frame) == wire.KindEnded
			frames = wire.AppendFrame(frames, frame)
		}
		if err := to.SendMsg(&frames); err != nil {
			return said, err
		}
	}
}

// mostFrames is the length up to which frames that arrive together are joined to a message.
const mostFrames = 64 << 10
