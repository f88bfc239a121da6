//go:build linux && cgo && verbs

package verbs

import (
	"os"
	"strconv"
	"syscall"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// A Connect gets past signals, as Go's runtime sends them to its threads. On siw, a call that
// one interrupts leaves a listener behind that hears nothing more.
func TestConnectUnderSignals(t *testing.T) {
	s := openSide(t)
	l, address := s.listener()
	stop := make(chan struct{})
	defer close(stop)
	go signalThreads(stop)
	for range 40 {
		a, p := s.end(false), s.end(false)
		s.accept(l, a, p, start(a.connector, func(o *nd2.Overlapped) nd2.Status {
			return a.connector.Connect(a.QueuePair, address, 4, 4, nil, o)
		}))
	}
}

// signalThreads sends each thread of this process the signal that Go's runtime sends, again and
// again.
func signalThreads(stop <-chan struct{}) {
	for {
		threads, _ := os.ReadDir("/proc/self/task")
		for _, thread := range threads {
			select {
			case <-stop:
				return
			default:
			}
			id, _ := strconv.Atoi(thread.Name())
			_, _, _ = syscall.RawSyscall(syscall.SYS_TGKILL, uintptr(os.Getpid()), uintptr(id), uintptr(syscall.SIGURG))
		}
	}
}
