package session_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/watch/session"
)

const (
	inMemory = "ref,adapters=2,basic-adapters=0"
	// endless makes a Send wait for a Receive forever, as adapters may.
	endless = ",habits=endless-retries"
)

// The provider "patient" waits for an unknown request, as a program that asks the wrong object must expect.
func init() {
	hooks := func() calls.Hooks {
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			status := c.Proceed()
			if c.Method == calls.GetOverlappedResult && c.Wait && status != nd2.Success {
				select {}
			}
			return status
		}}
	}
	calls.Register("patient", "ref", "", func(string) (calls.Variant, error) { return calls.Variant{Hooks: hooks}, nil })
}

// A reason is why a program hangs, with the expected messages.
type reason struct {
	run func(test string)
	// kind, title and ends belong to the wait: its kind and parts of its messages.
	kind, title, ends string
	// breaks is the rule that is certainly broken, empty if unknown; by is who broke it.
	breaks, by string
	likely     string
}

var reasons = map[string]reason{
	"one result taken": {
		func(test string) {
			h := both("watched,inner="+inMemory, test).connect()
			h.send(3)
			h.notify(1).Await(limit)
			h.queue[1].GetResults(make([]nd2.Result, 1))
			h.wait(h.queue[1], h.notify(1))
		},
		"call", "GetOverlappedResult waits for Notify(ND_CQ_NOTIFY_ANY)", "2 results are there already: take results before you wait",
		"client.completion-queue.not-drained", reports.ByProgram, "",
	},
	"a lost wake-up": {
		func(test string) {
			h := both("watched,inner=mutant,id=cq.notify.releases-every-request/first-only,adapters=2,basic-adapters=0", test).
				connect()
			h.notify(1)
			second := h.notify(1)
			h.send(1)
			h.take(1, 1)
			h.hung()
			<-second.Event.Signaled()
		},
		"pending", "Notify(ND_CQ_NOTIFY_ANY)", "a result that comes to cq",
		"cq.notify.nd-success", reports.ByProvider, "",
	},
	"a queued result that does not notify": {
		func(test string) {
			h := both("watched,inner=mutant,id=cq.notify.since-last-notification/ignored,adapters=2,basic-adapters=0", test).
				connect()
			h.send(1)
			h.wait(h.queue[1], h.notify(1))
		},
		"call", "GetOverlappedResult waits for Notify(ND_CQ_NOTIFY_ANY)", "; 1 result is there already", "", "", "the provider: a Send",
	},
	"an event that is never set": {
		func(test string) {
			h := both("watched,inner=mutant,id=cq.notify.notified-once/no-event-of-any,adapters=2,basic-adapters=0", test).
				connect()
			notify := h.notify(1)
			h.send(1)
			timeout.Until(limit, func() <-chan struct{} { return nil }, func() bool { return notify.Status() == nd2.Success })
			h.hung()
			<-notify.Event.Signaled()
		},
		"pending", "Notify(ND_CQ_NOTIFY_ANY)", "the provider alone: the request has ended with ND_SUCCESS",
		"cq.notify.notified-once", reports.ByProvider, "",
	},
	"no Receive at the peer": {
		func(test string) {
			h := both("watched,inner="+inMemory+endless, test).connect()
			h.ok(h.pair[0].Send(2, nil, 0))
			h.wait(h.queue[0], h.notify(0))
		},
		"posted", "Send with context 0x2", "a Receive at qp", "", "", "",
	},
	"no Receive in another process": {
		func(test string) {
			h, _ := withPeer(test, "-")
			h.ok(h.pair[0].Send(2, nil, 0))
			h.wait(h.queue[0], h.notify(0))
		},
		"posted", "Send with context 0x2", "a Receive at the peer", "", "", "post Receives before Accept",
	},
	"a peer that died": {
		func(test string) {
			h, end := withPeer(test, "R")
			h.ok(h.pair[0].Receive(3, nil))
			end()
			h.wait(h.queue[0], h.notify(0))
		},
		"posted", "Receive with context 0x3", "a Send by the peer", "", "", "",
	},
	"a lock in the program": {
		func(test string) {
			h := both("watched,inner="+inMemory, test).connect()
			first := h.notify(1)
			h.send(2)
			h.told(first)
			h.hung()
			var mu sync.Mutex
			mu.Lock()
			mu.Lock()
		},
		"ended", "Notify(ND_CQ_NOTIFY_ANY)", "GetOverlappedResult, which nobody has called", "", "", "",
	},
	"CompleteConnect is not called": {
		func(test string) {
			h := both("watched,inner="+inMemory, test)
			h.ok(h.connector[0].Bind(h.ends[0].Sockaddr()))
			get := h.request(h.listener, func(o *nd2.Overlapped) nd2.Status {
				return h.listener.GetConnectionRequest(h.connector[1], o)
			})
			connect := connecting(h)
			fine(get.Succeed("GetConnectionRequest", limit))
			accept := h.request(h.connector[1], func(o *nd2.Overlapped) nd2.Status {
				return h.connector[1].Accept(h.pair[1], 0, 0, nil, o)
			})
			fine(connect.Succeed("Connect", limit))
			h.wait(h.connector[1], accept)
		},
		"call", "GetOverlappedResult waits for Accept", "CompleteConnect by the peer: connector", "", "", "",
	},
	"nobody disconnects": {
		func(test string) {
			h := both("watched,inner="+inMemory, test).connect()
			h.wait(h.connector[1], h.request(h.connector[1], h.connector[1].NotifyDisconnect))
		},
		"call", "GetOverlappedResult waits for NotifyDisconnect", "Disconnect by the peer, or the end of its process: connector",
		"", "", "",
	},
	"nobody connects": {
		func(test string) {
			h := both("watched,inner="+inMemory, test)
			h.wait(h.listener, h.request(h.listener, func(o *nd2.Overlapped) nd2.Status {
				return h.listener.GetConnectionRequest(h.connector[1], o)
			}))
		},
		"call", "GetOverlappedResult waits for GetConnectionRequest", "a Connect to ", "", "", "",
	},
	"nobody answers": {
		func(test string) {
			h := both("watched,inner="+inMemory, test)
			h.ok(h.connector[0].Bind(h.ends[0].Sockaddr()))
			h.wait(h.connector[0], connecting(h))
		},
		"call", "GetOverlappedResult waits for Connect", "listens, and GetConnectionRequest is not called", "", "", "",
	},
	"another queue is asked": {
		func(test string) {
			h := both("watched,inner=patient,id=patient,adapters=2,basic-adapters=0", test).connect()
			h.wait(h.queue[0], h.notify(1))
		},
		"call", "GetOverlappedResult waits for Notify(ND_CQ_NOTIFY_ANY) of cq", "nothing that is known: ask cq",
		"client.overlapped.not-pending", reports.ByProgram, "",
	},
	"Receives are waited for without a Flush": {
		func(test string) {
			h := both("watched,inner="+inMemory, test).connect()
			h.ok(h.pair[1].Receive(5, nil))
			h.ok(h.pair[1].Receive(6, nil))
			h.sleep()
		},
		"posted", "2 Receives, the first with context 0x5", "a Send by qp", "", "", "",
	},
}

