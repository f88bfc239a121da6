package soak

import (
	"math/bits"

	"github.com/ndconform/ndconform/internal/ndclient"
)

// short is the length of the longest message of most lines, and long that of one line in longEvery;
// guard is how many bytes lie around what a message may touch.
const (
	short     = 2 << 10
	long      = 1 << 20
	longEvery = 50
	guard     = 64
)

// The places of a slot.
const (
	outgoing = iota // what Sends and Writes carry away, and what the peer reads
	incoming        // where Receives store
	written         // where the peer writes
	fetched         // where Reads store
	places
)

// A line is a connection that carries traffic. An end has a slot for each line, with a place for each
// way in which bytes move.
type line struct {
	*ndclient.Connection
	number int
	// slot is where the line's slot begins, and most the length of its longest message.
	slot, most int
	// left counts the results that are missing in a round, and length is that of its messages.
	left   [2]int
	length int
}

// place returns how long a place of the line is, and size how long its slot is.
func (l *line) place() int { return l.most + guard }
func (l *line) size() int  { return guard + places*l.place() }

// layOut gives each line its slot: as many lines as are asked for, or as there is room for in one
// registration, but at least one, whose messages are short enough. No message is longer than longest. It
// returns the size of them all.
func (r *rig) layOut(pairs, longest int) (lines []*line, size int) {
	room := 1 << 30
	for _, s := range r.side {
		room, longest = min(room, int(min(s.Info.MaxRegistrationSize, 1<<30))), min(longest, int(s.Info.MaxTransferLength))
	}
	longest = max(1, min(longest, (room-guard)/places-guard))
	for n := range pairs {
		l := &line{number: n, slot: size, most: min(short, longest)}
		if n%longEvery == 1 {
			l.most = longest
		}
		if size+l.size() > room && n > 0 {
			l.most = min(short, longest)
			if size+l.size() > room {
				break
			}
		}
		lines, size = append(lines, l), size+l.size()
	}
	return lines, size
}

// at returns the offset of a place of a line.
func (l *line) at(place int) int { return l.slot + guard + place*l.place() }

// length draws the length of a line's next message: of a long line, any up to the longest, or near
// a power of two, where packets and pages end.
func (t *traffic) length(l *line) int {
	if near := 1 << t.rng.IntN(bits.Len(uint(l.most))); l.most > short && t.rng.IntN(2) == 0 {
		return max(1, min(near-1+t.rng.IntN(3), l.most))
	}
	return 1 + t.rng.IntN(l.most)
}
