package wire

import (
	"bytes"
	"testing"
)

func TestAETH(t *testing.T) {
	tests := []struct {
		aeth AETH
		wire string
	}{
		{AETH{Ack(NoCredits), 0x123456}, "1f 123456"},
		{AETH{Ack(0), 0}, "00 000000"},
		{AETH{RNRNak(12), 1}, "2c 000001"},
		{AETH{Nak(PSNSequenceError), 2}, "60 000002"},
		{AETH{Nak(RemoteOperationalError), 0xffffff}, "63 ffffff"},
	}
	for _, tt := range tests {
		var b [AETHSize]byte
		tt.aeth.put(&b)
		if want := unhex(t, tt.wire); !bytes.Equal(b[:], want) {
			t.Errorf("put % x, want % x", b, want)
		}
		var got AETH
		if got.parse(&b); got != tt.aeth {
			t.Errorf("parse %+v, want %+v", got, tt.aeth)
		}
	}
}

func TestAETHKeepsToItsBits(t *testing.T) {
	var b [AETHSize]byte
	h := AETH{Ack(1), 0xff000002}
	if h.put(&b); !bytes.Equal(b[:], []byte{1, 0, 0, 2}) {
		t.Errorf("put % x", b)
	}
}
