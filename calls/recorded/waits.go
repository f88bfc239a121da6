package recorded

import (
	"reflect"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// A waits has the calls whose requests may go on and that no line waits for, by object and method, oldest first.
type waits map[string][]int

// begins notes a call.
func (w waits) begins(c Call, n int) {
	if (c.Status == nd2.Pending || c.Status == AnyStatus) && overlapped(c) {
		w[c.On+"."+c.Method] = append(w[c.On+"."+c.Method], n)
	}
}

// ends takes the request in a place, from 1, and returns its call.
func (w waits) ends(of string, place int) (n int, ok bool) {
	if place < 1 || place > len(w[of]) {
		return 0, false
	}
	n = w[of][place-1]
	if place == 1 {
		w[of] = w[of][1:]
	} else {
		w[of] = slices.Delete(w[of], place-1, place)
	}
	return n, true
}

// overlapped reports whether a call makes a request that has an OVERLAPPED.
func overlapped(c Call) bool {
	of := interfaces[KindOf(c.On)]
	if of == nil {
		return false
	}
	m, ok := of.MethodByName(c.Method)
	return ok && m.Type.NumIn() > 0 && m.Type.In(m.Type.NumIn()-1) == reflect.TypeFor[*nd2.Overlapped]()
}

// Text writes calls so that [Parse] reads them: Of is the index of a call among them. The end of a request that did not
// pend, or has ended before, becomes a comment.
func Text(calls []Call) string {
	text, pending := &strings.Builder{}, waits{}
	for n, c := range calls {
		if c.unsaid() {
			text.WriteString("# ")
		}
		if c.Request != "" {
			of := c.On + "." + c.Request
			if place := slices.Index(pending[of], c.Of); place < 0 {
				text.WriteString("# ")
			} else {
				c.Nth = place + 1
				pending.ends(of, c.Nth)
			}
		}
		pending.begins(c, n)
		text.WriteString(c.String() + "\n")
	}
	return text.String()
}

// TextOf is [Text] of lines.
func TextOf(lines []Line) string {
	calls := make([]Call, len(lines))
	for i, line := range lines {
		calls[i] = line.Call
	}
	return Text(calls)
}
