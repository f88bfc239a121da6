package client

import (
	"bufio"
	"bytes"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// An agent is one that says what it was told to, and hears nothing.
type agent struct{ says *bufio.Reader }

func (agent) Send(*proto.ToAgent) error { return nil }
func (agent) CloseSend() error          { return nil }
func (a agent) Recv() (*proto.ToClient, error) {
	m := &proto.ToClient{}
	return m, wire.Read(a.says, m)
}

// FuzzSession has an agent say anything: the session ends, and says why.
func FuzzSession(f *testing.F) {
	f.Add([]byte("garbage"))
	var b bytes.Buffer
	for _, frame := range []*proto.Frame{
		{Frame: &proto.Frame_Opened{Opened: &proto.Opened{Version: "1"}}},
		{Frame: &proto.Frame_Reply{Reply: &proto.Reply{Id: 1, Object: &proto.Out{Object: 3, Kind: proto.Kind_PROVIDER}}}},
		{Frame: &proto.Frame_Event{Event: &proto.Event{Overlapped: 7, Set: true}}},
		{Frame: &proto.Frame_Packet{Packet: &proto.Packet{File: 7}}},
		{},
	} {
		if err := wire.Write(&b, &proto.ToClient{Frames: []*proto.Frame{frame}}); err != nil {
			f.Fatal(err)
		}
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, says []byte) {
		why := make(chan string, 1)
		before := lost
		lost = func(reason, _ string) { why <- reason }
		defer func() { lost = before }()
		i := &instance{session: &session{stream: agent{bufio.NewReader(bytes.NewReader(says))}}}
		i.session.begin()
		var err error
		i.opened, err = i.session.open(&proto.Open{})
		if err != nil {
			return
		}
		go i.listen()
		if p := i.ND2(); p != nil {
			var object nd2.Unknown
			var size uint32
			p.OpenAdapter(nd2.IIDAdapter, 1, &object)
			p.QueryAddressList(nil, &size)
			p.Release()
		}
		<-i.over
		<-why
	})
}
