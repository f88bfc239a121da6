package client

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"testing"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// An agent is one that says what it was told to, whatever it hears: with a message that has a
// reply it waits for a call.
type agent struct {
	says  *bufio.Reader
	calls chan struct{}
	over  chan struct{}
}

func (a *agent) Send(*proto.ToAgent) error {
	select {
	case a.calls <- struct{}{}:
	default:
	}
	return nil
}

func (a *agent) CloseSend() error { return nil }

func (a *agent) Recv() (*proto.ToClient, error) {
	m := &proto.ToClient{}
	if err := wire.Read(a.says, m); err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(m.GetFrames(), func(f *proto.Frame) bool { return f.GetReply() != nil }) {
		return m, nil
	}
	select {
	case <-a.calls:
		return m, nil
	case <-a.over:
		return nil, io.EOF
	}
}

// frames is what an agent says, a message each.
func frames(f *testing.F, list ...*proto.Frame) []byte {
	f.Helper()
	var b bytes.Buffer
	for _, frame := range list {
		if err := wire.Write(&b, &proto.ToClient{Frames: []*proto.Frame{frame}}); err != nil {
			f.Fatal(err)
		}
	}
	return b.Bytes()
}

// FuzzSession has an agent say anything: the session ends, and says why.
func FuzzSession(f *testing.F) {
	f.Add([]byte("garbage"))
	everything := &proto.Frame{Frame: &proto.Frame_Opened{Opened: &proto.Opened{Version: "1", Injects: true, Nd1: true, Ndk: true}}}
	f.Add(frames(f, everything,
		&proto.Frame{Frame: &proto.Frame_Reply{Reply: &proto.Reply{Id: 1, Object: &proto.Out{Object: 3, Kind: proto.Kind_PROVIDER}}}},
		&proto.Frame{Frame: &proto.Frame_Event{Event: &proto.Event{Overlapped: 7, Set: true}}},
		&proto.Frame{Frame: &proto.Frame_Packet{Packet: &proto.Packet{File: 7}}},
		&proto.Frame{Frame: &proto.Frame_Callback{Callback: &proto.Callback{Id: 1, Function: 5, Object: &proto.Out{Object: 4, Kind: proto.Kind_NDK_SRQ}}}},
		&proto.Frame{}))
	for kind := range proto.Kind_name {
		list := []*proto.Frame{everything}
		for id := range uint64(40) {
			list = append(list, &proto.Frame{Frame: &proto.Frame_Reply{Reply: &proto.Reply{
				Id: id, Value: id, Object: &proto.Out{Object: id, Kind: proto.Kind(kind)},
				Nd1: &proto.ND1Out{Results: []*proto.ND1Result{{Number: 4}}, MwDescriptor: make([]byte, nd1.MWDescriptorSize)}, Results: []*proto.Result{{}, {}},
			}}}, &proto.Frame{Frame: &proto.Frame_Callback{Callback: &proto.Callback{Id: id, Function: id, Object: &proto.Out{Object: id, Kind: proto.Kind(kind)}}}})
		}
		f.Add(frames(f, list...))
	}
	f.Fuzz(func(_ *testing.T, says []byte) {
		why := make(chan string, 1)
		before := lost
		lost = func(reason, _ string) { why <- reason }
		defer func() { lost = before }()
		far := &agent{bufio.NewReader(bytes.NewReader(says)), make(chan struct{}, 1<<10), make(chan struct{})}
		i := &instance{session: &session{stream: far}}
		i.session.begin()
		var err error
		i.opened, err = i.session.open(&proto.Open{})
		if err != nil {
			return
		}
		<-far.calls // which was to open the session
		go i.listen()
		use(i.offering())
		close(far.over)
		<-i.over
		<-why
	})
}

// use makes calls of all that an instance offers.
func use(i providers.Instance) {
	if p := i.ND2(); p != nil {
		var object nd2.Unknown
		var size uint32
		p.OpenAdapter(nd2.IIDAdapter, 1, &object)
		p.QueryAddressList(nil, &size)
		p.Release()
	}
	if v, ok := i.(providers.V1); ok {
		useV1(v.ND1())
	}
	if k, ok := i.(providers.NDK); ok {
		useNDK(k.NDK())
	}
}

func useV1(p nd1.Provider) {
	if p == nil {
		return
	}
	var a nd1.Adapter
	var queue nd1.CompletionQueue
	var connector nd1.Connector
	var e nd1.Endpoint
	var l nd1.Listen
	var info nd1.AdapterInfo
	var mr nd1.MRHandle
	var d nd1.MWDescriptor
	var size uintptr
	var port uint16
	if p.OpenAdapter(make([]byte, 16), &a); a == nil {
		return
	}
	a.Query(nd1.Version1, &info, &size)
	a.GetFileHandle()
	a.RegisterMemory(make([]byte, 8), new(nd2.Overlapped), &mr)
	a.CreateCompletionQueue(4, &queue)
	a.CreateConnector(&connector)
	a.Listen(0, nd1.ProtocolTCP, 0, &port, &l)
	if queue != nil {
		queue.GetResults(make([]*nd1.Result, 1))
	}
	if connector == nil {
		return
	}
	connector.CreateEndpoint(queue, queue, 1, 1, 1, 1, 0, 0, &size, &e)
	connector.GetConnectionData(&size, &size, make([]byte, 8), &size)
	if e != nil {
		e.Bind(new(nd1.Result), mr, nil, make([]byte, 8), 0, &d)
		e.Write(new(nd1.Result), []nd1.SGE{{Buffer: make([]byte, 8), MR: mr}}, &d, 1, 0)
	}
}

func useNDK(p ndk.Provider) {
	var a ndk.Adapter
	var pd ndk.PD
	var queue ndk.CQ
	var srq ndk.SRQ
	var info ndk.AdapterInfo
	created := func(_ uintptr, _ ndk.Status, o ndk.Object) {
		if o != nil {
			o.Close(func(uintptr) {}, 0)
		}
	}
	if p.OpenAdapter(1, &a); a == nil {
		return
	}
	a.QueryAdapterInfo(&info)
	if a.CreateCq(4, created, 1, &queue); queue != nil {
		queue.GetCqResults(make([]ndk.Result, 1))
	}
	if a.CreatePd(created, 1, &pd); pd != nil {
		pd.CreateSrq(1, 1, 1, func(uintptr, ndk.Status) {}, 1, nil, created, 1, &srq)
	}
	if srq != nil {
		srq.QueryExtension(nd2.GUID{}, ndk.Version{}, &ndk.ExtensionInterface{})
		srq.SrqReceive(1, []ndk.SGE{{Buffer: make([]byte, 8)}})
	}
	p.CloseAdapter(a)
}
