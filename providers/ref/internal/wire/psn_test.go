package wire

import "testing"

func TestPSNArithmeticWraps(t *testing.T) {
	const half = 1 << 23
	tests := []struct {
		from PSN
		n    int
		to   PSN
		sub  int32 // to - from
	}{
		{0x000000, 0, 0x000000, 0},
		{0x000000, 1, 0x000001, 1},
		{0x000000, -1, 0xffffff, -1},
		{0xffffff, 1, 0x000000, 1},
		{0xfffffe, 5, 0x000003, 5},
		{0x000003, -5, 0xfffffe, -5},
		{0x800000, 0x800000 - 1, 0xffffff, half - 1},
		{0x123456, half - 1, 0x923455, half - 1},
		{0x123456, -half, 0x923456, -half},
		{0x123456, half, 0x923456, -half},
		{0x123456, 1 << 24, 0x123456, 0},
	}
	for _, tt := range tests {
		if got := tt.from.Add(tt.n); got != tt.to {
			t.Errorf("%#x.Add(%d) = %#x, want %#x", tt.from, tt.n, got, tt.to)
		}
		if got := tt.to.Sub(tt.from); got != tt.sub {
			t.Errorf("%#x.Sub(%#x) = %d, want %d", tt.to, tt.from, got, tt.sub)
		}
		if got := tt.to.After(tt.from); got != (tt.sub > 0) {
			t.Errorf("%#x.After(%#x) = %v", tt.to, tt.from, got)
		}
		if got := tt.to.Before(tt.from); got != (tt.sub < 0) {
			t.Errorf("%#x.Before(%#x) = %v", tt.to, tt.from, got)
		}
	}
}

func TestPSNMask(t *testing.T) {
	if got := PSN(0xab123456).Mask(); got != 0x123456 {
		t.Errorf("Mask() = %#x", got)
	}
}
