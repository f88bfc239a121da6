//go:build windows && (amd64 || arm64)

package dll

import (
	"slices"
	"sync"
	"syscall"

	"golang.org/x/sys/windows"
)

var bindIoCompletionCallback = windows.NewLazySystemDLL("kernel32.dll").NewProc("BindIoCompletionCallback")

// pool is what the system's threads know of who waits for them: the twins of instances
// that have bound files to them, for good, since a packet may come late.
var pool struct {
	mu    sync.Mutex
	twins []*twins
}

// poolCallback is what a thread of the system calls when a request has ended. A program
// has few callbacks to give, and this one is given once.
var poolCallback = sync.OnceValue(func() uintptr {
	return syscall.NewCallback(func(_, _, overlapped uintptr) uintptr {
		pool.mu.Lock()
		all := slices.Clone(pool.twins)
		pool.mu.Unlock()
		for _, ts := range all {
			if t := ts.at(overlapped); t != nil {
				t.boundTo().deliver(t, overlapped)
				return 0
			}
		}
		new(file).deliver(nil, overlapped)
		return 0
	})
})

// bindToPool has threads of the system's own told of the ends of a file's requests.
func (f *file) bindToPool() error {
	pool.mu.Lock()
	if !slices.Contains(pool.twins, f.port.twins) {
		pool.twins = append(pool.twins, f.port.twins)
	}
	pool.mu.Unlock()
	if ok, _, err := bindIoCompletionCallback.Call(uintptr(f.handle), poolCallback(), 0); ok == 0 {
		return err
	}
	return nil
}
