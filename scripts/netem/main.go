//go:build linux

// Command netem links two network namespaces with a delay, where the kernel has no netem for a
// veth pair:
//
//	netem DELAY NAMESPACE DEVICE NAMESPACE DEVICE
//
// It makes a TAP device in each. Frames sent into one come out of the other, in order and DELAY
// later. It prints "joined", and runs until its standard input ends.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ndconform/ndconform/internal/timeout"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "netem:", err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	if len(arguments) != 5 {
		return errors.New("usage: netem DELAY NAMESPACE DEVICE NAMESPACE DEVICE")
	}
	delay, err := time.ParseDuration(arguments[0])
	if err != nil {
		return err
	}
	a, err := device(arguments[1], arguments[2])
	if err != nil {
		return err
	}
	b, err := device(arguments[3], arguments[4])
	if err != nil {
		return err
	}
	broken := make(chan error)
	go func() { broken <- carry(a, b, delay) }()
	go func() { broken <- carry(b, a, delay) }()
	go func() {
		_, err := io.Copy(io.Discard, os.Stdin)
		broken <- err
	}()
	fmt.Println("joined")
	return <-broken
}

// device makes one in a namespace. It goes when the process ends.
func device(namespace, name string) (*os.File, error) {
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened)
	go func() {
		runtime.LockOSThread() // which ends with the goroutine, and is in no namespace for others
		file, err := deviceHere(namespace, name)
		done <- opened{file, err}
	}()
	d := <-done
	if d.err != nil {
		return nil, fmt.Errorf("a device %s in the namespace %s: %w", name, namespace, d.err)
	}
	return d.file, nil
}

// deviceHere takes the thread to the namespace.
func deviceHere(namespace, name string) (*os.File, error) {
	there, err := os.Open(filepath.Join("/run/netns", namespace))
	if err != nil {
		return nil, err
	}
	defer there.Close()
	if err := unix.Setns(int(there.Fd()), unix.CLONE_NEWNET); err != nil {
		return nil, err
	}
	tun, err := unix.Open("/dev/net/tun", unix.O_RDWR|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	request, err := unix.NewIfreq(name)
	if err != nil {
		return nil, err
	}
	request.SetUint16(unix.IFF_TAP | unix.IFF_NO_PI)
	if err := unix.IoctlIfreq(tun, unix.TUNSETIFF, request); err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(tun), name), nil
}

const (
	// longest is the size of the longest frame, in bytes.
	longest = 1<<16 + 14
	// room is how many frames may be on their way.
	room = 100000
)

// A frame is on its way until it is due.
type frame struct {
	bytes []byte
	due   time.Time
}

// carry takes frames from one device to the other, until one fails. Without room, frames wait in
// the device.
func carry(from io.Reader, to io.Writer, delay time.Duration) error {
	delayed := make(chan frame, room)
	failed := make(chan error, 1)
	go func() { failed <- deliver(delayed, to) }()
	buffer := make([]byte, longest)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return err
		}
		select {
		case delayed <- frame{append([]byte(nil), buffer[:n]...), time.Now().Add(delay)}:
		case err := <-failed:
			return err
		}
	}
}

// deliver writes each frame when it is due. A device that is down loses them.
func deliver(delayed <-chan frame, to io.Writer) error {
	for f := range delayed {
		timeout.Sleep(context.Background(), time.Until(f.due))
		_, err := to.Write(f.bytes)
		if err != nil && !errors.Is(err, unix.EIO) {
			return err
		}
	}
	return nil
}
