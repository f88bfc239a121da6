package session

import (
	"path"
	"strings"
)

// callers are what a function of the measurements is called in a trace.
const callers = "github.com/ndconform/ndconform/bench."

// within says which call of the provider a worker that hung was in, as its trace tells: the function
// that the measurements have called.
func within(trace string) string {
	called := ""
	for line := range strings.Lines(trace) {
		name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		if strings.HasPrefix(name, callers) {
			if called == "" {
				return ""
			}
			return ", in " + path.Base(called)
		}
		called = ""
		if strings.Contains(name, ".(") || strings.HasPrefix(name, "github.com/") {
			called = name
		}
	}
	return ""
}
