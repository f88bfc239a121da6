package wire

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"reflect"
	"testing"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// A form writes values of a type, and takes them back; same compares the two.
type form struct {
	name string
	put  func(*Writer)
	take func(*Reader) (again func(*Writer))
}

// of is the form of a value.
func of[T any](name string, v T, put func(*Writer, T), take func(*Reader) T) form {
	return form{name, func(w *Writer) { put(w, v) }, func(r *Reader) func(*Writer) {
		v := take(r)
		return func(w *Writer) { put(w, v) }
	}}
}

// forms are those of all that crosses.
var forms = []form{
	of("a number", uint64(1)<<63, PutUint[uint64], Uint[uint64]),
	of("a negative number", int32(-7), PutUint[int32], Uint[int32]),
	of("a group", uint16(0xffff), PutUint[uint16], Uint[uint16]),
	of("a bool", true, PutBool, Bool),
	of("bytes", []byte("bytes"), PutBytes[[]byte], Bytes),
	of("a pointer", new(uint32(9)), func(w *Writer, p *uint32) {
		PutPointer(w, p, PutUint[uint32])
	}, func(r *Reader) *uint32 { return Pointer(r, Uint[uint32]) }),
	of("an interface id", nd2.IIDAdapter, PutGUID, GUID),
	of("an adapter's limits", nd2.AdapterInfo{VendorID: 7, MaxWindowSize: 1 << 40, AdapterFlags: 3}, PutAdapterInfo,
		AdapterInfo),
	of("an adapter's limits in v1", nd1.AdapterInfo{VendorID: 7, MaxWindowSize: 1 << 40}, PutND1AdapterInfo,
		ND1AdapterInfo),
	of("an adapter's limits in NDK", ndk.AdapterInfo{Version: ndk.Version{Major: 1, Minor: 2}, MaxCqDepth: 5},
		PutNDKAdapterInfo, NDKAdapterInfo),
	of("addresses", nd2.SocketAddressList{Address: [][]byte{{1, 2}, {3}}}, PutSocketAddressList, SocketAddressList),
	of("results", []nd2.Result{{Status: nd2.Canceled, RequestContext: 8}, {}}, func(w *Writer, list []nd2.Result) {
		PutList(w, list, PutResult)
	}, func(r *Reader) []nd2.Result { return List(r, Result) }),
	of("a window's descriptor", nd1.Describe(1, 2, 3), PutND1MWDescriptor, ND1MWDescriptor),
	of("an extension", ndk.ExtensionInterface{Version: ndk.Version{Major: 3}, Dispatch: struct{}{}},
		PutNDKExtensionInterface, NDKExtensionInterface),
	of("an object", Out{Object: 5, Kind: IsNDKCQ}, PutOut, TakeOut),
	of("no object", Out{Untouched: true}, PutOut, TakeOut),
	of("a request", Overlapped{ID: 5, Event: true}, PutOverlapped, TakeOverlapped),
	of("shared memory", Buffer{Place: Shared, Part: Part{1, 2, 3}}, PutBuffer, TakeBuffer),
	of("copied memory", Buffer{Place: Copied, Bytes: []byte("bytes")}, PutBuffer, TakeBuffer),
	of("partly readable memory", Buffer{Place: PartlyReadable, Bytes: []byte("by"), Missing: 3}, PutBuffer, TakeBuffer),
	of("memory at NULL", Buffer{Place: Nowhere, Missing: 3}, PutBuffer, TakeBuffer),
	of("an event", Event{1, true, 3, 4}, PutEvent, TakeEvent),
	of("a packet", Packet{1, 2, 3, 4, 5}, PutPacket, TakePacket),
	of("a callback", Callback{1, 2, 3, 4, Out{Object: 6, Kind: IsNDKPD}}, PutCallback, TakeCallback),
}

// written is a form's value as bytes.
func written(put func(*Writer)) []byte {
	var w Writer
	put(&w)
	return w.Bytes
}

// TestForms shows that a written value is taken back, and that a part of it, or more than it, is refused.
func TestForms(t *testing.T) {
	for _, f := range forms {
		message := written(f.put)
		r := NewReader(message)
		again := f.take(&r)
		if err := r.End(); err != nil || !bytes.Equal(written(again), message) {
			t.Errorf("%s: %x was taken with %v, and is %x", f.name, message, err, written(again))
		}
		for n := range message {
			r := NewReader(message[:n])
			if f.take(&r); r.End() == nil {
				t.Errorf("%s: %d bytes of %d were taken", f.name, n, len(message))
			}
		}
		r = NewReader(append(message, 0))
		if f.take(&r); !errors.Is(r.End(), errTrailing) {
			t.Errorf("%s: with a byte more, the error is %v", f.name, r.End())
		}
	}
}

