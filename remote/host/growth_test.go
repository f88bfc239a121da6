package host

import (
	"io"
	"testing"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	far "github.com/ndconform/ndconform/remote/client"
	"github.com/ndconform/ndconform/remote/wire"
)

// served serves a client that lives until the end of the test.
func served(t *testing.T) (h *host, i providers.Instance) {
	t.Helper()
	fromClient, toHost := io.Pipe()
	fromHost, toClient := io.Pipe()
	h = newHost(wire.NewStream(fromClient, toClient), Config{Open: openSmall, Limits: DefaultLimits})
	ended := make(chan error, 1)
	go func() {
		ended <- h.serve()
		toClient.Close()
	}()
	i, err := far.Over(far.Far{
		Conn: &pipe{wire.NewStream(fromHost, toHost), toHost}, Name: "the host", Here: true,
		End:    func(err error) (string, string) { return err.Error(), "" },
		HangUp: func() error { return <-ended },
		Cut:    func(why error) { toHost.CloseWithError(why) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := i.Close(); err != nil {
			t.Error(err)
		}
	})
	return h, i
}

// A pipe is a Conn that can be closed.
type pipe struct {
	wire.Conn
	to io.Closer
}

func (p *pipe) CloseSend() error { return p.to.Close() }

// many is more of anything than a host keeps.
const many = mostOver + 1<<12

// held counts what a host keeps for its client.
func (h *host) held() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.objects) + len(h.requests.by) + len(h.results.by) + len(h.handles) + len(h.blocks) + len(h.callbacks)
}

// TestFilesAreForgotten shows that a host keeps few closed files; each may still be called for a while.
func TestFilesAreForgotten(t *testing.T) {
	h, i := served(t)
	p := i.ND2()
	defer p.Release()
	id := uint64(0)
	list, size := &nd2.SocketAddressList{}, uint32(1<<10)
	if s := p.QueryAddressList(list, &size); s != nd2.Success {
		t.Fatal(s)
	}
	if s := p.ResolveAddress(list.Address[0], &id); s != nd2.Success {
		t.Fatal(s)
	}
	var object nd2.Unknown
	if s := p.OpenAdapter(nd2.IIDAdapter, id, &object); s != nd2.Success {
		t.Fatal(s)
	}
	defer object.Release()
	begin := h.held()
	for range many {
		var file nd2.OverlappedFile
		if s := object.(nd2.Adapter).CreateOverlappedFile(&file); s != nd2.Success {
			t.Fatal(s)
		}
		if s := file.Close(); s != nd2.Success {
			t.Fatal(s)
		}
		if s := file.Close(); s == nd2.Success {
			t.Fatal("a file is closed twice")
		}
	}
	if more := h.held() - begin; more != mostOver {
		t.Errorf("%d closed files are kept, and not %d", more, mostOver)
	}
}

// TestHandlesAreForgotten shows the same for v1's handles, and that none outlives its adapter.
func TestHandlesAreForgotten(t *testing.T) {
	h, i := served(t)
	p := i.(providers.V1).ND1()
	defer p.Release()
	begin := h.held()
	var a nd1.Adapter
	list, size := &nd2.SocketAddressList{}, uintptr(1<<10)
	if s := p.QueryAddressList(list, &size); s != nd2.Success {
		t.Fatal(s)
	}
	if s := p.OpenAdapter(list.Address[0], &a); s != nd2.Success {
		t.Fatal(s)
	}
	b, err := i.(providers.Memory).Allocate(1 << 12)
	if err != nil {
		t.Fatal(err)
	}
	o := &nd2.Overlapped{}
	for range many {
		var mr nd1.MRHandle
		if s := a.RegisterMemory(b, o, &mr); s != nd2.Success && s != nd2.Pending {
			t.Fatal(s)
		}
		await(t, a, o)
		if s := a.DeregisterMemory(mr, o); s != nd2.Success && s != nd2.Pending {
			t.Fatal(s)
		}
		await(t, a, o)
	}
	if kept := len(h.handles); kept != mostOver {
		t.Errorf("%d handles are kept, and not %d", kept, mostOver)
	}
	i.(providers.Memory).Free(b)
	a.Release()
	if more := h.held() - begin; more > 1 { // the request
		t.Errorf("%d more are kept when the adapter is gone", more)
	}
}

// await waits until a request of a v1 adapter has succeeded.
func await(t *testing.T, a nd1.Adapter, o *nd2.Overlapped) {
	t.Helper()
	bytes := uintptr(0)
	if s := a.GetOverlappedResult(o, &bytes, true); s != nd2.Success {
		t.Fatal(s)
	}
}
