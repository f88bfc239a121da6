package child

import (
	"regexp"
	"strings"
)

const (
	// tailSize is how much of a process's output is kept, in bytes.
	tailSize = 256 << 10
	// textSize is how much of it is shown.
	textSize = 16 << 10
)

// A Tail is the Writer that a process's standard output and error are copied to. It is for
// one goroutine at a time.
type Tail struct{ kept []byte }

// Write implements [io.Writer]. It returns no error.
func (t *Tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	if len(t.kept) > 2*tailSize { // not with each write: a flood is copied once
		t.trim()
	}
	return len(p), nil
}

func (t *Tail) trim() {
	if extra := len(t.kept) - tailSize; extra > 0 {
		t.kept = append(t.kept[:0], t.kept[extra:]...)
	}
}

// beginnings begin the line in which a Go process says why it ends.
var beginnings = []string{"panic: ", "fatal error: ", "SIGQUIT: ", "SIGSEGV: ", "SIGBUS: ", "SIGABRT: ", "Exception 0x"}

// glued finds such a beginning behind other output whose line had no end, and not at a line's
// beginning: what follows tells it from a text that only has the words in it.
var glued = regexp.MustCompile(`[^\t\n](?:panic|fatal error): [^\n]*\n(?:\n(?:goroutine |runtime stack)|\[signal )`)

// CrashReport returns the line in which the process said why it ends, and that line
// with what follows it; without such a line, the end of the output.
func (t *Tail) CrashReport() (line, text string) {
	line, text = t.FullCrashReport()
	if line == "" {
		return "", strings.TrimSpace(text[max(0, len(text)-textSize):])
	}
	return line, text[:min(len(text), textSize)]
}

// FullCrashReport is CrashReport with all that is kept of the text.
func (t *Tail) FullCrashReport() (line, text string) {
	t.trim()
	text = "\n" + string(t.kept)
	start := -1
	for _, words := range beginnings {
		start = max(start, strings.LastIndex(text, "\n"+words))
	}
	for _, at := range glued.FindAllStringIndex(text, -1) {
		start = max(start, at[0])
	}
	if start < 0 {
		return "", text
	}
	text = text[start+1:]
	line, _, _ = strings.Cut(text, "\n")
	return line, text
}
