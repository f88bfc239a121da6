package replay_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/internal/ndclient"
	_ "github.com/ndconform/ndconform/providers/ref"
	"github.com/ndconform/ndconform/replay"
	"github.com/ndconform/ndconform/watch/session"
	"github.com/ndconform/ndconform/workloads"
)

// mostFuzzed is how many lines and bytes a fuzzed text may have, so that each is played in a moment.
const mostFuzzed, mostMemory = 64, 1 << 16

// played plays tracks; whatever they are, they end.
func played(t *testing.T, o replay.Options, tracks ...replay.Track) replay.Result {
	t.Helper()
	open, err := ndclient.Open("ref", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	ends, err := open()
	if err != nil {
		t.Fatal(err)
	}
	result, err := replay.Play(t.Context(), ends, tracks, o)
	if err != nil {
		t.Error(err)
	}
	if err := ends.Close(); err != nil {
		t.Error(err)
	}
	return result
}

func small(line recorded.Line) bool {
	size := line.Place.Offset + line.Place.Length
	for _, e := range line.Entries {
		size = max(size, e.Offset+e.Length)
	}
	return size < mostMemory
}

func FuzzReplayText(f *testing.F) {
	f.Add("adapter1 = provider1.OpenAdapter(local)\ncq1 = adapter1.CreateCompletionQueue(depth 4)\n" +
		"cq1.Notify(ND_CQ_NOTIFY_ANY) → ND_PENDING\ncq1.CancelOverlappedRequests()\nevent of cq1.Notify → ND_CANCELED")
	f.Add("adapter1 = provider1.OpenAdapter(peer)\nmr1 = adapter1.CreateMemoryRegion()\nmr1.Register(64 bytes)\n" +
		"cq1 = adapter1.CreateCompletionQueue(depth 4)\nqp1 = adapter1.CreateQueuePair(receives cq1, initiated cq1, " +
		"receive-depth 1)\nqp1.Receive(context 1, [mr1+0[8] nobody+0[4]])\nqp1.Flush()\ncq1.GetResults()\nmr1.Deregister()")
	f.Fuzz(func(t *testing.T, text string) {
		lines, err := recorded.Parse(strings.NewReader(text))
		if err != nil || len(lines) > mostFuzzed {
			return
		}
		for _, line := range lines {
			if !small(line) {
				return
			}
		}
		played(t, brief, replay.Text(lines))
	})
}

// texts are the recordings of a workload.
func texts(t testing.TB, name string) (list [][]byte) {
	t.Helper()
	files, err := workloads.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		unzipped, err := gzip.NewReader(file)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(unzipped)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, text)
	}
	return list
}

// track is that of a recording alone.
func track(ctx context.Context, from *session.Recording) (replay.Track, error) {
	usage := &replay.Usage{}
	_, err := from.Lines(ctx, session.Reading{}, usage.Look)
	return replay.Track{Usage: usage, Each: func(ctx context.Context, f func(recorded.Line)) error {
		_, err := from.Lines(ctx, session.Reading{}, f)
		return err
	}}, err
}

// TestMirrored plays each process of a program alone, with another end that does what the process saw. One process
// connects, peers connect to the next and it is killed, and peers end the connections of the third.
func TestMirrored(t *testing.T) {
	for n, text := range texts(t, "iocp") {
		from, err := session.OpenRecording(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		alone, err := track(t.Context(), from)
		if err != nil {
			t.Fatal(err)
		}
		result := played(t, replay.Options{}, replay.Mirrored(alone))
		if result.Stopped != nil || len(result.Differences) > 0 || result.Calls <= alone.Usage.Lines-10 {
			t.Errorf("process %d: %d calls of %d; %v %v", n, result.Calls, alone.Usage.Lines, result.Stopped, result.Differences)
		}
	}
}

func FuzzReplayRecording(f *testing.F) {
	text := texts(f, "references")[0]
	f.Add(text)
	f.Add(bytes.ReplaceAll(text, []byte(`"length":64`), []byte(`"length":-1`)))
	f.Fuzz(func(t *testing.T, text []byte) {
		from, err := session.OpenRecording(bytes.NewReader(text))
		if err != nil {
			return
		}
		fits := true
		_, err = from.Lines(t.Context(), session.Reading{}, func(line recorded.Line) { fits = fits && small(line) })
		if err != nil || !fits {
			return
		}
		alone, err := track(t.Context(), from)
		if err != nil || alone.Usage.Lines > 4*mostFuzzed {
			return
		}
		played(t, brief, alone)
		played(t, brief, replay.Mirrored(alone))
	})
}

// brief makes fuzzed texts wait for a moment only.
var brief = replay.Options{Limit: time.Millisecond}
