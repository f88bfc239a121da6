package fabric

import (
	"testing"

	"golang.org/x/sys/unix"
)

// A bell that was not waited for does not ring until it is set again; then it rings
// also for earlier arrivals.
func TestBellIsQuiet(t *testing.T) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_DGRAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(pair[0])
	defer unix.Close(pair[1])
	b, err := newBell(pair[0])
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	rings := func() (n int) {
		_ = b.raw.Control(func(epoll uintptr) { n, _ = unix.EpollWait(int(epoll), b.rung[:], 0) })
		return n
	}
	_ = b.raw.Control(func(epoll uintptr) { b.set(int(epoll)) })
	if err := b.await(func() bool { return true }); err != nil {
		t.Fatal(err)
	}
	if _, err := unix.Write(pair[1], []byte("x")); err != nil {
		t.Fatal(err)
	}
	if n := rings(); n != 0 {
		t.Fatal("rings for what somebody is at")
	}
	tries := 0
	if err := b.await(func() bool { tries++; return tries > 1 }); err != nil || tries != 2 {
		t.Errorf("%d tries, %v", tries, err)
	}
}
