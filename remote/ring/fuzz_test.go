//go:build linux || windows

package ring

import (
	"encoding/binary"
	"errors"
	"io"
	"testing"
	"unsafe"
)

// FuzzChanges makes the other side change the memory repeatedly while this side receives and sends. A change is a
// place and eight bytes. Whatever it is, this side moves its positions only by what it takes and sends, until it
// finds that the other side's are impossible.
func FuzzChanges(f *testing.F) {
	const in, length = halfSize, 12 // this side creates the rings, and reads from the second one
	change := func(at uint32, value uint64) []byte {
		return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint32(nil, at), value)
	}
	f.Add(change(in, 3))
	f.Add(append(change(uint32(in+controlSize), 0x0707_02), change(in, 3)...))
	f.Add(append(change(in, ^uint64(0)), change(64, 1<<63)...))
	f.Add(append(change(64, 5), change(128, uint64(away))...))
	f.Fuzz(func(t *testing.T, changes []byte) {
		a, _ := pair(t)
		a.in.close(io.EOF) // so that it does not wait for the rest of a frame
		memory := unsafe.Slice((*byte)(unsafe.Pointer(a.out.control)), 2*halfSize)
		for ; len(changes) >= length; changes = changes[length:] {
			at := binary.LittleEndian.Uint32(changes) % (2*halfSize - 8)
			copy(memory[at:], changes[4:length])
			taken, sent := a.in.at, a.out.at
			there, errIn := a.in.filled()
			_, err := a.Receive()
			if moved := a.in.at - taken; moved > there || errors.Is(errIn, errPositions) && moved > 0 {
				t.Errorf("%d bytes were taken, of %d", moved, there)
			}
			if err != nil && !errors.Is(err, errPositions) {
				a.err = nil // so that it goes on
			}
			frame := make([]byte, 16)
			room, errOut := a.out.room()
			if errOut == nil && room <= uint64(len(frame)) {
				continue // it would wait
			}
			err = a.Send(frame)
			if moved := a.out.at - sent; (err == nil) != (errOut == nil) || err == nil && moved != uint64(len(frame)+1) {
				t.Errorf("%d bytes were sent, with %v", moved, err)
			}
		}
	})
}
