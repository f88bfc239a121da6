package agent

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// endLimit is how long a session's process may take to close its provider.
const endLimit = 10 * time.Second

var errHangs = fmt.Errorf("it took longer than %v to end", endLimit)

// Session implements proto.AgentServer.
func (a *Agent) Session(stream proto.Agent_SessionServer) error {
	from, err := a.admit(stream.Context())
	if err != nil {
		return err
	}
	first, err := stream.Recv()
	if err != nil {
		return err
	}
	if err := fits(first.GetOpen()); err != nil {
		return err
	}
	leave, err := a.runs.enter(stream.Context(), first.GetOpen().GetRun(), from)
	if err != nil {
		return err
	}
	defer leave()
	return a.serve(stream, first)
}

// serve has a process carry out the session. The process ends with the stream.
func (a *Agent) serve(stream proto.Agent_SessionServer, first *proto.ToAgent) error {
	ctx, end := context.WithCancelCause(stream.Context())
	defer end(nil)
	cmd := exec.CommandContext(ctx, a.config.Session[0], a.config.Session[1:]...)
	apart(cmd)
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
	if err := cmd.Start(); err != nil {
		return status.Error(codes.Internal, "the session's process: "+err.Error())
	}
	unwatch := child.Watch(cmd.Process, a.config.Memory, end)
	go feed(stream, first, in, end)
	said, told := relay(bufio.NewReaderSize(out, 64<<10), stream)
	if !errors.Is(told, io.EOF) {
		end(fmt.Errorf("what it says is impossible: %w", told))
	}
	ended := cmd.Wait()
	unwatch()
	if said || stream.Context().Err() != nil {
		return nil
	}
	line, trace := output.Epitaph()
	reason := why(context.Cause(ctx), ended, line)
	if reason == "" {
		return nil
	}
	return stream.Send(&proto.ToClient{Frames: []*proto.Frame{{Frame: &proto.Frame_Ended{Ended: &proto.Ended{Reason: reason, Trace: trace}}}}})
}

// why returns why a process ended without telling the client: the cause for which it was
// ended, or how it ended and with what last words. It is empty if the process ended
// normally.
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

// feed passes to the process what comes from the client. When the client has no more to say,
// the process has some time to end by itself.
func feed(stream proto.Agent_SessionServer, m *proto.ToAgent, to io.WriteCloser, end context.CancelCauseFunc) {
	var err error
	for err == nil {
		if wire.Write(to, m) != nil {
			return // the process has ended, which relay finds
		}
		m, err = stream.Recv()
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

// relay passes to the client what comes from the process, until that fails or ends, and
// returns why. It also reports whether the process has announced its end.
func relay(from *bufio.Reader, to proto.Agent_SessionServer) (said bool, why error) {
	for {
		m := &proto.ToClient{}
		if err := wire.Read(from, m); err != nil {
			return said, err
		}
		if err := to.Send(m); err != nil {
			return said, err
		}
		for _, f := range m.GetFrames() {
			said = said || f.GetEnded() != nil
		}
	}
}
