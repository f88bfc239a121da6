package replay

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/internal/ndclient"
)

// ends are two adapters of the engine.
func engine(t *testing.T) *ndclient.Ends {
	t.Helper()
	open, err := ndclient.Open("ref", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	ends, err := open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := ends.Close(); err != nil {
			t.Error(err)
		}
	})
	return ends
}

// A call begins when those have ended that had when it was recorded, whatever threads they are of: one thread waits
// for what another one cancels, and the last line waits for both.
func TestThreads(t *testing.T) {
	lines, err := recorded.Parse(strings.NewReader(`adapter1 = provider1.OpenAdapter(local) → ND_SUCCESS
cq1 = adapter1.CreateCompletionQueue(depth 4) → ND_SUCCESS
cq1.Notify(ND_CQ_NOTIFY_ANY) → ND_PENDING
event of cq1.Notify → ND_CANCELED
cq1.CancelOverlappedRequests() → ND_SUCCESS
cq1.Release() → ND_SUCCESS`))
	if err != nil {
		t.Fatal(err)
	}
	lines[3].Thread, lines[3].End = 7, 4 // it waits, while another thread cancels
	lines[4].After, lines[4].End = 3, 3
	track := Text(lines)
	track.Usage = &Usage{}
	for _, line := range lines {
		track.Usage.Look(line)
	}
	var mu sync.Mutex
	var made []string
	result, err := Play(t.Context(), engine(t), []Track{track}, Options{Made: func(line recorded.Line, now string) {
		mu.Lock()
		defer mu.Unlock()
		made = append(made, line.As(now))
	}})
	if err != nil || result.Stopped != nil || len(result.Differences) > 0 || result.Calls != len(lines) {
		t.Fatalf("%+v, %v", result, err)
	}
	if last := made[len(made)-1]; last != "cq1.Release() → ND_SUCCESS" {
		t.Errorf("the last one is %s", last)
	}
}

// Where one track stops, so do the others, and what they have open is closed.
func TestOneStops(t *testing.T) {
	text := func(s string) Track {
		lines, err := recorded.Parse(strings.NewReader(s))
		if err != nil {
			t.Fatal(err)
		}
		return Text(lines)
	}
	result, err := Play(t.Context(), engine(t), []Track{
		text("adapter1 = provider1.OpenAdapter(local)\ncq1 = adapter1.CreateCompletionQueue(depth 4)\ncq1.Notify(ND_CQ_NOTIFY_ANY)"),
		text("adapter1000001 = provider1000001.OpenAdapter(peer)\ncq1000002.Resize(depth 1)"),
	}, Options{})
	if err != nil || result.Stopped == nil || result.Stopped.Says != "there is no cq1000002" {
		t.Errorf("%+v, %v", result.Stopped, err)
	}
}

// A track that can't be read ends the replay.
func TestUnreadable(t *testing.T) {
	broken := Track{Each: func(context.Context, func(recorded.Line)) error { return context.DeadlineExceeded }}
	if _, err := Play(t.Context(), engine(t), []Track{broken}, Options{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

// A text that is read again each time has the lines, and the sizes, of one that is kept.
func TestWritten(t *testing.T) {
	const text = connected + "cq2.Notify(ND_CQ_NOTIFY_ANY) → ND_PENDING\ncq2.CancelOverlappedRequests()\nevent of cq2.Notify → ND_CANCELED"
	kept, err := recorded.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	track, length, err := Written(strings.NewReader(text))
	if err != nil || length != len(kept) || !maps.Equal(track.Sizes, Text(kept).Sizes) {
		t.Fatalf("%d of %d, %v, %v", length, len(kept), track.Sizes, err)
	}
	for range 2 {
		n := 0
		if err := track.Each(t.Context(), func(line recorded.Line) {
			if !reflect.DeepEqual(line, kept[n]) {
				t.Errorf("%+v, want %+v", line, kept[n])
			}
			n++
		}); err != nil || n != length {
			t.Errorf("%d of %d, %v", n, length, err)
		}
	}
	if _, _, err := Written(strings.NewReader("cq1.Resize(depth x)")); err == nil {
		t.Error("a text that is wrong is read")
	}
}
