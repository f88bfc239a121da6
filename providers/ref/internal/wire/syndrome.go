package wire

import "fmt"

// A Syndrome is an AETH's verdict, and its detail. Source: IBTA 9.3.5 (AETH syndrome
// field).
//
//	+-+---+---------+
//	|0|0 0| Credits |  ACK: credits, or NoCredits
//	|0|0 1|  Timer  |  RNR NAK: how long to wait
//	|0|1 1|  Code   |  NAK: why
//	+-+---+---------+
type Syndrome uint8

const (
	syndromeAck    Syndrome = 0x00
	syndromeRNRNak Syndrome = 0x20
	syndromeNak    Syndrome = 0x60

	syndromeKind   Syndrome = 0xe0
	syndromeDetail Syndrome = 0x1f
)

// NoCredits replaces the credits where there is no end-to-end flow control. Source:
// IBTA 9.7.7.2 (end-to-end flow control).
const NoCredits = 0x1f

// Ack returns the syndrome of an ACK with coded credits, or NoCredits.
func Ack(credits uint8) Syndrome { return syndromeAck | Syndrome(credits)&syndromeDetail }

// RNRNak returns the syndrome of an RNR NAK that asks for a wait of t.
func RNRNak(t RNRTimer) Syndrome { return syndromeRNRNak | Syndrome(t)&syndromeDetail }

// Nak returns the syndrome of a NAK.
func Nak(c NakCode) Syndrome { return syndromeNak | Syndrome(c)&syndromeDetail }

// IsAck reports whether s is an ACK.
func (s Syndrome) IsAck() bool { return s&syndromeKind == syndromeAck }

// IsRNRNak reports whether s is an RNR NAK.
func (s Syndrome) IsRNRNak() bool { return s&syndromeKind == syndromeRNRNak }

// IsNak reports whether s is a NAK.
func (s Syndrome) IsNak() bool { return s&syndromeKind == syndromeNak }

// Credits returns an ACK's coded credits.
func (s Syndrome) Credits() uint8 { return uint8(s & syndromeDetail) }

// RNRTimer returns an RNR NAK's wait.
func (s Syndrome) RNRTimer() RNRTimer { return RNRTimer(s & syndromeDetail) }

// NakCode returns a NAK's reason.
func (s Syndrome) NakCode() NakCode { return NakCode(s & syndromeDetail) }

// String returns the kind and its detail.
func (s Syndrome) String() string {
	switch {
	case s == Ack(NoCredits):
		return "ACK"
	case s.IsAck():
		return fmt.Sprintf("ACK credits=%d", s.Credits())
	case s.IsRNRNak():
		return fmt.Sprintf("RNR NAK %dus", s.RNRTimer().Microseconds())
	case s.IsNak():
		return "NAK " + s.NakCode().String()
	}
	return fmt.Sprintf("syndrome 0x%02x", uint8(s))
}

// A NakCode is the reason of a NAK. Source: IBTA 9.7.5.2 (NAK codes).
type NakCode uint8

// The reasons of a NAK.
const (
	PSNSequenceError       NakCode = 0
	InvalidRequest         NakCode = 1
	RemoteAccessError      NakCode = 2
	RemoteOperationalError NakCode = 3
	InvalidRDRequest       NakCode = 4
)

var nakNames = [...]string{
	"PSN Sequence Error",
	"Invalid Request",
	"Remote Access Error",
	"Remote Operational Error",
	"Invalid RD Request",
}

// String returns IBTA's name.
func (c NakCode) String() string {
	if int(c) < len(nakNames) {
		return nakNames[c]
	}
	return fmt.Sprintf("code %d", uint8(c))
}