func connecting(h *hanging) *ndclient.Request {
	return h.request(h.connector[0], func(o *nd2.Overlapped) nd2.Status {
		return h.connector[0].Connect(h.pair[0], h.at, 0, 0, nil, o)
	})
}

// hang is the program for a reason.
func hang(arguments []string) {
	if arguments[0] == "peer" {
		peer(arguments[1])
	}
	reasons[arguments[0]].run(arguments[1])
	os.Exit(3) // it should have hung
}

// A hanging program is killed; the messages say who waits for what, and whose fault it is where that is
// certain.
func TestProgramsThatHang(t *testing.T) {
	runs := allHung(t)
	for name, want := range reasons {
		t.Run(name, func(t *testing.T) {
			run := runs[name]
			if run == nil {
				t.Fatal("it did not run")
			}
			w := run.Watched
			i := slices.IndexFunc(w.Waiting, func(wait reports.Wait) bool {
				return wait.Kind == want.kind && strings.Contains(wait.Title(), want.title)
			})
			if i < 0 {
				t.Fatalf("it does not say %q: %+v", want.title, w)
			}
			wait := w.Waiting[i]
			if !strings.Contains(wait.Ends, want.ends) || !strings.Contains(wait.Likely, want.likely) ||
				(wait.Likely == "") != (want.likely == "") || wait.Breaks != want.breaks {
				t.Errorf("%+v", wait)
			}
			if wait.Kind != "posted" && !strings.Contains(wait.Place, ".go:") {
				t.Errorf("no place: %+v", wait)
			}
			if w.Still < 1 || wait.Seconds < w.Still || w.Calls == 0 || run.Incomplete != "it hangs" {
				t.Errorf("still for %v s, waits for %v s, %d calls, incomplete: %q", w.Still, wait.Seconds, w.Calls, run.Incomplete)
			}
			for _, s := range run.Specs[1:] {
				if s.Requirements[0] != want.breaks || s.Party != want.by {
					t.Errorf("it finds %+v", s)
				}
			}
			if (len(run.Specs) > 1) != (want.breaks != "") {
				t.Errorf("%d findings", len(run.Specs)-1)
			}
		})
	}
}

