package wire

import (
	"bytes"
	"testing"
)

func TestDETH(t *testing.T) {
	tests := []struct {
		deth DETH
		wire string
	}{
		{DETH{GSIQKey, GSIQPN}, "80010000 00 000001"},
		{DETH{0x01020304, 0xffffff}, "01020304 00 ffffff"},
	}
	for _, tt := range tests {
		var b [DETHSize]byte
		tt.deth.put(&b)
		if want := unhex(t, tt.wire); !bytes.Equal(b[:], want) {
			t.Errorf("put % x, want % x", b, want)
		}
		var got DETH
		if got.parse(&b); got != tt.deth {
			t.Errorf("parse %+v, want %+v", got, tt.deth)
		}
	}
}

func TestDETHIgnoresReservedBits(t *testing.T) {
	var h DETH
	h.parse((*[DETHSize]byte)(unhex(t, "00000000 ff 000002")))
	if want := (DETH{0, 2}); h != want {
		t.Errorf("parse %+v, want %+v", h, want)
	}
	var b [DETHSize]byte
	h.SourceQP |= 0xff000000
	if h.put(&b); !bytes.Equal(b[:], unhex(t, "00000000 00 000002")) {
		t.Errorf("put % x", b)
	}
}
