package qp

import (
	"math/bits"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// flagCombinations are mutants of requests that have several flags.
func flagCombinations() (list []Mutant) {
	const access = nd2.AllowRead | nd2.AllowWrite
	together := func(f nd2.OpFlags) bool { return bits.OnesCount32(uint32(f&^access)) > 1 }
	for _, t := range EveryInitiated {
		method, entry := "IND2QueuePair::"+t.String(), "qp."+strings.ToLower(t.String())+".flags-combined"
		list = append(list,
			New(entry+"/refused", "A request with two flags is refused.",
				Refusing(method, nd2.InvalidParameter, func(c *calls.Call) bool { return together(c.Flags) })),
			New(entry+"/silence-lost", "A request with another flag beside ND_OP_FLAG_SILENT_SUCCESS is not silent.",
				Before(method, func(c *calls.Call) {
					if together(c.Flags) {
						c.Flags &^= nd2.SilentSuccess
					}
				})))
	}
	return append(list,
		New("qp.send.flags-combined/event-lost", "A silent Send solicits no event.",
			losing(calls.QPSend, nd2.SendAndSolicitEvent, with(nd2.SilentSuccess))),
		New("qp.send.flags-combined/inline-event-lost", "An inline Send that is not silent solicits no event.",
			losing(calls.QPSend, nd2.SendAndSolicitEvent, func(c *calls.Call) bool {
				return c.Flags&(nd2.Inline|nd2.SilentSuccess) == nd2.Inline
			})),
		New("qp.send.flags-combined/fenced-event-lost", "A Send with a fence and no data solicits no event.",
			losing(calls.QPSend, nd2.SendAndSolicitEvent, bare(nd2.ReadFence))),
		New("qp.write.flags-combined/inline-silence-lost", "An inline Write of nothing is not silent.",
			losing(calls.QPWrite, nd2.SilentSuccess, bare(nd2.Inline))),
		New("qp.bind.flags-combined/fenced-read-lost", "A Bind with a fence and for both ways opens one way.",
			losing(calls.QPBind, nd2.AllowRead, with(nd2.ReadFence|access))),
		New("qp.send.flags-combined/inline-unfenced", "An inline Send waits for no Read.",
			losing(calls.QPSend, nd2.ReadFence, with(nd2.Inline|nd2.ReadFence))),
		New("qp.send.flags-combined/inline-fence-refused", "An inline Send with a fence is refused.",
			Refusing(calls.QPSend, nd2.InvalidParameter4, with(nd2.Inline|nd2.ReadFence))),
		New("qp.write.flags-combined/inline-fence-refused", "An inline Write with a fence is refused.",
			Refusing(calls.QPWrite, nd2.InvalidParameter6, with(nd2.Inline|nd2.ReadFence))),
		New("qp.write.flags-combined/fence-lost", "A silent Write waits for no Read.",
			losing(calls.QPWrite, nd2.ReadFence, with(nd2.SilentSuccess))))
}

// losing is a defect of a method that ignores a flag in some calls.
func losing(method string, flag nd2.OpFlags, when func(c *calls.Call) bool) Defect {
	return Before(method, func(c *calls.Call) {
		if when(c) {
			c.Flags &^= flag
		}
	})
}

// with are the calls that have all of some flags, and bare those of them without data.
func with(flags nd2.OpFlags) func(c *calls.Call) bool {
	return func(c *calls.Call) bool { return c.Flags&flags == flags }
}

func bare(flags nd2.OpFlags) func(c *calls.Call) bool {
	return func(c *calls.Call) bool { return c.Flags&flags == flags && len(c.SGE) == 0 }
}