// TestRefused shows bytes that no Writer writes.
func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		message string
		take    func(*Reader)
	}{
		"a number of too many bytes": {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", func(r *Reader) { Uint[uint64](r) }},
		"a number of too many bits":  {"\x80\x80\x04", func(r *Reader) { Uint[uint16](r) }},
		"a bool of 2":                {"\x02", func(r *Reader) { Bool(r) }},
		"a pointer of 2":             {"\x02", func(r *Reader) { Pointer(r, Uint[uint8]) }},
		"bytes of a huge length":     {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", func(r *Reader) { Bytes(r) }},
		"a list of a huge length":    {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", func(r *Reader) { List(r, Bool) }},
		"a buffer of no place":       {"\x05", func(r *Reader) { TakeBuffer(r) }},
	} {
		r := NewReader([]byte(c.message))
		if c.take(&r); r.End() == nil {
			t.Errorf("%s was taken", name)
		}
		if Uint[uint64](&r) != 0 || Bytes(&r) != nil || Bool(&r) {
			t.Errorf("%s: something was taken behind it", name)
		}
	}
}

// FuzzTake takes anything as a value of each form: a taken value is written in the same bytes.
func FuzzTake(f *testing.F) {
	for i, form := range forms {
		f.Add(uint8(i), written(form.put))
	}
	f.Fuzz(func(t *testing.T, i uint8, message []byte) {
		form := forms[int(i)%len(forms)]
		r := NewReader(message)
		again := form.take(&r)
		if r.End() != nil {
			return
		}
		once := written(again)
		r = NewReader(once)
		twice := written(form.take(&r))
		if err := r.End(); err != nil || !bytes.Equal(once, twice) {
			t.Errorf("%s: %x was taken, written as %x, and taken as %x with %v", form.name, message, once, twice, err)
		}
	})
}

// TestMarshal shows that the messages of a session's begin and end are taken back, and nothing else.
func TestMarshal(t *testing.T) {
	want := Opened{Version: "1", Faults: []string{"a"}, Host: Host{Name: "there"}, NDK: true}
	m := Marshal(KindOpened, want)
	if got, err := Unmarshal[Opened](m); err != nil || !reflect.DeepEqual(got, want) || KindOf(m) != KindOpened {
		t.Errorf("%v was taken, with %v", got, err)
	}
	for _, m := range [][]byte{nil, {1}, append(m, '}'), []byte(`1{"Other":1}`), m[:len(m)-1]} {
		if got, err := Unmarshal[Opened](m); err == nil {
			t.Errorf("%q was taken as %v", m, got)
		}
	}
}

// FuzzStream reads anything as a stream: the frames that are there, and then an error.
func FuzzStream(f *testing.F) {
	f.Add(AppendFrame(AppendFrame(nil, []byte("one")), nil))
	f.Add([]byte{200, 1, 2})
	f.Add(bytes.Repeat([]byte{0xff}, 12))
	f.Fuzz(func(t *testing.T, in []byte) {
		rest := in
		for from := bufio.NewReader(bytes.NewReader(in)); ; {
			ready := Ready(from)
			frame, err := ReadFrame(from)
			if err != nil {
				if ready || errors.Is(err, io.EOF) && len(rest) > 0 {
					t.Errorf("%v with %d bytes left, ready %v", err, len(rest), ready)
				}
				return
			}
			cut, behind, err := CutFrame(rest)
			if err != nil || !bytes.Equal(cut, frame) {
				t.Fatalf("%x was read, and %x cut with %v", frame, cut, err)
			}
			rest = behind
		}
	})
}

// FuzzUnmarshal takes anything for such a message: a taken message survives writing and taking.
func FuzzUnmarshal(f *testing.F) {
	f.Add(Marshal(KindGreeting, Greeting{Protocol: Protocol, Build: "some build", Shared: true}))
	f.Add(Marshal(KindOpen, Open{Protocol: Protocol, Build: "some build", Run: "a run"}))
	f.Add(Marshal(KindOpened, Opened{Version: "1", Faults: []string{"a"}, Host: Host{Name: "there"}, NDK: true}))
	f.Add(Marshal(KindEnded, Ended{Reason: "a reason", Trace: "a trace", Refused: true}))
	f.Fuzz(func(t *testing.T, m []byte) {
		again(t, Unmarshal[Greeting], m)
		again(t, Unmarshal[Open], m)
		again(t, Unmarshal[Opened], m)
		again(t, Unmarshal[Ended], m)
	})
}

func again[T Greeting | Open | Opened | Ended](t *testing.T, take func([]byte) (T, error), m []byte) {
	t.Helper()
	once, err := take(m)
	if err != nil {
		return
	}
	text := Marshal(KindOf(m), once)
	if twice, err := take(text); err != nil || !bytes.Equal(Marshal(KindOf(m), twice), text) {
		t.Errorf("%q was taken, and then %q, with %v", m, text, err)
	}
}
