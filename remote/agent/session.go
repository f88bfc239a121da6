package agent

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os/exec"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// endLimit is how long a session's process may take to close its provider.
const endLimit = 10 * time.Second

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

// serve has a process carry the session out. It ends with the stream.
func (a *Agent) serve(stream proto.Agent_SessionServer, first *proto.ToAgent) error {
	ctx, cancel := context.WithCancel(stream.Context())
	defer cancel()
	cmd := exec.CommandContext(ctx, a.config.Session[0], a.config.Session[1:]...)
	apart(cmd)
	last := &tail{}
	cmd.Stderr = last
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
	go feed(stream, first, in, cancel)
	said, told := relay(bufio.NewReaderSize(out, 64<<10), stream)
	if !errors.Is(told, io.EOF) {
		cancel()
	}
	ended := cmd.Wait()
	if said || stream.Context().Err() != nil {
		return nil
	}
	reason := "it ended before the run"
	switch {
	case !errors.Is(told, io.EOF):
		reason = "what it says can't be: " + told.Error()
	case ended != nil:
		reason = ended.Error()
	}
	line := last.lastWords()
	if line != "" {
		reason += ": " + line
	}
	if ended == nil && line == "" && errors.Is(told, io.EOF) {
		return nil
	}
	return stream.Send(&proto.ToClient{Frames: []*proto.Frame{{Frame: &proto.Frame_Ended{Ended: &proto.Ended{Reason: reason, Trace: last.String()}}}}})
}

// feed passes to the process what comes from the client. When the client has no more to say the
// process has some time to end by itself.
func feed(stream proto.Agent_SessionServer, m *proto.ToAgent, to io.WriteCloser, cancel context.CancelFunc) {
	var err error
	for err == nil {
		if wire.Write(to, m) != nil {
			return // the process has ended, which relay finds
		}
		m, err = stream.Recv()
	}
	to.Close()
	if !errors.Is(err, io.EOF) {
		cancel()
		return
	}
	stop := time.AfterFunc(endLimit, cancel)
	<-stream.Context().Done()
	stop.Stop()
}

// relay hands on to the client what comes from the process, until that fails or ends, and
// returns why. It says, too, whether the process has said that it ends.
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

// tailSize is how much of a process's output is kept, in bytes.
const tailSize = 16 << 10

// A tail keeps the end of what a process writes to its standard error, from the line on in
// which a Go process says why it ends, if there is one.
type tail struct{ kept []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	if start := t.start(); start >= 0 {
		t.kept = t.kept[start:min(len(t.kept), start+tailSize)]
	} else if extra := len(t.kept) - tailSize; extra > 0 {
		t.kept = append(t.kept[:0], t.kept[extra:]...)
	}
	return len(p), nil
}

// start is where the last words begin, -1 without any.
func (t *tail) start() int {
	for _, words := range []string{"panic: ", "fatal error: ", "SIGQUIT: ", "SIGSEGV: ", "SIGBUS: ", "SIGABRT: ", "Exception 0x"} {
		if i := strings.Index("\n"+string(t.kept), "\n"+words); i >= 0 {
			return i
		}
	}
	return -1
}

func (t *tail) lastWords() string {
	if t.start() != 0 {
		return ""
	}
	line, _, _ := strings.Cut(string(t.kept), "\n")
	return line
}

func (t *tail) String() string { return strings.TrimSpace(string(t.kept)) }
