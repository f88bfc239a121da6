package cm

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

// Tick is a point in time or a span of time, in microseconds; points count from an
// origin of the host's choice.
type Tick uint64

// Timing is how long a side waits for its peer.
type Timing struct {
	// Response is how soon the peer is expected to answer, and this side to
	// answer it (12.7, Remote and Local CM Response Timeout).
	Response wire.Timeout
	// Retries is how often an unanswered message is sent again, at most 15.
	Retries uint8
	// Service is how long an MRA asks the peer to be patient.
	Service wire.Timeout
}

// longestResponse bounds the response time that a peer may ask for, about 9 s: no peer can tie up a
// connection for hours.
const longestResponse wire.Timeout = 21

func span(t wire.Timeout) Tick { return Tick(t.Microseconds()) }
