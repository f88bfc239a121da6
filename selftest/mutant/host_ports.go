package mutant

import (
	"fmt"
	"net"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// HostPorts are mutants of a Bind whose ports are the host's TCP ports.
func HostPorts(entry, method string) []Mutant {
	return []Mutant{
		New(entry+"/shared", "A port that the host's TCP has is refused.",
			Refusing(method, nd2.SharingViolation, func(c *calls.Call) bool {
				port := PortIn(c.Buffer)
				l, err := net.Listen("tcp", fmt.Sprintf(":%d", port))
				if err == nil {
					l.Close()
				}
				return err != nil && port != 0
			})),
		New(entry+"/taken", "A port that is bound is taken from the host's TCP.", takingHostPorts(method)),
	}
}

// takingHostPorts makes a defect: a port that a method binds is taken from the
// host until the instance is closed.
func takingHostPorts(method string) Defect {
	return func() calls.Hooks {
		var taken calls.Record[[]net.Listener]
		return calls.Hooks{
			Call: calls.After(method, func(c *calls.Call) {
				port := PortIn(c.Buffer)
				if port == 0 {
					return
				}
				if l, err := net.Listen("tcp", fmt.Sprintf(":%d", port)); err == nil {
					taken.Update(nil, func(list []net.Listener) []net.Listener { return append(list, l) })
				}
			}),
			Close: func() {
				for _, l := range taken.Set(nil, nil) {
					l.Close()
				}
			},
		}
	}
}
