package child

import (
	"bytes"
	"strings"
	"testing"
)

func TestCrashReport(t *testing.T) {
	for _, c := range []struct{ name, output, line, text string }{
		{"nothing", "", "", ""},
		{"no last words", " some log\n", "", "some log"},
		{"a panic", "log\npanic: boom\n\ngoroutine 1\n", "panic: boom", "panic: boom\n\ngoroutine 1\n"},
		{"at the start", "fatal error: all asleep\nx", "fatal error: all asleep", "fatal error: all asleep\nx"},
		{"the last of two", "panic: recovered\nSIGSEGV: fault\n", "SIGSEGV: fault", "SIGSEGV: fault\n"},
		{"not at the start of a line", "no panic: here\n", "", "no panic: here"},
		{
			"behind a line without an end", "panic: said\nno endpanic: boom\n\ngoroutine 1\n", "panic: boom",
			"panic: boom\n\ngoroutine 1\n",
		},
		{
			"behind such a line, of a signal", "no endpanic: fault\n[signal SIGSEGV: x]\n\ngoroutine 1\n", "panic: fault",
			"panic: fault\n[signal SIGSEGV: x]\n\ngoroutine 1\n",
		},
		{"in another one", "panic: a\n\tpanic: b\n\ngoroutine 1\n", "panic: a", "panic: a\n\tpanic: b\n\ngoroutine 1\n"},
	} {
		out := &Tail{}
		_, _ = out.Write([]byte(c.output))
		if line, text := out.CrashReport(); line != c.line || text != c.text {
			t.Errorf("%s: line %q, text %q", c.name, line, text)
		}
	}
	long := &Tail{}
	for range 3 {
		_, _ = long.Write(bytes.Repeat([]byte("x"), tailSize))
	}
	_, _ = long.Write([]byte("\npanic: late\n" + strings.Repeat("y", 2*textSize)))
	if line, text := long.CrashReport(); line != "panic: late" || len(text) != textSize || len(long.kept) != tailSize {
		t.Errorf("line %q, %d bytes of %d kept", line, len(text), len(long.kept))
	}
}

// FuzzCrashReport makes a process print anything: the report is a part of it, within its limit.
func FuzzCrashReport(f *testing.F) {
	f.Add("panic: boom\n\ngoroutine 1 [running]:\n", "more")
	f.Add("no end of a linepanic: boom\n\ngoroutine 1", "")
	f.Add("fatal error: x\n[signal SIGSEGV", "Exception 0xc0000005")
	f.Add("exit status 0xFFFFFFFFFFFFFFFFFF", strings.Repeat("x", textSize))
	f.Fuzz(func(t *testing.T, first, second string) {
		tail := &Tail{}
		for _, text := range []string{first, second} {
			_, _ = tail.Write([]byte(text))
		}
		line, text := tail.CrashReport()
		if !strings.Contains(first+second, text) || len(text) > textSize || !strings.HasPrefix(text, line) {
			t.Errorf("%q and %q: the line %q of %q", first, second, line, text)
		}
		Exception(line)
		LastLine(line)
	})
}
