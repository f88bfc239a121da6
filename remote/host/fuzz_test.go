package host

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/ndconform/ndconform/providers"
	_ "github.com/ndconform/ndconform/providers/ref"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// messages is what a client sends, one behind the other.
func messages(t testing.TB, list ...*proto.ToAgent) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, m := range list {
		if err := wire.Write(&b, m); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func serve(in []byte) error {
	return Serve(bytes.NewReader(in), io.Discard, Config{
		Open: func() (providers.Instance, error) {
			s, err := providers.ParseSelector("ref,adapters=1,basic-adapters=0")
			if err != nil {
				return nil, err
			}
			return s.Open()
		},
		Limits: Limits{Memory: 1 << 20, Objects: 100},
	})
}

// FuzzServe has a session be given anything: it ends with the input or with an error.
func FuzzServe(f *testing.F) {
	begin := &proto.ToAgent{Open: &proto.Open{Protocol: 1, Run: "a"}}
	calls := func(list ...*proto.Call) *proto.ToAgent { return &proto.ToAgent{Calls: list} }
	f.Add([]byte("garbage"))
	f.Add(messages(f, begin))
	f.Add(messages(f, begin, calls(&proto.Call{Id: 1, Method: &proto.Call_NewProvider{}}, &proto.Call{Id: 2})))
	f.Add(messages(f, begin, calls(
		&proto.Call{Id: 1, Method: &proto.Call_Allocate{Allocate: &proto.Allocate{Size: 4096}}},
		&proto.Call{Id: 2, Method: &proto.Call_Load{Load: &proto.Load{Part: &proto.Part{Block: 1, Offset: ^uint64(0), Length: 2}}}})))
	f.Add(messages(f, begin, calls(&proto.Call{Id: 9, Object: 77, Method: &proto.Call_Release{Release: &proto.Release{}}})))
	f.Fuzz(func(t *testing.T, in []byte) {
		first, _ := io.ReadAll(io.LimitReader(bytes.NewReader(in), 1<<16))
		if err := serve(first); errors.Is(err, errHangs) {
			t.Fatal(err)
		}
	})
}

func TestWhatNoClientAsksFor(t *testing.T) {
	begin := &proto.ToAgent{Open: &proto.Open{}}
	for name, m := range map[string]*proto.ToAgent{
		"no object":  {Calls: []*proto.Call{{Object: 5, Method: &proto.Call_Release{Release: &proto.Release{}}}}},
		"no method":  {Calls: []*proto.Call{{}}},
		"no memory":  {Calls: []*proto.Call{{Method: &proto.Call_Load{Load: &proto.Load{Part: &proto.Part{Block: 3}}}}}},
		"no fault":   {Calls: []*proto.Call{{Method: &proto.Call_Undo{Undo: &proto.Undo{Fault: 3}}}}},
		"much of it": {Calls: []*proto.Call{{Method: &proto.Call_Store{Store: &proto.Store{Block: 1, Data: make([]byte, 10)}}}}},
	} {
		in := io.MultiReader(bytes.NewReader(messages(t, begin, m)), endless{})
		err := Serve(in, io.Discard, Config{Limits: DefaultLimits, Open: func() (providers.Instance, error) {
			s, err := providers.ParseSelector("ref")
			if err != nil {
				return nil, err
			}
			return s.Open()
		}})
		if err == nil {
			t.Errorf("%s: the session went on", name)
		}
	}
}

// TestNothingBeyondTheLimit shows that a session whose memory has passed its limit is given no more:
// torn memory counts before it is refused.
func TestNothingBeyondTheLimit(t *testing.T) {
	h := &host{Config: Config{Limits: Limits{Memory: uint64(os.Getpagesize())}}, blocks: map[uint64]*block{}}
	if _, err := h.torn(&proto.Torn{}); err == nil {
		t.Error("there are two pages where one was to be had")
	}
	if r := h.allocate(1); r.GetError() == "" {
		t.Error("there is memory beyond the limit")
	}
}

// endless is a client that says no more, and stays.
type endless struct{}

func (endless) Read([]byte) (int, error) { select {} }
