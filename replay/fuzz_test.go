package replay_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/calls"
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
func played(t *testing.T, tracks ...replay.Track) {
	open, err := ndclient.Open("ref", "", calls.Insisting)
	if err != nil {
		t.Fatal(err)
	}
	ends, err := open()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := replay.Play(t.Context(), ends, tracks, replay.Options{Limit: time.Millisecond}); err != nil {
		t.Error(err)
	}
	if err := ends.Close(); err != nil {
		t.Error(err)
	}
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
		played(t, replay.Text(lines))
	})
}

func FuzzReplayRecording(f *testing.F) {
	files, err := workloads.Open("references")
	if err != nil {
		f.Fatal(err)
	}
	unzipped, err := gzip.NewReader(files[0])
	if err != nil {
		f.Fatal(err)
	}
	text, err := io.ReadAll(unzipped)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add(bytes.ReplaceAll(text, []byte(`"length":64`), []byte(`"length":-1`)))
	f.Fuzz(func(t *testing.T, text []byte) {
		from, err := session.OpenRecording(bytes.NewReader(text))
		if err != nil {
			return
		}
		usage, fits := &replay.Usage{}, true
		_, err = from.Lines(t.Context(), session.Reading{}, func(line recorded.Line) {
			usage.Look(line)
			fits = fits && small(line)
		})
		if err != nil || !fits || usage.Lines > 4*mostFuzzed {
			return
		}
		played(t, replay.Track{Usage: usage, Each: func(ctx context.Context, f func(recorded.Line)) error {
			_, err := from.Lines(ctx, session.Reading{}, f)
			if ctx.Err() != nil {
				return nil //nolint:nilerr // it was ended
			}
			return err
		}})
	})
}
