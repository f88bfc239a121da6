package wire

import (
	"bytes"
	"testing"
)

func TestBTH(t *testing.T) {
	tests := []struct {
		name string
		bth  BTH
		wire string
	}{
		{"zero", BTH{}, "00 00 0000 00 000000 00 000000"},
		{"send", BTH{Opcode: SendOnly, PKey: 0xffff, DestQP: 0x123456, PSN: 0xabcdef}, "04 00 ffff 00 123456 00 abcdef"},
		{"solicited", BTH{Solicited: true}, "00 80 0000 00 000000 00 000000"},
		{"migration", BTH{MigReq: true}, "00 40 0000 00 000000 00 000000"},
		{"pad", BTH{PadCount: 3}, "00 30 0000 00 000000 00 000000"},
		{"acknowledge", BTH{AckReq: true, PSN: 1}, "00 00 0000 00 000000 80 000001"},
		{
			"all",
			BTH{UDSendOnly, true, true, 3, 0xffff, 0xffffff, true, 0xffffff},
			"64 f0 ffff 00 ffffff 80 ffffff",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b [BTHSize]byte
			tt.bth.put(&b)
			if want := unhex(t, tt.wire); !bytes.Equal(b[:], want) {
				t.Errorf("put % x, want % x", b, want)
			}
			got := BTH{UDSendOnly, true, true, 3, 0xffff, 0xffffff, true, 0xffffff}
			got.parse(&b)
			if got != tt.bth {
				t.Errorf("parse %+v, want %+v", got, tt.bth)
			}
		})
	}
}

func TestBTHKeepsToItsBits(t *testing.T) {
	var b [BTHSize]byte
	h := BTH{PadCount: 0xfc, DestQP: 0xff000001, PSN: 0xff000002}
	h.put(&b)
	if want := unhex(t, "00 00 0000 00 000001 00 000002"); !bytes.Equal(b[:], want) {
		t.Errorf("put % x, want % x", b, want)
	}
}

func TestBTHIgnoresReservedBits(t *testing.T) {
	var h BTH
	h.parse((*[BTHSize]byte)(unhex(t, "00 00 0000 ff 000001 7f 000002")))
	if want := (BTH{DestQP: 1, PSN: 2}); h != want {
		t.Errorf("parse %+v, want %+v", h, want)
	}
}
