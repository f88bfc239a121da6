package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// A Writer collects the values of a message.
type Writer struct{ Bytes []byte }

// A Reader takes values from a message in the order of writing. After the first missing or
// impossible value, all are zero, and End says what was wrong.
type Reader struct {
	rest []byte
	err  error
}

// NewReader returns a reader of a message, or of its rest.
func NewReader(message []byte) Reader { return Reader{rest: message} }

var (
	errShort    = errors.New("a message that ends too early")
	errTrailing = errors.New("a message that goes on behind its end")
	errRange    = errors.New("a number that is too large")
	errBool     = errors.New("a bool that is neither true nor false")
)

// Fail notes what is wrong with the message; the first error stands.
func (r *Reader) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.rest = nil
}

// Failed returns the first error so far.
func (r *Reader) Failed() error { return r.err }

// End returns the first error, or an error if the message is longer.
func (r *Reader) End() error {
	if r.err == nil && len(r.rest) > 0 {
		r.Fail(errTrailing)
	}
	return r.err
}

// A number is any of Go's integer types in the interfaces.
type number interface {
	~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~int32
}

// PutUint writes a number.
func PutUint[T number](w *Writer, v T) { w.Bytes = binary.AppendUvarint(w.Bytes, uint64(v)) }

// Uint takes a number.
func Uint[T number](r *Reader) T {
	v, n := binary.Uvarint(r.rest)
	switch {
	case n == 0:
		r.Fail(errShort)
		return 0
	case n < 0 || uint64(T(v)) != v:
		r.Fail(errRange)
		return 0
	}
	r.rest = r.rest[n:]
	return T(v)
}

// PutBool writes a bool.
func PutBool(w *Writer, v bool) {
	if v {
		w.Bytes = append(w.Bytes, 1)
	} else {
		w.Bytes = append(w.Bytes, 0)
	}
}

// Bool takes a bool.
func Bool(r *Reader) bool {
	v := Uint[uint8](r)
	if v > 1 {
		r.Fail(errBool)
	}
	return v == 1
}

// PutBytes writes bytes after their count.
func PutBytes[T ~[]byte | ~string](w *Writer, b T) {
	PutUint(w, uint64(len(b)))
	w.Bytes = append(w.Bytes, b...)
}

// Bytes takes bytes, which alias the message.
func Bytes(r *Reader) []byte { return take(r, Uint[uint64](r)) }

// take takes the next n bytes.
func take(r *Reader, n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.Fail(errShort)
		return nil
	}
	b := r.rest[:n:n]
	r.rest = r.rest[n:]
	return b
}

// PutList writes a list after its length.
func PutList[T any](w *Writer, list []T, put func(*Writer, T)) {
	PutUint(w, uint64(len(list)))
	for _, v := range list {
		put(w, v)
	}
}

// mostValues limits a list: more than any call of the suite has.
const mostValues = 1 << 17

// List takes a list; it is nil without values. Each value has at least a byte.
func List[T any](r *Reader, take func(*Reader) T) (list []T) {
	count := Uint[uint64](r)
	if count > min(mostValues, uint64(len(r.rest))) {
		r.Fail(fmt.Errorf("a list of %d values in %d bytes", count, len(r.rest)))
		return nil
	}
	for range count {
		list = append(list, take(r))
		if r.err != nil {
			return nil
		}
	}
	return list
}

// PutPointer writes whether a pointer is set, and the value.
func PutPointer[T any](w *Writer, p *T, put func(*Writer, T)) {
	PutBool(w, p != nil)
	if p != nil {
		put(w, *p)
	}
}

// Pointer takes what PutPointer wrote, and returns a new pointer, or nil.
func Pointer[T any](r *Reader, take func(*Reader) T) *T {
	if !Bool(r) {
		return nil
	}
	v := take(r)
	return &v
}

// Fill takes what PutPointer wrote, and stores the value where to points, if both are
// there.
func Fill[T any](r *Reader, to *T, take func(*Reader) T) {
	if v := Pointer(r, take); v != nil && to != nil && r.err == nil {
		*to = *v
	}
}
