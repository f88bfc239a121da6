package broken

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

// crash ends the process, as code outside Go does.
func crash(why string) {
	go panic(why)
	select {}
}

// spin does not return.
func spin() nd2.Status {
	for {
		rounds.Add(1)
	}
}

// rounds is what keeps spin busy.
var rounds atomic.Uint64
