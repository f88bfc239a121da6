package judge

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// String names the request, as in "qp1's Send with context 7".
func (r *request) String() string {
	on := r.pair
	if on == nil {
		on = r.shared
	}
	return fmt.Sprintf("%s's %v with context %#x", on.name, r.kind, r.context)
}

// rule is the id of a rule of the method that posts the request.
func (r *request) rule(name string) string {
	if r.shared != nil {
		return "srq.receive." + name
	}
	return "qp." + strings.ToLower(r.kind.String()) + "." + name
}

// A codeTable has the statuses of results that the catalogue allows, and the rules against others.
type codeTable struct {
	// own are those that a rule about results of the type has, and allowed those of any rule.
	own, allowed map[nd2.RequestType]map[nd2.Status]bool
	never        map[nd2.RequestType]map[nd2.Status]string
}

const requestTypes = nd2.RequestWrite + 1

// resultCodes collects what the entries about each type of request accept.
var resultCodes = sync.OnceValue(func() codeTable {
	t := codeTable{
		map[nd2.RequestType]map[nd2.Status]bool{},
		map[nd2.RequestType]map[nd2.Status]bool{},
		map[nd2.RequestType]map[nd2.Status]string{},
	}
	for kind := range requestTypes {
		t.own[kind], t.allowed[kind], t.never[kind] = map[nd2.Status]bool{}, map[nd2.Status]bool{}, map[nd2.Status]string{}
		for _, s := range cutOff() {
			t.allowed[kind][s] = true
		}
		for _, e := range requirement.ResultsOf(kind.String()) {
			to := t.allowed
			if e.Kind == requirement.Completion || e.Kind == requirement.Return {
				to = t.own
			}
			for _, s := range e.Accept {
				to[kind][s] = true
			}
		}
	}
	for _, e := range requirement.All() {
		for kind := range requestTypes {
			if e.Kind == requirement.NeverCompletion && e.Request == kind.String() {
				status, _ := nd2.StatusByName(e.Code)
				t.never[kind][status] = e.ID
			}
		}
	}
	return t
})

// cutOff are the failures of requests that have not failed by themselves.
var cutOff = sync.OnceValue(func() []nd2.Status { return append(slices.Clip(requirement.CutOff), nd2.DeviceRemoved) })

// breaks returns the rule that a status of a result breaks, empty if it breaks none.
func (t codeTable) breaks(kind nd2.RequestType, s nd2.Status) string {
	switch {
	case t.own[kind][s]:
		return ""
	case t.never[kind][s] != "":
		return t.never[kind][s]
	case t.allowed[kind][s]:
		return ""
	}
	return "cq.getresults." + strings.ToLower(kind.String()) + ".nd-success"
}

// successRules are the rules of success of each method.
var successRules = sync.OnceValue(func() map[string]string {
	rules := map[string]string{}
	for _, e := range requirement.All() {
		name := e.Interface + "::" + e.Method
		if e.Kind == requirement.Return && e.Level == requirement.Must && (e.Code == "ND_SUCCESS" ||
			e.Code == "ND_PENDING" && rules[name] == "") {
			rules[name] = e.ID
		}
	}
	return rules
})

// returnedCode: a call returns a status that some rule of its method accepts, or the number of one of its parameters:
// that parameter may be wrong in a way that no rule describes.
func returnedCode(s *step) {
	if s.status == nd2.Success {
		return
	}
	of := s.c.Method
	if of == calls.GetOverlappedResult && s.pending != nil && s.pending.method != "" {
		of = s.pending.method
	}
	rule := successRules()[of]
	switch iface, name, _ := strings.Cut(of, "::"); {
	case rule == "", s.pending != nil && (s.status == nd2.Pending || s.status == nd2.Canceled),
		s.status >= nd2.InvalidParameter1 && s.status < nd2.InvalidParameter1+parameters()[of],
		requirement.MayReturn(iface, name, s.status):
	default:
		s.breach(rule, s.o, "%s returned %v", s.c.Method, s.status)
	}
}

// parameters counts the parameters of each method, as in the C declaration or more: a slice counts twice (buffer and
// size), and a returned size counts again.
var parameters = sync.OnceValue(func() map[string]nd2.Status {
	counts := map[string]nd2.Status{}
	for _, iface := range []reflect.Type{
		reflect.TypeFor[nd2.Provider](), reflect.TypeFor[nd2.Adapter](), reflect.TypeFor[nd2.CompletionQueue](),
		reflect.TypeFor[nd2.SharedReceiveQueue](), reflect.TypeFor[nd2.QueuePair](), reflect.TypeFor[nd2.MemoryRegion](),
		reflect.TypeFor[nd2.Connector](), reflect.TypeFor[nd2.Listener](),
	} {
		for m := range iface.Methods() {
			for in := range m.Type.Ins() {
				counts["IND2"+iface.Name()+"::"+m.Name]++
				if in.Kind() == reflect.Slice {
					counts["IND2"+iface.Name()+"::"+m.Name]++
				}
			}
		}
	}
	return counts
})
