package agent

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"testing"

	"google.golang.org/grpc"

	"github.com/ndconform/ndconform/remote/wire"
)

// FuzzFits makes a client begin with anything: nothing panics, and what fits is of this build and names a run.
func FuzzFits(f *testing.F) {
	good := wire.Open{Protocol: wire.Protocol, Build: wire.Build(), Run: "a run"}
	for _, o := range []wire.Open{good, {Protocol: 99}, {Protocol: wire.Protocol, Build: "another"}, {}} {
		f.Add(wire.AppendFrame(nil, wire.Marshal(wire.KindOpen, o)))
	}
	f.Add([]byte{0xff, 0xff})
	f.Fuzz(func(t *testing.T, first []byte) {
		run, err := fits(first)
		if err == nil && (run == "" || !bytes.Contains(first, []byte(wire.Build()))) {
			t.Errorf("%q fits, of the run %q", first, run)
		}
	})
}

// A told is a client that keeps what it receives.
type told struct {
	grpc.ServerStream
	frames []byte
}

func (c *told) SendMsg(m any) error {
	c.frames = append(c.frames, *m.(*[]byte)...)
	return nil
}

// FuzzRelay makes a session's process say anything: the client gets its whole frames, and nothing else.
func FuzzRelay(f *testing.F) {
	f.Add(wire.AppendFrame(wire.AppendFrame(nil, []byte("one")), wire.Marshal(wire.KindEnded, wire.Ended{})))
	f.Add([]byte{200, 1, 2})
	f.Add(bytes.Repeat([]byte{0xff}, 12))
	f.Fuzz(func(t *testing.T, says []byte) {
		to := &told{}
		_, err := relay(bufio.NewReader(bytes.NewReader(says)), to)
		var whole []byte
		for rest := says; ; {
			frame, behind, cut := wire.CutFrame(rest)
			if cut != nil {
				if errors.Is(err, io.EOF) && len(rest) > 0 {
					t.Errorf("%d bytes are no frame, and no error", len(rest))
				}
				break
			}
			whole, rest = wire.AppendFrame(whole, frame), behind
		}
		if !bytes.Equal(to.frames, whole) {
			t.Errorf("%x was said, and %x relayed", says, to.frames)
		}
	})
}
