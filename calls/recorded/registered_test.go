package recorded

import (
	"testing"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
	_ "github.com/ndconform/ndconform/providers/ref"
)

func TestRegistered(t *testing.T) {
	r := newRegistered()
	r.regions = []region{{extent{100, 50}, "mr1"}, {extent{100, 50}, "mr2"}}
	for name, want := range map[string]Place{
		"mr1": {Region: "mr1", Offset: 10, Length: 5}, "mw1": {Region: "mr2", Offset: 10, Length: 5},
		"": {Region: "mr2", Offset: 10, Length: 5},
	} {
		if got := r.place(name, 110, 5); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	r.deregister("mr2")
	if got, want := r.place("mr2", 110, 5), (Place{Region: "mr1", Offset: 10, Length: 5}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// A program may open and close objects for ever: what was released long ago is forgotten, and what is there is known.
func TestReleasedObjectsAreForgotten(t *testing.T) {
	r := Passing(0, nil, func(Line) {})
	open, err := ndclient.Open("ref", "", r.Around)
	if err != nil {
		t.Fatal(err)
	}
	ends, err := open()
	if err != nil {
		t.Fatal(err)
	}
	a, f := ends.End[0].Open(nil)
	if f != nil {
		t.Fatal(f)
	}
	const most = 4 * mostReleased
	for range most {
		queue, f := ndclient.Create[nd2.CompletionQueue](a.CompletionQueue(1))
		if f != nil {
			t.Fatal(f)
		}
		region, f := ndclient.Create[nd2.MemoryRegion](a.MemoryRegion())
		if f != nil {
			t.Fatal(f)
		}
		ndclient.Start(queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(nd2.NotifyAny, o) })
		ndclient.Start(region, func(o *nd2.Overlapped) nd2.Status { return region.Register(make([]byte, 8), 0, o) })
		region.GetLocalToken()
		region.GetRemoteToken()
		region.Release()
		queue.Release()
	}
	for what, n := range map[string]int{
		"tokens": len(r.tokens), "latest": len(r.latest), "locals": len(r.locals), "local": len(r.local),
		"regions": len(r.regions), "requests": len(r.requests), "woken": len(r.woken), "lines": len(r.lines),
		"released": len(r.released),
	} {
		if n > mostReleased+8 && what != "lines" || n > mostHeld+8 {
			t.Errorf("%d %s are kept of %d objects", n, what, 2*most)
		}
	}
	a.Close()
	if err := ends.Close(); err != nil {
		t.Error(err)
	}
}
