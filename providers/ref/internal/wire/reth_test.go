package wire

import (
	"bytes"
	"testing"
)

func TestRETH(t *testing.T) {
	tests := []struct {
		reth RETH
		wire string
	}{
		{RETH{}, "0000000000000000 00000000 00000000"},
		{RETH{0x0102030405060708, 0x090a0b0c, 0x0d0e0f10}, "0102030405060708 090a0b0c 0d0e0f10"},
		{RETH{1<<64 - 1, 1<<32 - 1, 1<<32 - 1}, "ffffffffffffffff ffffffff ffffffff"},
	}
	for _, tt := range tests {
		var b [RETHSize]byte
		tt.reth.put(&b)
		if want := unhex(t, tt.wire); !bytes.Equal(b[:], want) {
			t.Errorf("put % x, want % x", b, want)
		}
		var got RETH
		if got.parse(&b); got != tt.reth {
			t.Errorf("parse %+v, want %+v", got, tt.reth)
		}
	}
}
