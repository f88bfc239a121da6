package spec

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// A diary lists the calls on the objects of an attempt; each call succeeds.
type diary []string

func (d *diary) note(format string, args ...any) nd2.Status {
	*d = append(*d, fmt.Sprintf(format, args...))
	return nd2.Success
}

type diaryConnector struct {
	nd2.Connector
	*diary
	name string
}

func (c diaryConnector) Connect(_ nd2.Unknown, address []byte, in, out uint32, data []byte,
	_ *nd2.Overlapped,
) nd2.Status {
	return c.note("%s connects to %s with %d and %d, %s", c.name, address, in, out, data)
}

func (c diaryConnector) Accept(_ nd2.Unknown, in, out uint32, data []byte, _ *nd2.Overlapped) nd2.Status {
	return c.note("%s accepts with %d and %d, %s", c.name, in, out, data)
}

func (c diaryConnector) CompleteConnect(*nd2.Overlapped) nd2.Status {
	return c.note("%s completes", c.name)
}

func (c diaryConnector) Disconnect(*nd2.Overlapped) nd2.Status {
	return c.note("%s disconnects", c.name)
}

type diaryListener struct {
	nd2.Listener
	*diary
}

func (l diaryListener) GetConnectionRequest(c nd2.Unknown, _ *nd2.Overlapped) nd2.Status {
	return l.note("listener gives %s a request", c.(diaryConnector).name)
}

// An attempt takes its steps in order, each side with its own read limits.
func TestAttempt(t *testing.T) {
	ctx, end := running()
	var d diary
	a := &Attempt{
		Ends: Ends{
			Active: &End{Connector: diaryConnector{diary: &d, name: "active"}, shape: Shape{InboundReads: 1, OutboundReads: 2}},
			Passive: &End{
				Connector: diaryConnector{diary: &d, name: "passive"},
				shape:     Shape{InboundReads: 3, OutboundReads: 4},
			},
		},
		Listener: diaryListener{diary: &d}, Address: []byte("there"), ctx: ctx,
	}
	if c := a.Finish(a.Answer([]byte("yes"))); c.Active != a.Active || c.Passive != a.Passive {
		t.Error("the connection is of other ends")
	}
	end()
	want := diary{
		"listener gives passive a request", "active connects to there with 1 and 2, ",
		"passive accepts with 3 and 4, yes", "active completes", "active disconnects", "passive disconnects",
	}
	if !slices.Equal(d, want) {
		t.Errorf("%q\nwant %q", d, want)
	}
}
