package watch

import (
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/requirement"
)

// emptyBefore notes that there is no object where the call is to put one.
func emptyBefore(s *step) { s.empty = s.c.Out != nil && *s.c.Out == nil }

// noObject: no object comes of a call that fails for an interface that is defined nowhere, nor with a code whose rule
// says so.
func noObject(s *step) {
	if !s.empty || !s.status.Failed() || *s.c.Out == nil {
		return
	}
	_, defined := interfaces[s.c.IID]
	rule := methodRule(s.c.Method) + "unknown-iid"
	switch {
	case s.c.Method == calls.QueryInterface:
		rule = "com.queryinterface.null-on-failure"
	case defined:
		rule = methodRule(s.c.Method) + strings.ToLower(strings.ReplaceAll(s.status.String(), "_", "-"))
		if e, known := requirement.Lookup(rule); !known || !strings.Contains(e.Rule, "no object") {
			return
		}
	}
	s.breach(rule, s.o, "%s returned %v, and an object", s.c.Method, s.status)
}
