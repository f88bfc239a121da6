package client

import (
	"bufio"
	"bytes"
	"io"
	"testing"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/wire"
)

// An agent is one that says what it was told to, whatever it hears: for a reply it waits for a
// call.
type agent struct {
	says  *bufio.Reader
	calls chan struct{}
	over  chan struct{}
}

func (a *agent) Send([]byte) error {
	select {
	case a.calls <- struct{}{}:
	default:
	}
	return nil
}

func (a *agent) CloseSend() error { return nil }

func (a *agent) Receive() ([]byte, error) {
	m, err := wire.ReadFrame(a.says)
	if err != nil || wire.KindOf(m) != wire.KindReply {
		return m, err
	}
	select {
	case <-a.calls:
		return m, nil
	case <-a.over:
		return nil, io.EOF
	}
}

// said is what an agent says: messages, each after its length.
func said(list ...[]byte) (b []byte) {
	for _, m := range list {
		b = wire.AppendFrame(b, m)
	}
	return b
}

// message is one of a kind, with what put writes.
func message(k wire.Kind, put func(*wire.Writer)) []byte {
	m := wire.Begin(k)
	put(&m)
	return m.Bytes
}

// everything is what an agent says first whose provider offers all that there is.
var everything = wire.Marshal(wire.KindOpened, wire.Opened{Version: "1", Injects: true, ND1: true, NDK: true})

// replies are the replies of an agent that answers each call with an object of a kind, and calls
// each function; a reply goes on with zeros, as many as a reply may need.
func replies(kind wire.ObjectKind, zeros int) []byte {
	list := [][]byte{everything}
	for id := range uint64(40) {
		list = append(list, message(wire.KindReply, func(w *wire.Writer) {
			wire.PutUint(w, id)
			if id > 2 { // those are the clock's and the provider's, which returns no status
				wire.PutUint(w, nd2.Success)
			}
			wire.PutOut(w, wire.Out{Object: id, Kind: kind})
			w.Bytes = append(w.Bytes, make([]byte, zeros)...)
		}), message(wire.KindCallback, func(w *wire.Writer) {
			wire.PutCallback(w, wire.Callback{ID: id, Function: id, Object: wire.Out{Object: id, Kind: kind}})
		}))
	}
	return said(list...)
}

// FuzzSession has an agent say anything: the session ends, and says why.
func FuzzSession(f *testing.F) {
	f.Add([]byte("garbage"))
	f.Add(said(everything,
		message(wire.KindReply, func(w *wire.Writer) {
			wire.PutUint(w, uint64(1))
			wire.PutOut(w, wire.Out{Object: 3, Kind: wire.IsProvider})
		}),
		message(wire.KindEvent, func(w *wire.Writer) { wire.PutEvent(w, wire.Event{Overlapped: 7, Set: true}) }),
		message(wire.KindPacket, func(w *wire.Writer) { wire.PutPacket(w, wire.Packet{File: 7}) }),
		message(wire.KindCallback, func(w *wire.Writer) {
			wire.PutCallback(w, wire.Callback{ID: 1, Function: 5, Object: wire.Out{Object: 4, Kind: wire.IsNDKSRQ}})
		}),
		nil))
	for kind := range wire.Kinds + 1 {
		f.Add(replies(kind, 0))
		f.Add(replies(kind, 1))
	}
	f.Fuzz(func(_ *testing.T, says []byte) {
		why := make(chan string, 1)
		before := lost
		lost = func(reason, _ string) { why <- reason }
		defer func() { lost = before }()
		far := &agent{bufio.NewReader(bytes.NewReader(says)), make(chan struct{}, 1<<10), make(chan struct{})}
		i := &instance{session: newSession(Far{Conn: far, Name: "the agent", End: connectionEnded})}
		var err error
		i.opened, err = i.open(wire.Open{})
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
