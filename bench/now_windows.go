package bench

import (
	"syscall"
	"time"
	"unsafe"
)

var (
	kernel32  = syscall.NewLazyDLL("kernel32.dll")
	counter   = kernel32.NewProc("QueryPerformanceCounter")
	frequency = kernel32.NewProc("QueryPerformanceFrequency")
	perSecond = query(frequency)
)

// query calls one of the two functions, which never fail. Source: QueryPerformanceCounter, Return
// value.
func query(p *syscall.LazyProc) (n int64) {
	_, _, _ = p.Call(uintptr(unsafe.Pointer(&n)))
	return n
}

// now is the time of the clock that times operations: Go's has steps of half a millisecond here.
func now() time.Duration {
	n := query(counter)
	seconds, rest := n/perSecond, n%perSecond
	return time.Duration(seconds)*time.Second + time.Duration(rest*int64(time.Second)/perSecond)
}