// allHung runs all programs at once: they hardly use a processor.
func allHung(t *testing.T) map[string]*reports.Run {
	var mu sync.Mutex
	var wait sync.WaitGroup
	runs := map[string]*reports.Run{}
	for name := range reasons {
		wait.Go(func() {
			run, err := hung(t.Context(), name, "")
			mu.Lock()
			defer mu.Unlock()
			runs[name] = run
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	wait.Wait()
	return runs
}

// A recording of a program that hung says the same, with its places.
func TestARecordingOfAHang(t *testing.T) {
	path := filepath.Join(t.TempDir(), "calls.jsonl")
	ran, err := hung(t.Context(), "one result taken", path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	from, err := session.OpenRecording(file)
	if err != nil {
		t.Fatal(err)
	}
	h := journal.Header{Provider: "ref", Watch: from.Started.Command, Plan: []journal.Spec{session.Spec}}
	j, err := journal.New(new(bytes.Buffer), h)
	if err != nil {
		t.Fatal(err)
	}
	again, err := (&session.Session{Header: h, Journal: j}).Replay(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	was, is := ran.Watched, again.Watched
	if len(is.Waiting) != len(was.Waiting) || is.Waiting[0].Title() != was.Waiting[0].Title() || is.Still < 1 ||
		is.Waiting[0].Place != was.Waiting[0].Place || is.Waiting[0].Breaks != was.Waiting[0].Breaks || is.Calls != was.Calls {
		t.Errorf("%+v, want %+v", is, was)
	}
	if len(again.Specs) != 2 || again.Specs[1].Place != ran.Specs[1].Place {
		t.Errorf("%+v", again.Specs)
	}
}

// hung runs a program until it has hung for a while; record is the file for its calls, or empty.
func hung(ctx context.Context, name, record string) (*reports.Run, error) {
	told, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	defer told.Close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		if _, err := told.Accept(); err == nil {
			time.AfterFunc(3*time.Second, func() { cancel(errors.New("it hangs")) })
		}
	}()
	h := journal.Header{
		Provider: "ref", TimeoutScale: 1, Started: time.Now().UTC(),
		Watch: []string{testBinary, hangs, name, told.Addr().String()}, Plan: []journal.Spec{session.Spec},
	}
	j, err := journal.New(new(bytes.Buffer), h)
	if err != nil {
		return nil, err
	}
	return (&session.Session{Header: h, Journal: j, Record: record}).Run(ctx)
}
