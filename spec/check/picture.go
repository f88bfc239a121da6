package check

import (
	"fmt"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A Picture is what can be seen of objects by methods that change nothing: what each tells, by its name.
type Picture map[string]string

// Take adds what can be seen of an object that keeps still: a connector that is connected, a listener, a region, a window,
// a request.
func (p Picture) Take(name string, object any) {
	say := func(what string, values ...any) { p[name+"'s "+what] = fmt.Sprint(values...) }
	out := func(what string, get CopyOut) {
		b := make([]byte, sockaddrStorage+512)
		size := uint32(len(b))
		if s := get(b, &size); s == nd2.Success {
			say(what, size, b[:min(size, uint32(len(b)))])
		} else {
			say(what, s)
		}
	}
	switch o := object.(type) {
	case nd2.Connector:
		var in, outbound uint32
		out("local address", o.GetLocalAddress)
		out("peer address", o.GetPeerAddress)
		out("private data", o.GetPrivateData)
		s := o.GetReadLimits(&in, &outbound)
		say("read limits", s, in, " ", outbound)
	case nd2.Listener:
		out("local address", o.GetLocalAddress)
	case *Region:
		say("tokens", o.GetLocalToken(), " ", o.GetRemoteToken())
	case nd2.MemoryWindow:
		say("token", o.GetRemoteToken())
	case *Operation:
		say("status and event", o.Status(), o.Event.Sets())
	}
}

// ExpectSame shows that another picture of the same objects, taken later, is the same.
func (p Picture) ExpectSame(later Picture) {
	for what, told := range p {
		Expect(later[what]).To(Equal(told), what)
	}
}
