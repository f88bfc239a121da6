package wire

import (
	"bytes"
	"errors"
	"reflect"
	"testing"
)

const testTransaction = 0x1122334455667788

// madHeader is the header of a message of the kind, in hex.
func madHeader(attribute string) string {
	return "01 07 02 03 0000 0000 1122334455667788 " + attribute + " 0000 00000000 "
}

// fill sets b to bytes that all differ from their neighbors.
func fill(b []byte) {
	for i := range b {
		b[i] = byte(i + 1)
	}
}

// checkMessage compares a message with a datagram: head in hex, and private data,
// as fill makes it, to the end.
func checkMessage(t *testing.T, m CMMessage, a AttributeID, head string) {
	t.Helper()
	want := make([]byte, MADSize)
	n := copy(want, unhex(t, head))
	fill(want[n:])

	var got [MADSize]byte
	fill(got[:])
	m.Encode(&got)
	if !bytes.Equal(got[:], want) {
		t.Errorf("got  % x\nwant % x", got, want)
	}
	decoded, err := DecodeMAD(want)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(decoded, m) {
		t.Errorf("got  %+v\nwant %+v", decoded, m)
	}
	if decoded.Attribute() != a || m.Attribute() != a {
		t.Errorf("attribute %v, want %v", decoded.Attribute(), a)
	}
}

// testMessages are one message of each kind, all of whose fields are set.
func testMessages() []CMMessage {
	return []CMMessage{testREQ(), testMRA(), testREJ(), testREP(), testRTU(), testDREQ(), testDREP()}
}

func TestDecodeMADRefuses(t *testing.T) {
	var good [MADSize]byte
	testRTU().Encode(&good)
	tests := []struct {
		name  string
		spoil func(b []byte) []byte
		want  error
	}{
		{"nothing", func([]byte) []byte { return nil }, ErrMADLength},
		{"too much", func(b []byte) []byte { return append(b, 0) }, ErrMADLength},
		{"base version", func(b []byte) []byte { b[0] = 2; return b }, ErrMADClass},
		{"class", func(b []byte) []byte { b[1] = 3; return b }, ErrMADClass},
		{"class version", func(b []byte) []byte { b[2] = 1; return b }, ErrMADClass},
		{"method", func(b []byte) []byte { b[3] = 1; return b }, ErrMADClass},
		{"response", func(b []byte) []byte { b[3] |= 0x80; return b }, ErrMADClass},
		{"attribute", func(b []byte) []byte { b[17] = 0x17; return b }, ErrMADAttribute},
		{"attribute's high byte", func(b []byte) []byte { b[16] = 1; return b }, ErrMADAttribute},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := DecodeMAD(tt.spoil(bytes.Clone(good[:])))
			if m != nil || !errors.Is(err, tt.want) {
				t.Errorf("got %v, %v, want %v", m, err, tt.want)
			}
		})
	}
}

func TestEveryTruncationOfMADs(t *testing.T) {
	for _, m := range testMessages() {
		var b [MADSize]byte
		m.Encode(&b)
		for n := range b {
			if _, err := DecodeMAD(b[:n:n]); !errors.Is(err, ErrMADLength) {
				t.Errorf("%v of %d bytes: %v", m.Attribute(), n, err)
			}
		}
	}
}

func TestDecodedMessageKeepsNothing(t *testing.T) {
	var b [MADSize]byte
	testREQ().Encode(&b)
	m, err := DecodeMAD(b[:])
	if err != nil {
		t.Fatal(err)
	}
	clear(b[:])
	if !reflect.DeepEqual(m, CMMessage(testREQ())) {
		t.Error("the message changed with the datagram")
	}
}

func TestAttributeNames(t *testing.T) {
	want := []string{"attribute 0x000f", "REQ", "MRA", "REJ", "REP", "RTU", "DREQ", "DREP", "attribute 0x0017"}
	for i, name := range want {
		if got := (AttributeREQ - 1 + AttributeID(i)).String(); got != name {
			t.Errorf("got %q, want %q", got, name)
		}
	}
}

// FuzzMAD decodes anything; what it gets is the same after encoding and decoding.
func FuzzMAD(f *testing.F) {
	for _, m := range testMessages() {
		var b [MADSize]byte
		m.Encode(&b)
		f.Add(b[:])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := DecodeMAD(b)
		if err != nil {
			return
		}
		var again [MADSize]byte
		m.Encode(&again)
		n, err := DecodeMAD(again[:])
		if err != nil || !reflect.DeepEqual(m, n) {
			t.Errorf("%+v became %+v, %v", m, n, err)
		}
		for i, v := range again {
			if v&^b[i] != 0 && i >= madHeaderSize {
				t.Errorf("bits of byte %d were not there: %02x, now %02x", i, b[i], v)
			}
		}
	})
}
