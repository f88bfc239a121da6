package nic

import (
	"fmt"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// A happening is an event that completion queues announce.
type happening int

const (
	plainResult happening = iota
	solicitedResult
	failedResult
	overrun
	catastrophe
)

var happenings = []string{"a result", "a solicited result", "a failed result", "an overrun", "a catastrophe"}

func (h happening) happen(c *CompletionQueue) {
	c.device.Lock()
	defer c.device.UnlockAndDeliver()
	switch h {
	case plainResult:
		c.push(nil, &nd2.Result{}, false)
	case solicitedResult:
		c.push(nil, &nd2.Result{}, true)
	case failedResult:
		c.push(nil, &nd2.Result{Status: nd2.Canceled}, false)
	case overrun:
		c.fail(nd2.BufferOverflow)
	case catastrophe:
		c.fail(nd2.InternalError)
	}
}

// The truth table of arming: the status of each outstanding Notify, or ND_PENDING.
// Source: IND2CompletionQueue::Notify.
var armTable = []struct {
	kinds []nd2.NotifyType
	// ends has a row for each kind of kinds, and a column for each happening.
	ends [][5]nd2.Status
}{
	{[]nd2.NotifyType{nd2.NotifyErrors}, [][5]nd2.Status{
		{nd2.Pending, nd2.Pending, nd2.Pending, nd2.BufferOverflow, nd2.InternalError},
	}},
	{[]nd2.NotifyType{nd2.NotifySolicited}, [][5]nd2.Status{
		{nd2.Pending, nd2.Success, nd2.Success, nd2.BufferOverflow, nd2.InternalError},
	}},
	{[]nd2.NotifyType{nd2.NotifyAny}, [][5]nd2.Status{
		{nd2.Success, nd2.Success, nd2.Success, nd2.BufferOverflow, nd2.InternalError},
	}},
	{[]nd2.NotifyType{nd2.NotifySolicited, nd2.NotifyAny}, [][5]nd2.Status{
		{nd2.Success, nd2.Success, nd2.Success, nd2.BufferOverflow, nd2.InternalError},
		{nd2.Success, nd2.Success, nd2.Success, nd2.BufferOverflow, nd2.InternalError},
	}},
	{[]nd2.NotifyType{nd2.NotifyAny, nd2.NotifySolicited}, [][5]nd2.Status{
		{nd2.Success, nd2.Success, nd2.Success, nd2.BufferOverflow, nd2.InternalError},
		{nd2.Success, nd2.Success, nd2.Success, nd2.BufferOverflow, nd2.InternalError},
	}},
	{[]nd2.NotifyType{nd2.NotifyErrors, nd2.NotifyAny}, [][5]nd2.Status{
		{nd2.Pending, nd2.Pending, nd2.Pending, nd2.BufferOverflow, nd2.InternalError},
		{nd2.Success, nd2.Success, nd2.Success, nd2.BufferOverflow, nd2.InternalError},
	}},
	{[]nd2.NotifyType{nd2.NotifyAny, nd2.NotifyAny}, [][5]nd2.Status{
		{nd2.Success, nd2.Success, nd2.Success, nd2.BufferOverflow, nd2.InternalError},
		{nd2.Success, nd2.Success, nd2.Success, nd2.BufferOverflow, nd2.InternalError},
	}},
}

func TestNotifyArms(t *testing.T) {
	for _, row := range armTable {
		for h := range happening(len(happenings)) {
			t.Run(fmt.Sprint(row.kinds, " ", happenings[h]), func(t *testing.T) {
				w := newWorld(t)
				c := w.a.cq
				var os []*nd2.Overlapped
				for _, k := range row.kinds {
					o := &nd2.Overlapped{Event: newEvent()}
					want(t, c.Notify(k, o), nd2.Pending)
					os = append(os, o)
				}
				h.happen(c)
				for i, o := range os {
					want(t, c.Requests.Result(o, false), row.ends[i][h])
					fired := 1
					if row.ends[i][h] == nd2.Pending {
						fired = 0
					}
					if e := o.Event.(*event); e.set != fired || e.reset != 1 {
						t.Errorf("request %d: set %d times, reset %d times", i, e.set, e.reset)
					}
				}
			})
		}
	}
}

func TestNotifyOfWhatIsQueued(t *testing.T) {
	for _, c := range []struct {
		queued happening
		kind   nd2.NotifyType
		want   nd2.Status
	}{
		{plainResult, nd2.NotifyErrors, nd2.Pending},
		{plainResult, nd2.NotifySolicited, nd2.Pending},
		{plainResult, nd2.NotifyAny, nd2.Success},
		{solicitedResult, nd2.NotifyErrors, nd2.Pending},
		{solicitedResult, nd2.NotifySolicited, nd2.Success},
		{solicitedResult, nd2.NotifyAny, nd2.Success},
		{failedResult, nd2.NotifyErrors, nd2.Pending},
		{failedResult, nd2.NotifySolicited, nd2.Success},
		{overrun, nd2.NotifyErrors, nd2.BufferOverflow},
		{overrun, nd2.NotifyAny, nd2.BufferOverflow},
		{catastrophe, nd2.NotifySolicited, nd2.InternalError},
	} {
		t.Run(fmt.Sprint(happenings[c.queued], " ", c.kind), func(t *testing.T) {
			w := newWorld(t)
			c.queued.happen(w.a.cq)
			e := newEvent()
			o := &nd2.Overlapped{Internal: 99, Event: e}
			want(t, w.a.cq.Notify(c.kind, o), c.want)
			if c.want != nd2.Pending && (e.set+e.reset > 0 || o.Internal != 99) {
				t.Error("completed inline, and yet the OVERLAPPED was used")
			}
		})
	}
}

// Each result triggers at most once, and none is missed.
// Source: IND2CompletionQueue::Notify, Remarks (example), Implementation Note.
func TestNotifyOncePerResult(t *testing.T) {
	w := newWorld(t)
	c := w.a.cq
	notify := func(want_ nd2.Status) *nd2.Overlapped {
		t.Helper()
		o := &nd2.Overlapped{}
		want(t, c.Notify(nd2.NotifyAny, o), want_)
		return o
	}
	first := notify(nd2.Pending)
	plainResult.happen(c)
	want(t, c.Requests.Result(first, false), nd2.Success)
	second := notify(nd2.Pending) // still queued, but announced
	plainResult.happen(c)
	want(t, c.Requests.Result(second, false), nd2.Success)
	if n := len(results(c)); n != 2 {
		t.Fatalf("%d results", n)
	}
	plainResult.happen(c) // between a poll and Notify
	notify(nd2.Success)
	notify(nd2.Pending)
	plainResult.happen(c)
	plainResult.happen(c) // after the trigger, before the poll
	notify(nd2.Success)
	plainResult.happen(c)
	results(c) // taken before anybody asked
	notify(nd2.Pending)
}

func TestNotifyCanceledDisarms(t *testing.T) {
	w := newWorld(t)
	c := w.a.cq
	o := &nd2.Overlapped{}
	want(t, c.Notify(nd2.NotifyAny, o), nd2.Pending)
	want(t, c.Requests.Cancel(), nd2.Success)
	want(t, c.Requests.Result(o, false), nd2.Canceled)
	plainResult.happen(c) // announced to nobody
	want(t, c.Notify(nd2.NotifyAny, o), nd2.Success)
}

func TestNotifyAnyReleasesSolicited(t *testing.T) {
	w := newWorld(t)
	c := w.a.cq
	solicited := &nd2.Overlapped{}
	want(t, c.Notify(nd2.NotifySolicited, solicited), nd2.Pending)
	plainResult.happen(c)
	want(t, c.Requests.Result(solicited, false), nd2.Pending)
	want(t, c.Notify(nd2.NotifyAny, &nd2.Overlapped{}), nd2.Success)
	want(t, c.Requests.Result(solicited, false), nd2.Success)
}
