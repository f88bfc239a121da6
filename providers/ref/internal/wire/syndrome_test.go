package wire

import "testing"

func TestSyndromes(t *testing.T) {
	const ack, rnr, nak, none = "ack", "rnr", "nak", "none"
	tests := []struct {
		syndrome Syndrome
		code     uint8
		kind     string
		detail   uint8
		text     string
	}{
		{Ack(NoCredits), 0x1f, ack, 31, "ACK"},
		{Ack(0), 0x00, ack, 0, "ACK credits=0"},
		{Ack(30), 0x1e, ack, 30, "ACK credits=30"},
		{Ack(0xe1), 0x01, ack, 1, "ACK credits=1"},
		{RNRNak(0), 0x20, rnr, 0, "RNR NAK 655360us"},
		{RNRNak(1), 0x21, rnr, 1, "RNR NAK 10us"},
		{RNRNak(31), 0x3f, rnr, 31, "RNR NAK 491520us"},
		{RNRNak(0xe1), 0x21, rnr, 1, "RNR NAK 10us"},
		{Nak(PSNSequenceError), 0x60, nak, 0, "NAK PSN Sequence Error"},
		{Nak(InvalidRequest), 0x61, nak, 1, "NAK Invalid Request"},
		{Nak(RemoteAccessError), 0x62, nak, 2, "NAK Remote Access Error"},
		{Nak(RemoteOperationalError), 0x63, nak, 3, "NAK Remote Operational Error"},
		{Nak(InvalidRDRequest), 0x64, nak, 4, "NAK Invalid RD Request"},
		{Nak(5), 0x65, nak, 5, "NAK code 5"},
		{0x40, 0x40, none, 0, "syndrome 0x40"},
		{0x80, 0x80, none, 0, "syndrome 0x80"},
		{0xff, 0xff, none, 31, "syndrome 0xff"},
	}
	for _, tt := range tests {
		s := tt.syndrome
		if uint8(s) != tt.code || s.String() != tt.text {
			t.Errorf("0x%02x %q, want 0x%02x %q", uint8(s), s, tt.code, tt.text)
		}
		if s.IsAck() != (tt.kind == ack) || s.IsRNRNak() != (tt.kind == rnr) || s.IsNak() != (tt.kind == nak) {
			t.Errorf("0x%02x: ACK %v, RNR NAK %v, NAK %v", tt.code, s.IsAck(), s.IsRNRNak(), s.IsNak())
		}
		if s.Credits() != tt.detail || uint8(s.RNRTimer()) != tt.detail || uint8(s.NakCode()) != tt.detail {
			t.Errorf("0x%02x: detail %d, want %d", tt.code, s.Credits(), tt.detail)
		}
	}
}
