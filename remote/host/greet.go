package host

import (
	"os"

	"github.com/ndconform/ndconform/remote/ring"
	"github.com/ndconform/ndconform/remote/wire"
)

// Greet greets the process that has started this one, which has given it a pipe to read from, one to
// write to, and memory to share if it has any. It returns the connection.
func (c *Config) Greet(files []*os.File) (wire.Conn, error) {
	pipes := wire.NewStream(files[0], files[1])
	greeting := wire.Greeting{Protocol: wire.Protocol, Build: wire.Build()}
	over := pipes
	if len(files) > 2 {
		shared, err := ring.Map(files[2:])
		if err == nil { // else all goes through the pipes
			turns := ring.New(shared, false, files[0], files[1])
			greeting.Shared, c.Turns, c.Arena, over = true, turns, shared.Arena(), turns
		}
		for _, f := range files[2:] {
			f.Close()
		}
	}
	return over, pipes.Send(wire.Marshal(wire.KindGreeting, greeting))
}
