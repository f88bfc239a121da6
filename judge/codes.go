package judge

import (
	"fmt"
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
	// returned are those that calls may return, and that results may have unless a rule is against it.
	returned map[nd2.RequestType]map[nd2.Status]bool
	never    map[nd2.RequestType]map[nd2.Status]string
}

const requestTypes = nd2.RequestWrite + 1

// resultCodes collects what the entries about each type of request accept, of results as well as calls.
var resultCodes = sync.OnceValue(func() codeTable {
	t := codeTable{
		map[nd2.RequestType]map[nd2.Status]bool{},
		map[nd2.RequestType]map[nd2.Status]bool{},
		map[nd2.RequestType]map[nd2.Status]bool{},
		map[nd2.RequestType]map[nd2.Status]string{},
	}
	for kind := range requestTypes {
		t.allowed[kind], t.returned[kind] = map[nd2.Status]bool{}, map[nd2.Status]bool{}
		t.own[kind] = map[nd2.Status]bool{}
		t.never[kind] = map[nd2.Status]string{}
		for _, s := range cutOff {
			t.allowed[kind][s] = true
		}
	}
	for _, e := range requirement.All() {
		for kind := range requestTypes {
			t.add(e, kind)
		}
	}
	return t
})

func (t codeTable) add(e requirement.Entry, kind nd2.RequestType) {
	if e.Kind == requirement.NeverCompletion {
		if status, ok := nd2.StatusByName(e.Code); ok && e.Request == kind.String() {
			t.never[kind][status] = e.ID
		}
		return
	}
	// A Bind to memory that does not allow it may be refused by the call or by its result.
	if e.Kind == requirement.Completion && (e.Request == kind.String() || e.Method == kind.String()) ||
		kind == nd2.RequestBind && e.Interface == "IND2QueuePair" && e.Method == "Bind" && e.Kind == requirement.Return {
		for _, s := range e.Accept {
			t.own[kind][s] = true
		}
	}
	if e.Request == "" && e.Interface == "IND2QueuePair" && (e.Method == "" || e.Method == kind.String()) ||
		e.Request == kind.String() || e.Request == "" && e.Interface == "IND2CompletionQueue" && e.Method == "GetResults" ||
		e.Interface == "IND2SharedReceiveQueue" && kind == nd2.RequestReceive && e.Kind != requirement.Return {
		to := t.allowed
		if e.Kind == requirement.Return {
			to = t.returned
		}
		for _, s := range e.Accept {
			to[kind][s] = true
		}
	}
}

// cutOff are statuses of requests whose connection has ended, whatever their type.
var cutOff = []nd2.Status{
	nd2.Success, nd2.Canceled, nd2.ConnectionAborted, nd2.ConnectionDisconnected, nd2.ConnectionInvalid, nd2.DeviceRemoved,
	nd2.InternalError,
}

// breaks returns the rule that a status of a result breaks, empty if it breaks none.
func (t codeTable) breaks(kind nd2.RequestType, s nd2.Status) string {
	switch {
	case t.own[kind][s]:
		return ""
	case t.never[kind][s] != "":
		return t.never[kind][s]
	case t.allowed[kind][s], t.returned[kind][s]:
		return ""
	}
	return "cq.getresults." + strings.ToLower(kind.String()) + ".nd-success"
}

// A methodCodes has the statuses that the catalogue knows of a method, and the rule of its success.
type methodCodes struct {
	known   map[nd2.Status]bool
	success string
}

// codesOf are those of each method.
var codesOf = sync.OnceValue(func() map[string]*methodCodes {
	all := map[string]*methodCodes{}
	for _, e := range requirement.All() {
		name := e.Interface + "::" + e.Method
		m := all[name]
		if m == nil {
			m = &methodCodes{known: map[nd2.Status]bool{}}
			all[name] = m
		}
		for _, s := range e.Accept {
			m.known[s] = true
		}
		if e.Kind == requirement.Return && e.Level == requirement.Must && (e.Code == "ND_SUCCESS" ||
			e.Code == "ND_PENDING" && m.success == "") {
			m.success = e.ID
		}
	}
	return all
})

// returnedCode: a method returns a code of its page, or a failure that is known elsewhere.
func returnedCode(s *step) {
	of := s.c.Method
	if of == calls.GetOverlappedResult && s.pending != nil && s.pending.method != "" {
		of = s.pending.method
		if s.status == nd2.Pending {
			return
		}
	}
	m := codesOf()[of]
	if m == nil || m.success == "" || m.known[s.status] || s.status.WellKnown() {
		return
	}
	s.breach(m.success, s.o, "%s returned %v", s.c.Method, s.status)
}
