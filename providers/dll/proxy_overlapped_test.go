//go:build windows && (amd64 || arm64) && acme

package dll

import (
	"strings"
	"testing"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/nd2"
)

func TestLateWrite(t *testing.T) {
	w := newWorld(t)
	o := new(nd2.Overlapped)
	want(t, w.queue.Notify(nd2.NotifyAny, o), nd2.Pending)
	want(t, w.queue.CancelOverlappedRequests(), nd2.Success)
	want(t, w.queue.GetOverlappedResult(o, false), nd2.Canceled)
	words(w.proxies.of(o).block)[1] = 5
	defer func() {
		if said, _ := recover().(string); !strings.Contains(said, "after its request had ended") {
			t.Errorf("it says %q", said)
		}
		words(w.proxies.of(o).block)[1] = 0
	}()
	_ = w.queue.Notify(nd2.NotifyAny, o)
}

// A late write is reported once, when the next adapter is opened, however many OVERLAPPEDs there
// are.
func TestLateWriteIsReportedOnce(t *testing.T) {
	w := newWorld(t)
	var pinned []*nd2.Overlapped
	for range 3 * inspectedAtOnce {
		o := new(nd2.Overlapped)
		w.proxies.of(o).begin(o, w.queue.(*completionQueue).object, nil)
		pinned = append(pinned, o)
	}
	o := pinned[len(pinned)-1] // the only one whose request has ended
	w.proxies.of(o).returned(o, nd2.Success)
	words(w.proxies.of(o).block)[1] = 5
	if err := w.proxies.inspect(); err == nil {
		t.Error("it is not reported")
	}
	if err := w.proxies.inspectAll(); err != nil {
		t.Errorf("it is reported again: %v", err)
	}
}

// The system writes the status when the packet is taken from the port, even if the DLL has written it before. That
// is no late write of the DLL's; a later write is.
func TestTheSystemMayWriteTheStatusLate(t *testing.T) {
	w := newWorld(t)
	late, let := make(chan struct{}), make(chan struct{})
	port, err := newPort(w.proxies, dequeue{oneByOne.size, func(port windows.Handle, room *block) []packet {
		packets := oneByOne.take(port, room)
		if p := w.proxies.at(packets[0].overlapped); p != nil {
			close(late)
			<-let
			words(p.block)[0], words(p.block)[1] = uintptr(nd2.Canceled), 7
		}
		return packets
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer port.close()
	client := make(packets, 1)
	want(t, w.file.(*file).bindTo(port, client, 0), nd2.Success)
	o := new(nd2.Overlapped)
	want(t, w.queue.Notify(nd2.NotifyAny, o), nd2.Pending)
	list := []nd2.SGE{{Buffer: newBlock(8).bytes}}
	want(t, w.pair.Receive(1, list), nd2.Success)
	want(t, w.pair.Send(2, list, 0), nd2.Success)
	<-late
	want(t, w.queue.GetOverlappedResult(o, true), nd2.Success)
	proxy := w.proxies.of(o)
	if fault := proxy.newFault(); fault != "" {
		t.Error(fault)
	}
	close(let)
	if <-client != o {
		t.Error("the packet of another request")
	}
	if fault := proxy.newFault(); fault != "" {
		t.Error(fault)
	}
	words(proxy.block)[1] = 5
	if proxy.newFault() == "" {
		t.Error("a write after the packet is not noticed")
	}
}

// A request that goes on after its event was set needs another packet; a request that has ended
// meanwhile does not.
func TestAPhaseIsCountedOnce(t *testing.T) {
	w := newWorld(t)
	want(t, w.file.BindCompletionPort(make(packets, 4), 0), nd2.Success)
	o := new(nd2.Overlapped)
	request := w.proxies.of(o)
	request.begin(o, w.queue.(*completionQueue).object, nil)
	request.returned(o, nd2.Pending)
	request.answered(o, nd2.Pending, false, request.wasNotified())
	if request.packets != 1 {
		t.Errorf("%d packets are due of a request that goes on", request.packets)
	}
	notified := request.wasNotified()
	request.arrived()
	request.answered(o, nd2.Pending, false, notified)
	if request.packets != 0 || request.pinned != nil {
		t.Errorf("%d packets are due for an ended request", request.packets)
	}
	request.answered(o, nd2.Pending, false, request.wasNotified())
	if request.packets != 1 || request.pinned != o {
		t.Errorf("%d packets are due of the next phase", request.packets)
	}
	request.arrived()
	request.answered(o, nd2.Success, false, request.wasNotified())
}
