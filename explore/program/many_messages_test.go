package program

import (
	"slices"
	"testing"
)

// Programs of some numbers send more messages by one queue pair than 12 or 16 bits count, from the end that
// has asked for the connection, and leave their queues as deep as they are.
func TestSomeProgramsWearAQueuePairOut(t *testing.T) {
	for number, least := range map[int]int{singleConnection: 1 << 12, firstMany: 1 << 16, singleConnection + 16: 0} {
		p := Generate(3, number, style)
		sent, resized := 0, false
		for _, s := range p.Steps {
			resized = resized || s.Op == Resize
			if s.Op == Send && s.Bits&0xff == 0 && s.Times > 1 {
				sent += s.Times
			}
		}
		if sent < least || resized && least > 0 {
			t.Errorf("program %d sends %d messages in a row, resizes %v", number, sent, resized)
		}
	}
}

// A step that is carried out again keeps its object.
func TestAgain(t *testing.T) {
	for _, op := range ops {
		s := Step{Op: op, Bits: 0x123456789a_bcde}
		again := s.Again(3)
		if again.Bits&0xffff != s.Bits&0xffff || s.Again(0) != s {
			t.Errorf("%s: %#x", op, again.Bits)
		}
		if same := slices.Contains([]Op{Results, Notify, Cancel, Resize, Refuse, Spare, Reject}, op); (again == s) != same {
			t.Errorf("%s: %#x is the same: %v", op, again.Bits, again == s)
		}
	}
}
