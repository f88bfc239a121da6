package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// A Writer collects the values of a message.
type Writer struct{ Bytes []byte }

// A Reader takes values from a message, in the order in which they were written. After the
// first that is not there or not possible, all are zero, and End says what was wrong.
type Reader struct {
	rest []byte
	err  error
}

// NewReader returns a reader of a message, or of what is left of one.
func NewReader(message []byte) Reader { return Reader{rest: message} }

var (
	errShort    = errors.New("a message that ends too early")
	errTrailing = errors.New("a message that goes on behind its end")
	errRange    = errors.New("a number that is too large")
	errBool     = errors.New("a bool that is neither true nor false")
)

// Fail notes what is wrong with the message, unless something was wrong before.
func (r *Reader) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.rest = nil
}

// Failed returns what was wrong so far.
func (r *Reader) Failed() error { return r.err }

// End returns what was wrong with the message, whose last value has been taken.
func (r *Reader) End() error {
	if r.err == nil && len(r.rest) > 0 {
		r.Fail(errTrailing)
	}
	return r.err
}

// A number is a value of any of Go's integer types that occur in the interfaces.
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

// PutBytes writes bytes after their number.
func PutBytes[T ~[]byte | ~string](w *Writer, b T) {
	PutUint(w, uint64(len(b)))
	w.Bytes = append(w.Bytes, b...)
}

// Bytes takes bytes, which are those of the message itself.
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

// PutList writes how many values there are, and each of them.
func PutList[T any](w *Writer, list []T, put func(*Writer, T)) {
	PutUint(w, uint64(len(list)))
	for _, v := range list {
		put(w, v)
	}
}

// mostValues is how many values a list may have: more than any call of the suite has.
const mostValues = 1 << 17

// List takes a list, which is nil if it has no value. Each value has at least a byte.
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

// PutPointer writes whether a pointer leads to a value, and the value.
func PutPointer[T any](w *Writer, p *T, put func(*Writer, T)) {
	PutBool(w, p != nil)
	if p != nil {
		put(w, *p)
	}
}

// Pointer takes what PutPointer wrote, and returns a pointer to a value of its own, or nil.
func Pointer[T any](r *Reader, take func(*Reader) T) *T {
	if !Bool(r) {
		return nil
	}
	v := take(r)
	return &v
}

// Fill takes what PutPointer wrote, and stores the value where a pointer leads, if it leads
// anywhere and there is a value.
func Fill[T any](r *Reader, to *T, take func(*Reader) T) {
	if v := Pointer(r, take); v != nil && to != nil && r.err == nil {
		*to = *v
	}
}
