package session

import (
	"path"
	"strings"
)

// callers is the prefix of the measurements' functions in a trace.
const callers = "github.com/ndconform/ndconform/bench."

// within names the provider's call in which a worker hung, according to its trace: the function that
// the measurements have called.
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
