package nd1

import (
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// requests breaks requests of each kind, one kind at a time.
func requests() (list []Mutant) {
	for _, method := range []string{
		calls.ND1SendAndInvalidate, calls.ND1Bind, calls.ND1Invalidate, calls.ND1Read, calls.ND1Write,
	} {
		_, name, _ := strings.Cut(method, "::")
		page := "endpoint." + strings.ToLower(name)
		silent := func(c *calls.Call) bool { return c.Flags&nd2.SilentSuccess != 0 }
		list = append(list,
			New(page+".silent-success/not-done", name+" of silent success does nothing.", Refusing(method, nd2.Success, silent)),
			New(page+".silent-success/reported", name+" of silent success has a result.",
				Before(method, func(c *calls.Call) { c.Flags &^= nd2.SilentSuccess })))
	}
	for _, method := range []string{
		calls.ND1Send, calls.ND1SendAndInvalidate, calls.ND1Bind, calls.ND1Invalidate, calls.ND1Read, calls.ND1Write,
	} {
		_, name, _ := strings.Cut(method, "::")
		list = append(list, New("endpoint."+strings.ToLower(name)+".silent-failure/lost",
			name+" of silent success has no result when it is canceled.", nd1Without(func(o calls.ND1Outcome) bool {
				return o.Of != nil && o.Of.Method == method && o.Of.Flags&nd2.SilentSuccess != 0 && o.Status == nd2.Canceled
			})))
	}
	for _, method := range []string{calls.ND1Send, calls.ND1Write} {
		_, name, _ := strings.Cut(method, "::")
		list = append(list, New("endpoint."+strings.ToLower(name)+".read-fence/dropped",
			name+" does not wait for the Reads before it.", Before(method, func(c *calls.Call) { c.Flags &^= nd2.ReadFence })))
	}
	return append(list,
		New("endpoint.bind.nd-access-violation/before", "A window may begin a byte before its memory.",
			trimming(func(b []byte) []byte { return b[1:] })),
		New("endpoint.bind.nd-access-violation/behind", "A window may end a byte behind its memory.",
			trimming(func(b []byte) []byte { return b[:len(b)-1] })))
}

// trimming makes a defect: a Bind that is refused for its buffer is made for a part of it.
func trimming(part func(b []byte) []byte) Defect {
	return At(calls.ND1Bind, func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		if s == nd2.AccessViolation {
			c.Buffer = part(c.Buffer)
			return c.Proceed()
		}
		return s
	})
}
