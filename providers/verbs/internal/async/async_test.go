package async

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// client is an event and a port in one, that counts and calls back.
type client struct {
	sets, resets int
	posts        []*nd2.Overlapped
	onSet        func()
}

func (c *client) Set() {
	c.sets++
	if c.onSet != nil {
		c.onSet()
	}
}
func (c *client) Reset()                            { c.resets++ }
func (c *client) Post(_ uintptr, o *nd2.Overlapped) { c.posts = append(c.posts, o) }

func setup(t *testing.T) (*client, *File, *Requests) {
	c, f, r := new(client), NewFile(), new(Requests)
	r.Init(f)
	if s := f.BindCompletionPort(c, 7); s != nd2.Success {
		t.Fatal(s)
	}
	return c, f, r
}

func TestRequestEndsOnce(t *testing.T) {
	c, _, r := setup(t)
	var l Lock
	o := &nd2.Overlapped{Event: c}
	q := r.Begin(o)
	if c.resets != 1 || r.Result(o, false) != nd2.Pending {
		t.Fatalf("%d resets, %v", c.resets, r.Result(o, false))
	}
	l.Lock()
	l.End(q, nd2.Success)
	l.End(q, nd2.Canceled)
	if c.sets != 0 {
		t.Error("notified under the lock")
	}
	l.Unlock()
	if c.sets != 1 || len(c.posts) != 1 || c.posts[0] != o || r.Result(o, true) != nd2.Success {
		t.Errorf("%d sets, %d posts, %v", c.sets, len(c.posts), r.Result(o, false))
	}
}

// TestFirstEndingHolds: who cancels while a client is being notified comes too late
// for what ended with that.
func TestFirstEndingHolds(t *testing.T) {
	c, _, r := setup(t)
	var l Lock
	first, second := r.Begin(&nd2.Overlapped{Event: c}), r.Begin(new(nd2.Overlapped))
	c.onSet = func() {
		l.Lock()
		l.EndAll(r, nd2.Canceled)
		l.Unlock()
	}
	l.Lock()
	l.End(first, nd2.Success)
	l.End(second, nd2.Success)
	l.Unlock()
	if s := r.Result(second.overlapped, true); s != nd2.Success || len(c.posts) != 2 {
		t.Errorf("%v, %d posts", s, len(c.posts))
	}
}

func TestEndAllKeepsTheOrder(t *testing.T) {
	c, f, r := setup(t)
	var l Lock
	var list [3]nd2.Overlapped
	for i := range list {
		r.Begin(&list[i])
	}
	f.Close()
	l.Lock()
	l.EndAll(r, nd2.Canceled)
	l.Unlock()
	for i := range list {
		if c.posts[i] != &list[i] || r.Result(&list[i], false) != nd2.Canceled {
			t.Errorf("request %d: %v", i, r.Result(&list[i], false))
		}
	}
	if len(r.All()) != 0 {
		t.Error("requests are left")
	}
}

func TestWaitingReturnsAtTheEnd(t *testing.T) {
	c, _, r := setup(t)
	var l Lock
	o := new(nd2.Overlapped)
	q := r.Begin(o)
	got := make(chan nd2.Status)
	go func() { got <- r.Result(o, true) }()
	l.Lock()
	l.End(q, nd2.IOTimeout)
	l.Unlock()
	if s := <-got; s != nd2.IOTimeout || len(c.posts) != 1 {
		t.Errorf("%v, %d posts", s, len(c.posts))
	}
}

// TestClientMayUseTheLock: what a client's event does with the object, it may.
func TestClientMayUseTheLock(t *testing.T) {
	c, _, r := setup(t)
	var l Lock
	q := r.Begin(&nd2.Overlapped{Event: c})
	c.onSet = func() {
		l.Lock()
		defer l.Unlock()
	}
	l.Lock()
	l.End(q, nd2.Success)
	l.Unlock()
	if c.sets != 1 {
		t.Errorf("%d sets", c.sets)
	}
}

func TestFile(t *testing.T) {
	f := NewFile()
	c := new(client)
	if s := f.BindCompletionPort(nil, 0); s != nd2.InvalidParameter {
		t.Error(s)
	}
	if s := f.BindCompletionPort(c, 0); s != nd2.Success {
		t.Error(s)
	}
	if s := f.BindCompletionPort(c, 0); s != nd2.InvalidParameter {
		t.Error(s)
	}
	if f.Closed() || f.Close() != nd2.Success || !f.Closed() || f.Close() != nd2.InvalidHandle {
		t.Error("closing")
	}
	if s := f.BindCompletionPort(c, 0); s != nd2.InvalidHandle {
		t.Error(s)
	}
}
