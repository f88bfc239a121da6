package drive

import (
	"fmt"
	"strings"
	"sync"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// kept is how many of the last calls a finding shows.
const kept = 40

// A log keeps the last calls; their text is made only when it is asked for.
type log struct {
	mu    sync.Mutex
	lines [kept]line
	count int
}

type line struct {
	call   *model.Call
	status nd2.Status
	result nd2.Result
	end    int
	queue  int
	text   string
}

func (l *log) add(one line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines[l.count%kept] = one
	l.count++
}

func (l *log) note(format string, args ...any) { l.add(line{text: fmt.Sprintf(format, args...)}) }

// text returns the last lines, oldest first.
func (l *log) text() (all []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for n := max(0, l.count-kept); n < l.count; n++ {
		all = append(all, l.lines[n%kept].String())
	}
	return all
}

// String implements [fmt.Stringer].
func (l line) String() string {
	switch {
	case l.text != "":
		return l.text
	case l.call == nil:
		return fmt.Sprintf("end %d, queue %d: result %v of %v, request %d, %d bytes", l.end, l.queue, l.result.Status,
			l.result.RequestType, l.result.RequestContext, l.result.BytesTransferred)
	}
	c := l.call
	head := fmt.Sprintf("end %d, connection %d: ", c.End, c.Connection)
	tail := returnedWith(l.status)
	where := fmt.Sprintf("%d bytes at %d of region %d", c.Remote.Length, c.Remote.Offset, c.Remote.Region)
	if c.Window >= 0 {
		where += fmt.Sprintf(" through window %d", c.Window)
	}
	switch c.Op {
	case program.Send, program.Receive:
		on := ""
		if c.Shared {
			on = " on the shared queue"
		}
		return fmt.Sprintf("%s%s%s, request %d, of %s, %v%s", head, c.Op, on, c.Context, entries(c.Entries), c.Flags, tail)
	case program.Write, program.Read, program.Bind, program.Invalidate, program.Fail:
		return fmt.Sprintf("%s%s, request %d, of %s, and %s, %v%s", head, c.Op, c.Context, entries(c.Entries), where, c.Flags,
			tail)
	case program.Notify:
		return fmt.Sprintf("end %d, queue %d: Notify for %v%s", c.End, c.Queue, c.Kind, tail)
	case program.Watch:
		return fmt.Sprintf("end %d, shared receive queue: Notify%s", c.End, tail)
	case program.Modify:
		return fmt.Sprintf("end %d, shared receive queue: Modify to a depth of %d and a threshold of %d%s", c.End, c.Depth,
			c.Threshold, tail)
	case program.Results:
		return fmt.Sprintf("end %d, queue %d: GetResults of %d%s", c.End, c.Queue, c.Count, tail)
	case program.Cancel:
		return fmt.Sprintf("end %d, queue %d: CancelOverlappedRequests%s", c.End, c.Queue, tail)
	case program.Await, program.Withdraw:
		return fmt.Sprintf("end %d, %s: %s%s", c.End, whose(c), c.Op, tail)
	case program.Connect, program.Reject:
		return head + string(c.Op)
	case program.Resize:
		return fmt.Sprintf("end %d, queue %d: Resize to %d%s", c.End, c.Queue, c.Depth, tail)
	}
	return head + string(c.Op) + tail
}

// whose names the object of an Await or a Withdraw.
func whose(c *model.Call) string {
	if c.Listener == model.NoListener {
		return fmt.Sprintf("connector of connection %d", c.Connection)
	}
	return fmt.Sprintf("listener %d", c.Listener)
}

func returnedWith(s nd2.Status) string { return fmt.Sprintf(" returned %v", s) }

func entries(list []model.Place) string {
	var all []string
	for _, p := range list {
		all = append(all, fmt.Sprintf("%d at %d of region %d", p.Length, p.Offset, p.Region))
	}
	if len(all) == 0 {
		return "no entries"
	}
	return "[" + strings.Join(all, ", ") + "]"
}
