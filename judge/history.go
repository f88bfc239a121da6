package judge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// A past call, as far as it is shown.
type past struct {
	at           uint64
	on           *object
	method       string
	request      uint64 // of the client's context, where it posts one
	count        uint32 // of results
	status       nd2.Status
	posts, going bool   // going says that it has not returned
	times        uint32 // in a row with the same outcome, less one
}

// kept is how many calls of an object are kept.
const kept = 12

// A history has the latest calls of an object.
type history struct {
	// calls are kept at most; next is the place of the next one.
	calls []past
	next  int
}

func (h *history) add(p past) {
	if last := h.last(); last != nil && last.alike(p) {
		last.at, last.times = p.at, last.times+1
		return
	}
	if len(h.calls) < kept {
		h.calls = append(h.calls, p)
	} else {
		h.calls[h.next] = p
	}
	h.next = (h.next + 1) % kept
}

// last is the latest call, nil if there is none.
func (h *history) last() *past {
	if len(h.calls) == 0 {
		return nil
	}
	return &h.calls[(h.next+kept-1)%kept]
}

// alike reports whether two calls have the same object, method and outcome, and neither posts a request.
func (p *past) alike(other past) bool {
	return p.on == other.on && p.method == other.method && p.status == other.status && p.count == other.count &&
		!p.posts && !other.posts
}

// all lists the calls, oldest first.
func (h *history) all() []past {
	if len(h.calls) < kept {
		return slices.Clone(h.calls)
	}
	return slices.Concat(h.calls[h.next:], h.calls[:h.next])
}

// now is the call of the step.
func (s *step) now() past {
	p := past{at: s.began, on: s.o, method: s.c.Method, status: s.status, going: !s.returned}
	if s.returned { // before, the provider may be writing it
		p.count = s.c.Count
	}
	if s.request != nil && s.posts {
		p.posts, p.request = true, uint64(s.request.context)
	}
	return p
}

// String shows the call on one line, as in "qp1.Send(context 7) = ND_SUCCESS".
func (p past) String() string {
	_, name, _ := strings.Cut(p.method, "::")
	argument := ""
	if p.posts {
		argument = fmt.Sprintf("context %d", p.request)
	}
	call := fmt.Sprintf("%s.%s(%s)", p.on.name, name, argument)
	switch {
	case p.going:
		return call
	case slices.Contains(withoutStatus, p.method):
		call = fmt.Sprintf("%s = %d", call, p.count)
	default:
		call = fmt.Sprintf("%s = %v", call, p.status)
	}
	if p.times > 0 {
		call += fmt.Sprintf(", %d times", p.times+1)
	}
	return call
}
