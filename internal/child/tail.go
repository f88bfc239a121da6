package child

import (
	"regexp"
	"strings"
)

const (
	// tailSize is how much of a process's output is kept, in bytes.
	tailSize = 256 << 10
	// textSize is how much of it is shown, in bytes.
	textSize = 16 << 10
)

// A Tail is the Writer for a process's standard output and error. One goroutine at a time
// uses it.
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

// glued finds such a beginning behind output without a final newline: the lines after it tell
// it from text that only contains the words.
var glued = regexp.MustCompile(`[^\t\n](?:panic|fatal error): [^\n]*\n(?:\n(?:goroutine |runtime stack)|\[signal )`)

// CrashReport returns the line in which the process said why it ends, and the text from
// there; without such a line, the end of the output.
func (t *Tail) CrashReport() (line, text string) {
	line, text = t.FullCrashReport()
	if line == "" {
		return "", strings.TrimSpace(text[max(0, len(text)-textSize):])
	}
	return line, text[:min(len(text), textSize)]
}

// FullCrashReport is CrashReport with all of the kept text.
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
