package fabric

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A bell lets a goroutine wait until something has arrived at a socket. It rings once
// each time it is set: senders need not ring it while a goroutine is at the socket.
// socket anyway.
type bell struct {
	// epoll is an epoll(7) instance; Go waits for it as for any file.
	epoll  *os.File
	raw    syscall.RawConn
	socket int
	// isSet says that the bell was set and has not rung, or that nobody has heard it.
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

// await calls try until it returns true, each time that something may have arrived. An
// error says that the bell is silenced.
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

// hear checks whether the bell has rung.
func (b *bell) hear(epoll int) {
	if b.isSet {
		n, _ := unix.EpollWait(epoll, b.rung[:], 0)
		b.isSet = n <= 0
	}
}

// set makes the bell ring for what has arrived or will arrive.
func (b *bell) set(epoll int) {
	if !b.isSet {
		once := unix.EpollEvent{Events: unix.EPOLLIN | unix.EPOLLONESHOT}
		b.isSet = unix.EpollCtl(epoll, unix.EPOLL_CTL_MOD, b.socket, &once) == nil
	}
}

// unset keeps the bell quiet while a poller looks.
func (b *bell) unset(epoll int) {
	if b.isSet {
		_ = unix.EpollCtl(epoll, unix.EPOLL_CTL_MOD, b.socket, &unix.EpollEvent{})
		_, _ = unix.EpollWait(epoll, b.rung[:], 0) // else it would not ring again
		b.isSet = false
	}
}

// silence makes await return.
func (b *bell) silence() { _ = b.epoll.SetDeadline(time.Unix(1, 0)) }

func (b *bell) close() { b.epoll.Close() }
