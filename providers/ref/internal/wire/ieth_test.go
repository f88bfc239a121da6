package wire

import (
	"bytes"
	"testing"
)

func TestIETH(t *testing.T) {
	var b [IETHSize]byte
	h := IETH{0x01020304}
	if h.put(&b); !bytes.Equal(b[:], unhex(t, "01020304")) {
		t.Errorf("put % x", b)
	}
	var got IETH
	if got.parse(&b); got != h {
		t.Errorf("parse %+v, want %+v", got, h)
	}
}
