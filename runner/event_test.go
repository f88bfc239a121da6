package runner

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
func sent(t *testing.T, key []byte, list ...event) [][]byte {
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

var tale = []event{
	{Kind: opened, Target: &journal.Target{ProviderVersion: "1"}},
	{Kind: started, Text: "a.b"},
	{Kind: ended, Spec: &reports.Spec{ID: "a.b", Message: "two\nlines \x1e"}},
	{Kind: done},
}

// TestEvents shows that events arrive however the stream is cut.
func TestEvents(t *testing.T) {
	text := append(bytes.Join(sent(t, []byte("key"), tale...), nil), '\n')
	for _, from := range []io.Reader{
		bytes.NewReader(text), iotest.OneByteReader(bytes.NewReader(text)),
		iotest.HalfReader(bytes.NewReader(text)),
	} {
		var got []event
		err := readEvents(from, []byte("key"), func(e event) { got = append(got, e) })
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
		var got []event
		err := readEvents(bytes.NewReader(bytes.Join(c.lines, nil)), []byte("key"), func(e event) { got = append(got, e) })
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
	err := readEvents(bytes.NewReader(append(lines[0], lines[1][:len(lines[1])-1]...)), []byte("key"), func(event) {
		heard++
	})
	if err != nil || heard != 1 {
		t.Errorf("%v, %d events", err, heard)
	}
}

// TestDisorder shows that events which can't follow on each other change nothing, and
// are noticed.
func TestDisorder(t *testing.T) {
	open := event{Kind: opened, Target: &journal.Target{}}
	start := func(id string) event { return event{Kind: started, Text: id} }
	end := func(id string, v reports.Verdict) event {
		return event{Kind: ended, Spec: &reports.Spec{ID: id, Verdict: v}}
	}
	for name, events := range map[string][]event{
		"a spec before the provider":   {start("a")},
		"a provider opened again":      {open, open},
		"a provider without a word":    {{Kind: opened}},
		"a spec that was not ordered":  {open, start("c")},
		"a spec in another":            {open, start("a"), start("b")},
		"a spec that had not started":  {open, end("a", reports.Pass)},
		"a result of another spec":     {open, start("a"), end("b", reports.Pass)},
		"a spec that starts again":     {open, start("a"), end("a", reports.Fail), start("a")},
		"a spec that is judged again":  {open, start("a"), end("a", reports.Fail), end("a", reports.Pass)},
		"a spec after the batch's end": {open, {Kind: done}, start("a")},
		"a verdict that there is not":  {open, start("a"), end("a", "splendid")},
		"a result without a spec":      {open, start("a"), {Kind: ended}},
		"an event that there is not":   {open, {Kind: "waived"}},
	} {
		var doubts []error
		heard := 0
		p := newProcess([]string{"a", "b"}, func(event) { heard++ })
		p.distrust = func(why error) { doubts = append(doubts, why) }
		for _, e := range append(events, event{Kind: done}) {
			p.take(e)
		}
		if heard != len(events)-1 || len(doubts) != 1 || p.done {
			t.Errorf("%s: %d events of %d were taken, doubts %v, done %v", name, heard, len(events), doubts, p.done)
		}
	}
}

// TestInterruptedByNobody shows that only a worker that was told to stop may leave a
// spec unjudged.
func TestInterruptedByNobody(t *testing.T) {
	for stopping, want := range map[bool]reports.Verdict{true: reports.NotRun, false: reports.Error} {
		p := newProcess([]string{"a"}, func(event) {})
		p.stopping = func() bool { return stopping }
		for _, e := range []event{
			{Kind: opened, Target: &journal.Target{}},
			{Kind: started, Text: "a"},
			{Kind: ended, Spec: &reports.Spec{ID: "a", Verdict: reports.NotRun}},
		} {
			p.take(e)
		}
		if p.ended["a"] != want {
			t.Errorf("stopping %v: %s", stopping, p.ended["a"])
		}
	}
}

func TestFlood(t *testing.T) {
	tripped := 0
	m := &meter{trip: func() { tripped++ }}
	m.add(floodSize)
	if m.reset(); tripped != 0 {
		t.Error("tripped at the limit")
	}
	m.add(1)
	if m.add(floodSize); tripped != 1 {
		t.Errorf("tripped %d times above the limit", tripped)
	}
}

func FuzzReadEvents(f *testing.F) {
	for _, line := range [][]byte{[]byte(`{"kind":"ended","spec":{"id":"a"}}`), []byte("{}"), nil} {
		code := (&seal{key: []byte("key")}).next(line)
		f.Add(append(append(append(code, ' '), line...), '\n'))
	}
	f.Fuzz(func(_ *testing.T, text []byte) {
		p := newProcess([]string{"a"}, func(event) {})
		_ = readEvents(bytes.NewReader(text), []byte("key"), p.take)
	})
}
