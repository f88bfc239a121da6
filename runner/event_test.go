package runner

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
)

func read(t *testing.T, text []byte, chunk int) []event {
	t.Helper()
	var got []event
	r := &eventReader{meter: &meter{trip: func() {}}, handle: func(e event) { got = append(got, e) }}
	for len(text) > 0 {
		n := min(chunk, len(text))
		if wrote, err := r.Write(text[:n]); wrote != n || err != nil {
			t.Fatalf("wrote %d of %d: %v", wrote, n, err)
		}
		text = text[n:]
	}
	return got
}

// TestEventsAmongNoise shows that events are found whatever else is on the
// stream, and however it is cut.
func TestEventsAmongNoise(t *testing.T) {
	sent := []event{
		{Kind: opened, Target: &journal.Target{ProviderVersion: "1"}},
		{Kind: started, Text: "a.b"},
		{Kind: ended, Spec: &reports.Spec{ID: "a.b", Message: "two\nlines \x1e"}},
		{Kind: done},
	}
	var stream bytes.Buffer
	w := &eventWriter{out: &stream}
	for _, e := range sent {
		stream.WriteString("a line of a provider's\nand one \x1e{\"kind\":\"started\" without an end")
		if err := w.send(e); err != nil {
			t.Fatal(err)
		}
	}
	for _, chunk := range []int{1, 7, 1 << 20} {
		if got := read(t, stream.Bytes(), chunk); !reflect.DeepEqual(got, sent) {
			t.Errorf("in chunks of %d: %+v", chunk, got)
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

func FuzzEventReader(f *testing.F) {
	f.Add([]byte("\x1e{\"kind\":\"ended\",\"spec\":{\"id\":\"a\"}}\n"), 3)
	f.Add([]byte("\x1e\n\x1e{}\n{\n"), 1)
	f.Fuzz(func(t *testing.T, text []byte, chunk int) {
		p := newProcess([]string{"a"}, func(event) {})
		for _, e := range read(t, text, max(1, chunk)) {
			p.take(e)
		}
	})
}

func TestEpitaph(t *testing.T) {
	for _, c := range []struct{ name, output, line, text string }{
		{"nothing", "", "", ""},
		{"no last words", " some log\n", "", "some log"},
		{"a panic", "log\npanic: boom\n\ngoroutine 1\n", "panic: boom", "panic: boom\n\ngoroutine 1\n"},
		{"at the start", "fatal error: all asleep\nx", "fatal error: all asleep", "fatal error: all asleep\nx"},
		{"the last of two", "panic: recovered\nSIGSEGV: fault\n", "SIGSEGV: fault", "SIGSEGV: fault\n"},
		{"not at the start of a line", "no panic: here\n", "", "no panic: here"},
	} {
		out := &tail{meter: &meter{trip: func() {}}}
		_, _ = out.Write([]byte(c.output))
		if line, text := out.epitaph(); line != c.line || text != c.text {
			t.Errorf("%s: line %q, text %q", c.name, line, text)
		}
	}
	long := &tail{meter: &meter{trip: func() {}}}
	for range 3 {
		_, _ = long.Write(bytes.Repeat([]byte("x"), tailSize))
	}
	_, _ = long.Write([]byte("\npanic: late\n" + strings.Repeat("y", 2*traceSize)))
	if line, text := long.epitaph(); line != "panic: late" || len(text) != traceSize || len(long.kept) != tailSize {
		t.Errorf("line %q, %d bytes of %d kept", line, len(text), len(long.kept))
	}
}
