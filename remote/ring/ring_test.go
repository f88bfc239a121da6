//go:build linux || windows

package ring

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"testing"

	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/remote/wire"
)

// pair returns both sides of rings in memory of this process.
func pair(t testing.TB) (a, b *Conn) {
	t.Helper()
	shared := Shared{Memory: make([]byte, 2*halfSize)}
	for i := range shared.bells {
		var err error
		if shared.bells[i], _, err = newBell(nil); err != nil {
			t.Fatal(err)
		}
	}
	ends := pipes(t)
	return New(shared, true, ends[0], ends[3]), New(shared, false, ends[2], ends[1])
}

// pipes returns the ends of two pipes.
func pipes(t testing.TB) (ends [4]*os.File) {
	t.Helper()
	for i := 0; i < len(ends); i += 2 {
		from, to, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		ends[i], ends[i+1] = from, to
		t.Cleanup(func() { from.Close(); to.Close() })
	}
	return ends
}

// frame is a unique frame of a length.
func frame(n, length int) []byte {
	f := bytes.Repeat([]byte{byte(n)}, length)
	copy(f, fmt.Sprint(n))
	return f
}

// lengths are those of frames, from nothing to more than a ring holds.
var lengths = []int{0, 1, 7, 4096, halfSize - controlSize, 3 * halfSize}

const rounds = 200

// echo sends back what it receives, in goroutines that take turns as a host's do.
func echo(c *Conn) {
	for gone := error(nil); ; gone = c.Wait() {
		for gone != nil || !c.Give() {
			f, err := c.Receive()
			if err != nil {
				c.Give()
				_ = c.CloseSend()
				return
			}
			_ = c.Send(f)
		}
	}
}

// TestEcho sends frames of all lengths there and back, to a receiver that waits with the turn, and to a receiver that
// is woken.
func TestEcho(t *testing.T) {
	a, b := pair(t)
	go echo(b)
	a.Give()
	for n := range rounds {
		want := frame(n, lengths[n%len(lengths)])
		sent := make(chan error, 1)
		if n%2 == 0 && !a.Take() {
			t.Fatal("somebody else has the turn")
		}
		go func() { sent <- a.Send(want) }()
		if n%2 == 1 {
			if err := a.Wait(); err != nil {
				t.Fatal(err)
			}
		}
		got, err := a.Receive()
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("frame %d: %d bytes instead of %d, %v", n, len(got), len(want), err)
		}
		if err := <-sent; err != nil {
			t.Fatal(err)
		}
		if !a.Give() {
			t.Fatalf("more than frame %d has come", n)
		}
	}
	if err := a.CloseSend(); err != nil {
		t.Error(err)
	}
	for a.Wait() == nil { // a byte in the pipe that nobody needed
		a.Give()
	}
	if _, err := a.Receive(); !errors.Is(err, io.EOF) {
		t.Errorf("the end is %v", err)
	}
}

// TestEndWakes shows that a sleeper is woken when the other side is gone.
func TestEndWakes(t *testing.T) {
	a, b := pair(t)
	received, sent := make(chan error), make(chan error)
	go func() {
		_, err := a.Receive()
		a.Give()
		received <- err
	}()
	go func() { sent <- a.Send(make([]byte, 2*halfSize)) }()
	go func() { _ = b.CloseSend() }()
	if err := a.Wait(); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
	if err := <-received; !errors.Is(err, io.EOF) {
		t.Errorf("receiving: %v", err)
	}
	if err := <-sent; !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("sending: %v", err)
	}
}

// TestNeedlessBell shows that a side that is woken while another goroutine has the turn still notices the
// other side's end.
func TestNeedlessBell(t *testing.T) {
	a, b := pair(t)
	for range 3 {
		b.wakeOther(away)
	}
	received := make(chan error)
	go func() {
		_, err := a.Receive()
		a.Give()
		received <- err
	}()
	go func() { _ = b.CloseSend() }()
	if err := a.Wait(); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
	if err := <-received; !errors.Is(err, io.EOF) {
		t.Errorf("receiving: %v", err)
	}
}

// TestFullPipe shows that nobody waits for a side that leaves its pipe full.
func TestFullPipe(t *testing.T) {
	a, b := pair(t)
	more := 1 << 17 // bytes than a pipe holds
	if runtime.GOOS == "windows" {
		more = 1 << 13
	}
	for range more {
		b.out.reader.Store(away)
		if err := b.Send(nil); err != nil {
			t.Fatal(err)
		}
		a.in.at = b.out.at // as if it had been read
		a.in.control.read.Store(a.in.at)
	}
}

// TestShared shows that two sides with the same memory hear each other, and see what is committed beside the
// rings.
func TestShared(t *testing.T) {
	one, files, err := Create()
	if err != nil {
		t.Fatal(err)
	}
	other, err := Map(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		f.Close()
	}
	ends := pipes(t)
	a, b := New(one, true, ends[0], ends[3]), New(other, false, ends[2], ends[1])
	go echo(b)
	want := frame(1, 3*halfSize)
	go func() { _ = a.Send(want) }()
	if got, err := a.Receive(); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes came back, %v", len(got), err)
	}
	block := one.Arena()[12345:][:100_000]
	if err := memory.Commit(block); err != nil {
		t.Fatal(err)
	}
	copy(block[50_000:], "seen")
	if seen := string(other.Arena()[62345:][:4]); seen != "seen" {
		t.Errorf("the other side sees %q", seen)
	}
	a.Give()
	_ = a.CloseSend()
	for a.Wait() == nil { // until the echo has ended
		a.Give()
	}
}

// FuzzMemory makes the other side write anything into the memory: this side receives frames, and then an
// error, and writes only where it should.
func FuzzMemory(f *testing.F) {
	f.Add(uint64(3), uint64(0), uint32(0), []byte{2, 7, 7})
	f.Add(uint64(1)<<63, uint64(1), uint32(99), []byte{0xff, 0xff, 0xff, 0xff, 0x7f})
	f.Add(uint64(halfSize), ^uint64(0), away, bytes.Repeat([]byte{0}, 100))
	f.Add(uint64(9), uint64(5), sleeps, wire.AppendFrame(nil, []byte("a frame")))
	f.Fuzz(func(t *testing.T, written, read uint64, word uint32, data []byte) {
		a, b := pair(t)
		b.out.written.Store(written)
		a.out.control.read.Store(read)
		for _, h := range []*half{a.in, a.out} {
			h.reader.Store(word)
			h.writer.Store(word)
		}
		copy(b.out.data, data)
		_ = b.CloseSend()
		a.in.close(io.EOF) // as who waits for the pipe's end does
		var err error
		for err == nil {
			_, err = a.Receive()
		}
		if written > uint64(len(a.in.data)) && !errors.Is(err, errPositions) {
			t.Errorf("%d bytes written: %v", written, err)
		}
		if !a.Give() {
			t.Error("there is more after an error")
		}
		used := -read // since nothing was written
		if all := uint64(len(a.out.data)); used > all-16 && used <= all {
			return // it would wait for room
		}
		if err := a.Send([]byte("frame")); (err == nil) != (used < halfSize) {
			t.Errorf("%d bytes read: %v", read, err)
		}
	})
}
