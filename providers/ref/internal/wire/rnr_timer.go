package wire

// An RNRTimer is the code for a requester's wait after an RNR NAK, 5 bits. Source: IBTA
// 9.7.5.2.8, table 45 (RNR NAK timer field).
type RNRTimer uint8

const rnrTimers = 32

// rnrMicroseconds is in order of codes; code 0 is the longest time.
var rnrMicroseconds = [rnrTimers]uint32{
	655360, 10, 20, 30, 40, 60, 80, 120,
	160, 240, 320, 480, 640, 960, 1280, 1920,
	2560, 3840, 5120, 7680, 10240, 15360, 20480, 30720,
	40960, 61440, 81920, 122880, 163840, 245760, 327680, 491520,
}

// RNRTimerFor returns the code of the shortest time >= microseconds, or of the longest
// time.
func RNRTimerFor(microseconds uint64) RNRTimer {
	for t := RNRTimer(1); t < rnrTimers; t++ {
		if uint64(rnrMicroseconds[t]) >= microseconds {
			return t
		}
	}
	return 0
}

// Microseconds returns the time to wait.
func (t RNRTimer) Microseconds() uint32 { return rnrMicroseconds[t%rnrTimers] }
