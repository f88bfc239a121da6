//go:build windows && (amd64 || arm64) && acme

package dll

import (
	"runtime"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// A slowPort is a client's port that takes a packet when it is allowed to.
type slowPort struct{ asked, let chan struct{} }

func (p slowPort) Post(uintptr, *nd2.Overlapped) {
	close(p.asked)
	<-p.let
}

func TestCloseWaitsForTheSystemsThreads(t *testing.T) {
	w := openWorld(t)
	port := slowPort{make(chan struct{}), make(chan struct{})}
	want(t, w.BindAs(providers.ThreadPool, w.file, port, 0), nd2.Success)
	o := new(nd2.Overlapped)
	want(t, w.queue.Notify(nd2.NotifyAny, o), nd2.Pending)
	want(t, w.queue.CancelOverlappedRequests(), nd2.Success)
	<-port.asked

	closed := make(chan error)
	go func() { closed <- w.Close() }()
	for w.pooled.enter() {
		w.pooled.leave()
		select {
		case <-closed:
			t.Fatal("it returns while a thread of the system's is handing a packet on")
		default:
			runtime.Gosched()
		}
	}
	close(port.let)
	if err := <-closed; err != nil {
		t.Error(err)
	}
}
