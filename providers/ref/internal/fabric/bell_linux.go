package fabric

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A bell lets a goroutine wait until something has come to a socket. It rings once
// each time that it is set: senders need not ring it while a goroutine is at the
// socket anyway.
type bell struct {
	// epoll is an instance of epoll(7), which Go waits for as for any file.
	epoll  *os.File
	raw    syscall.RawConn
	socket int
	// isSet says that the bell has not rung since it was set, or that nobody has heard
	// it.
	isSet bool
	rung  [1]unix.EpollEvent
}

func newBell(socket int) (*bell, error) {
	fd, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, err
	}
	b := &bell{socket: socket}
	err = unix.SetNonblock(fd, true)
	if err == nil {
		err = unix.EpollCtl(fd, unix.EPOLL_CTL_ADD, socket, &unix.EpollEvent{})
	}
	b.epoll = os.NewFile(uintptr(fd), "epoll")
	if err == nil {
		b.raw, err = b.epoll.SyscallConn()
	}
	if err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

// await calls try, and calls it again whenever something may have arrived, until it
// returns true. An error says that the bell is silenced.
func (b *bell) await(try func() bool) error {
	return b.raw.Read(func(epoll uintptr) bool {
		b.hear(int(epoll))
		if !try() {
			b.set(int(epoll))
			return false
		}
		b.unset(int(epoll))
		return true
	})
}

// hear notes whether the bell has rung.
func (b *bell) hear(epoll int) {
	if b.isSet {
		n, _ := unix.EpollWait(epoll, b.rung[:], 0)
		b.isSet = n <= 0
	}
}

// set makes the bell ring for what has come or will come.
func (b *bell) set(epoll int) {
	if !b.isSet {
		once := unix.EpollEvent{Events: unix.EPOLLIN | unix.EPOLLONESHOT}
		b.isSet = unix.EpollCtl(epoll, unix.EPOLL_CTL_MOD, b.socket, &once) == nil
	}
}

// unset keeps the bell quiet about what a poller finds without it.
func (b *bell) unset(epoll int) {
	if b.isSet {
		_ = unix.EpollCtl(epoll, unix.EPOLL_CTL_MOD, b.socket, &unix.EpollEvent{})
		_, _ = unix.EpollWait(epoll, b.rung[:], 0) // otherwise it would not ring again
		b.isSet = false
	}
}

// silence makes await return.
func (b *bell) silence() { _ = b.epoll.SetDeadline(time.Unix(1, 0)) }

func (b *bell) close() { b.epoll.Close() }
