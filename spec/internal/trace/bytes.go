package trace

import (
	"fmt"
	"runtime/debug"

	"github.com/ndconform/ndconform/nd2"
)

// What a caller may use otherwise after the call is copied, as much as is shown. Specs
// give memory, too, that is not there.

// copied returns the beginning of b, or that it can't be read.
func copied(b []byte, most int) (first string, ok bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return string(b[:min(len(b), most)]), true
}

// sockaddrBytes are a sockaddr, or what was given for one.
type sockaddrBytes dataBytes

func sockaddr(b []byte) sockaddrBytes { return sockaddrBytes(first(b, 2*nd2.SockaddrIn6Size)) }

func (s sockaddrBytes) String() string {
	if s.size == 0 {
		return "no address"
	}
	if a, ok := nd2.ParseSockaddr([]byte(s.first)); ok {
		return a.String()
	}
	return "no address but " + dataBytes(s).String()
}

// dataMost is how much of a client's data is shown, in bytes.
const dataMost = 16

// dataBytes are private data.
type dataBytes struct {
	first    string
	size     int
	readable bool
}

func data(b []byte) dataBytes { return first(b, dataMost) }

func first(b []byte, most int) dataBytes {
	text, ok := copied(b, most)
	return dataBytes{text, len(b), ok}
}

func (d dataBytes) String() string {
	switch {
	case d.size == 0:
		return "none"
	case !d.readable:
		return fmt.Sprintf("%d bytes that can't be read", d.size)
	case d.size > len(d.first):
		return fmt.Sprintf("%x… of %d bytes", d.first, d.size)
	}
	return fmt.Sprintf("%x", d.first)
}

// room says how large a buffer to be filled is.
func room(b []byte) string { return fmt.Sprintf("room for %d bytes", len(b)) }

// used is the part of a buffer that a method says it has filled.
func used(b []byte, size any) []byte {
	switch n := size.(type) {
	case uint32:
		return b[:min(uint64(len(b)), uint64(n))]
	case uintptr:
		return b[:min(uint64(len(b)), uint64(n))]
	}
	return nil
}
