//go:build linux

package ib

import (
	"syscall"
	"testing"
)

func TestWatchReadsUntilStopped(t *testing.T) {
	var fds [2]int
	if err := syscall.Pipe2(fds[:], syscall.O_CLOEXEC); err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(fds[0])
	defer syscall.Close(fds[1])
	read := make(chan byte, 16)
	w, err := NewWatch(fds[0], func() {
		var b [1]byte
		for {
			if n, err := syscall.Read(fds[0], b[:]); n != 1 || err != nil {
				return
			}
			read <- b[0]
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []byte("watch") {
		if _, err := syscall.Write(fds[1], []byte{want}); err != nil {
			t.Fatal(err)
		}
		if got := <-read; got != want {
			t.Errorf("read %q, want %q", got, want)
		}
	}
	w.Stop()
	if _, err := syscall.Write(fds[1], []byte("!")); err != nil {
		t.Errorf("the descriptor did not stay the caller's: %v", err)
	}
	if len(read) != 0 {
		t.Error("read after the end")
	}
}

func TestWatchOfNothing(t *testing.T) {
	if _, err := NewWatch(-1, func() {}); err == nil {
		t.Error("no error")
	}
}
