package worker

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"testing"
	"testing/iotest"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
)

// sent is what a worker writes to tell of events.
func sent(t *testing.T, key []byte, list ...Event) [][]byte {
	t.Helper()
	var stream bytes.Buffer
	w := &eventWriter{seal: seal{key: key}, out: &stream}
	for _, e := range list {
		if err := w.send(e); err != nil {
			t.Fatal(err)
		}
	}
	return bytes.SplitAfter(bytes.TrimSuffix(stream.Bytes(), []byte("\n")), []byte("\n"))
}

var tale = []Event{
	{Kind: Opened, Target: &journal.Target{ProviderVersion: "1"}},
	{Kind: Started, Text: "a.b"},
	{Kind: Ended, Spec: &reports.Spec{ID: "a.b", Message: "two\nlines \x1e"}},
	{Kind: Done},
}

// TestEvents shows that events arrive however the stream is cut.
func TestEvents(t *testing.T) {
	text := append(bytes.Join(sent(t, []byte("key"), tale...), nil), '\n')
	for _, from := range []io.Reader{
		bytes.NewReader(text), iotest.OneByteReader(bytes.NewReader(text)),
		iotest.HalfReader(bytes.NewReader(text)),
	} {
		var got []Event
		err := ReadEvents(from, []byte("key"), func(e Event) { got = append(got, e) })
		if err != nil || !reflect.DeepEqual(got, tale) {
			t.Errorf("%v, %+v", err, got)
		}
	}
}

// TestForgedEvents shows that what another than the suite does with the pipe is never
// taken for an event, and noticed.
func TestForgedEvents(t *testing.T) {
	lines := sent(t, []byte("key"), tale...)
	other := sent(t, []byte("guess"), tale...)
	for name, c := range map[string]struct {
		lines [][]byte
		heard int
	}{
		"an event with another key":    {[][]byte{lines[0], other[1]}, 1},
		"an event without a code":      {[][]byte{lines[0], []byte(`{"kind":"done"}` + "\n")}, 1},
		"garbage":                      {[][]byte{lines[0], lines[1], []byte("garbage \x00\n")}, 2},
		"garbage before an event":      {[][]byte{lines[0], []byte("garbage"), lines[1]}, 1},
		"an event that comes again":    {[][]byte{lines[0], lines[1], lines[1]}, 2},
		"an event that was taken away": {[][]byte{lines[0], lines[2]}, 1},
		"events in another order":      {[][]byte{lines[0], lines[2], lines[1]}, 1},
		"a changed event":              {[][]byte{lines[0], bytes.Replace(lines[1], []byte("a.b"), []byte("a.c"), 1)}, 1},
		"a line without an end":        {[][]byte{lines[0], bytes.Repeat([]byte{'x'}, eventSize+1)}, 1},
	} {
		var got []Event
		err := ReadEvents(bytes.NewReader(bytes.Join(c.lines, nil)), []byte("key"), func(e Event) { got = append(got, e) })
		if !errors.Is(err, errForged) || len(got) != c.heard || !reflect.DeepEqual(got, tale[:c.heard]) {
			t.Errorf("%s: %v, %+v", name, err, got)
		}
	}
}

// TestPartOfAnEvent shows that a worker that ends in the middle of an event has forged
// nothing.
func TestPartOfAnEvent(t *testing.T) {
	lines := sent(t, []byte("key"), tale...)
	heard := 0
	err := ReadEvents(bytes.NewReader(append(lines[0], lines[1][:len(lines[1])-1]...)), []byte("key"), func(Event) {
		heard++
	})
	if err != nil || heard != 1 {
		t.Errorf("%v, %d events", err, heard)
	}
}

func FuzzReadEvents(f *testing.F) {
	for _, line := range [][]byte{[]byte(`{"kind":"ended","spec":{"id":"a"}}`), []byte("{}"), nil} {
		code := (&seal{key: []byte("key")}).next(line)
		f.Add(append(append(append(code, ' '), line...), '\n'))
	}
	f.Fuzz(func(_ *testing.T, text []byte) {
		_ = ReadEvents(bytes.NewReader(text), []byte("key"), func(Event) {})
	})
}
