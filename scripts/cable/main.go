//go:build linux

// Command cable joins two network namespaces as a cable would that takes a while, where the
// kernel has no netem to delay what goes over a veth pair:
//
//	cable DELAY NAMESPACE DEVICE NAMESPACE DEVICE
//
// It makes an Ethernet device in each; what is sent into the one comes out of the other,
// DELAY later and in order. It says "joined", and stays until its standard input ends.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "cable:", err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	if len(arguments) != 5 {
		return errors.New("usage: cable DELAY NAMESPACE DEVICE NAMESPACE DEVICE")
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
	type made struct {
		file *os.File
		err  error
	}
	done := make(chan made)
	go func() {
		runtime.LockOSThread() // which ends with the goroutine, and is in no namespace for others
		file, err := deviceHere(namespace, name)
		done <- made{file, err}
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

// carry takes frames from one device to the other, until one of them fails. What is sent
// when there is no room waits in the device.
func carry(from io.Reader, to io.Writer, delay time.Duration) error {
	under := make(chan frame, room)
	failed := make(chan error, 1)
	go func() { failed <- deliver(under, to) }()
	buffer := make([]byte, longest)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return err
		}
		select {
		case under <- frame{append([]byte(nil), buffer[:n]...), time.Now().Add(delay)}:
		case err := <-failed:
			return err
		}
	}
}

// deliver hands out each frame when it is due. A device that is down takes none, and they
// are lost as on any cable.
func deliver(under <-chan frame, to io.Writer) error {
	for f := range under {
		<-time.After(time.Until(f.due))
		_, err := to.Write(f.bytes)
		if err != nil && !errors.Is(err, unix.EIO) {
			return err
		}
	}
	return nil
}
