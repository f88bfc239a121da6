package remote_test

import (
	"testing"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers"
)

// opened opens the provider of an agent, until the test ends.
func opened(t *testing.T) providers.Instance {
	t.Helper()
	i, err := open(paired(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := i.Close(); err != nil {
			t.Error(err)
		}
	})
	return i
}

// whereItIs returns the address and the id of an adapter.
func whereItIs(t *testing.T, i providers.Instance) (address []byte, id uint64) {
	t.Helper()
	p := i.ND2()
	defer p.Release()
	list, size := nd2.SocketAddressList{}, uint32(1<<16)
	if s := p.QueryAddressList(&list, &size); s != nd2.Success {
		t.Fatal(s)
	}
	if s := p.ResolveAddress(list.Address[0], &id); s != nd2.Success {
		t.Fatal(s)
	}
	return list.Address[0], id
}

// TestND1 shows that memory is registered through v1, and that a result which is handed back
// is the client's own.
func TestND1(t *testing.T) {
	i := opened(t)
	address, _ := whereItIs(t, i)
	p := i.(providers.V1).ND1()
	defer p.Release()
	must := func(s nd2.Status) {
		t.Helper()
		if s != nd2.Success {
			t.Fatal(s)
		}
	}
	var a nd1.Adapter
	must(p.OpenAdapter(address, &a))
	defer a.Release()
	b, err := i.(providers.Memory).Allocate(4096)
	if err != nil {
		t.Fatal(err)
	}
	o, mr := &nd2.Overlapped{Event: &signal{set: make(chan struct{})}}, nd1.MRHandle(0)
	if s := a.RegisterMemory(b, o, &mr); s != nd2.Pending {
		must(s)
	} else {
		<-o.Event.(*signal).set
		must(a.GetOverlappedResult(o, new(uintptr), false))
	}
	var queue nd1.CompletionQueue
	var c nd1.Connector
	var e nd1.Endpoint
	must(a.CreateCompletionQueue(4, &queue))
	defer queue.Release()
	must(a.CreateConnector(&c))
	defer c.Release()
	must(c.CreateEndpoint(queue, queue, 1, 1, 1, 1, 0, 0, nil, &e))
	defer e.Release()
	var result nd1.Result
	must(e.Receive(&result, []nd1.SGE{{Buffer: b[8:16], MR: mr}}))
	must(e.Flush())
	back := make([]*nd1.Result, 2)
	for queue.GetResults(back) == 0 {
	}
	if back[0] != &result || result.Status != nd2.Canceled {
		t.Errorf("%p with %v was handed back, and not %p", back[0], result.Status, &result)
	}
}

// TestNDKCallbacks shows that the far provider waits for a callback to return: a close in the
// completion of a creation pends until then.
func TestNDKCallbacks(t *testing.T) {
	i := opened(t)
	_, id := whereItIs(t, i)
	p := i.(providers.NDK).NDK()
	var a ndk.Adapter
	if s := p.OpenAdapter(id, &a); s != ndk.Success {
		t.Fatal(s)
	}
	var pd ndk.PD
	if s := a.CreatePd(nil, 0, &pd); s != ndk.Success {
		t.Fatal(s)
	}
	closed := make(chan uintptr, 1)
	inside := ndk.InternalError
	var srq ndk.SRQ
	s := pd.CreateSrq(1, 1, 0, nil, 0, &ndk.GroupAffinity{Mask: 1}, func(context uintptr, s ndk.Status, o ndk.Object) {
		if _, ok := o.(ndk.SRQ); context != 7 || s != ndk.Success || !ok {
			t.Errorf("the completion is given %d, %v and a %T", context, s, o)
			return
		}
		inside = o.Close(func(context uintptr) { closed <- context }, 8)
	}, 7, &srq)
	if s != ndk.Pending || srq != nil || inside != ndk.Pending {
		t.Errorf("the creation ended with %v and %v, and the close in its completion with %v", s, srq, inside)
	}
	if context := <-closed; context != 8 {
		t.Errorf("the close completion is given %d", context)
	}
	pd.Close(nil, 0)
	if s := p.CloseAdapter(a); s != ndk.Success {
		t.Error(s)
	}
}
