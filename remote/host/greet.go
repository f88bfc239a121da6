package host

import (
	"os"

	"github.com/ndconform/ndconform/remote/ring"
	"github.com/ndconform/ndconform/remote/wire"
)

// Greet greets the process that has started this one, over the files that it gave: a pipe to read
// from, a pipe to write to, and what is shared, if anything. It returns the connection.
func (c *Config) Greet(files []*os.File) (wire.Conn, error) {
	pipes := wire.NewStream(files[0], files[1])
	greeting := wire.Greeting{Protocol: wire.Protocol, Build: wire.Build()}
	var shared ring.Shared
	if len(files) > 2 {
		var err error
		shared, err = ring.Map(files[2:])
		greeting.Shared = err == nil
		for _, f := range files[2:] {
			f.Close()
		}
	}
	if err := pipes.Send(wire.Marshal(wire.KindGreeting, greeting)); err != nil || !greeting.Shared {
		return pipes, err // everything goes through them then
	}
	turns := ring.New(shared, false, files[0], files[1])
	c.Turns, c.Arena = turns, shared.Arena()
	return turns, nil
}
