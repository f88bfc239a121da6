package judge

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/requirement"
)

// emptyBefore notes that there is no object where the call is to put one.
func emptyBefore(s *step) { s.empty = s.c.Out != nil && *s.c.Out == nil }

// besideFailure reports whether the call has failed and there is an object.
func (s *step) besideFailure() bool { return s.empty && s.status.Failed() && *s.c.Out != nil }

// createdKind is the kind of object that a method creates.
func createdKind(method string) string {
	_, name, _ := strings.Cut(method, "::")
	name = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(name, "Create"), "Open"), "WithSrq")
	return "IND2" + name
}

// noObject: no object comes of a call that fails for an interface which the object would not have, nor with a code
// whose rule says so.
func noObject(s *step) {
	if !s.besideFailure() {
		return
	}
	rule := methodRule(s.c.Method) + "unknown-iid"
	switch {
	case s.c.Method == calls.QueryInterface:
		rule = "com.queryinterface.null-on-failure"
	case slices.Contains(interfaces[s.c.IID], createdKind(s.c.Method)):
		rule = methodRule(s.c.Method) + strings.ToLower(strings.ReplaceAll(s.status.String(), "_", "-"))
		if e, known := requirement.Lookup(rule); !known || !strings.Contains(e.Rule, "no object") {
			return
		}
	}
	s.breach(rule, s.o, "%s returned %v, and an object", s.c.Method, s.status)
}
