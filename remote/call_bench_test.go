package remote_test

import (
	"errors"
	"os"
	"os/exec"
	"testing"

	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/client"
	"github.com/ndconform/ndconform/remote/wire"
)

// BenchmarkCall is a call and its answer through an agent on the same machine.
func BenchmarkCall(b *testing.B) {
	i, err := open(paired(b))
	if err != nil {
		b.Fatal(err)
	}
	defer i.Close()
	benchmarkCall(b, i)
}

// BenchmarkCallNextDoor is the same with a process next door, by two pipes.
func BenchmarkCallNextDoor(b *testing.B) {
	there := exec.Command(os.Args[0])
	there.Env = append(os.Environ(), serveVariable+"=ref")
	in, err := there.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := there.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := there.Start(); err != nil {
		b.Fatal(err)
	}
	i, err := client.Over(client.Far{Conn: wire.NewStream(out, in), Name: "the host", HangUp: func() error { return nil }})
	if err != nil {
		b.Fatal(err)
	}
	benchmarkCall(b, i)
	if err := errors.Join(i.Close(), there.Wait()); err != nil {
		b.Error(err)
	}
}

func benchmarkCall(b *testing.B, i providers.Instance) {
	p := i.ND2()
	defer p.Release()
	for b.Loop() {
		p.AddRef()
	}
}
