package judge

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// emptyBefore notes that there is no object where the call is to put one.
func emptyBefore(s *step) { s.empty = s.c.Out != nil && *s.c.Out == nil }

// besideFailure reports whether the call has failed and there is an object.
func (s *step) besideFailure() bool { return s.empty && s.status.Failed() && *s.c.Out != nil }

// emptyHanded reports whether the call has succeeded and there is no object.
func (s *step) emptyHanded() bool { return s.empty && s.status == nd2.Success && *s.c.Out == nil }

// createsAsAsked: a call that fails for its interface gives no object, nor does one with a code whose rule says so. No
// object of a kind has the interface of another kind. An interface that nobody defines gives an object, if the call
// succeeds.
func createsAsAsked(s *step) {
	if s.c.Method == calls.QueryInterface {
		if s.besideFailure() {
			s.breach("com.queryinterface.null-on-failure", s.o, "%s returned %v, and an object", s.c.Method, s.status)
		}
		return
	}
	asked, defined := calls.InterfaceOf(s.c.IID)
	has := slices.Contains(asked.Kinds, calls.CreatedKind(s.c.Method))
	if !s.besideFailure() && (has || s.status != nd2.Success) {
		return
	}
	rule := methodRule(s.c.Method) + "unknown-iid"
	if _, creates := requirement.Lookup(rule); !creates { // no object, but a file
		return
	}
	switch {
	case s.besideFailure() && !has:
		s.breach(rule, s.o, "%s returned %v, and an object", s.c.Method, s.status)
	case s.besideFailure():
		rule = methodRule(s.c.Method) + strings.ToLower(strings.ReplaceAll(s.status.String(), "_", "-"))
		if e, known := requirement.Lookup(rule); known && strings.Contains(e.Rule, "no object") {
			s.breach(rule, s.o, "%s returned %v, and an object", s.c.Method, s.status)
		}
	case defined:
		s.breach(rule, s.o, "%s returned ND_SUCCESS for the interface %v, which is another kind's", s.c.Method, s.c.IID)
	case s.emptyHanded():
		s.breach(rule, s.o, "%s returned ND_SUCCESS for the interface %v, and no object", s.c.Method, s.c.IID)
	}
}
