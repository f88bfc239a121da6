package fabric

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

// MaxPayload is the largest payload of a frame in bytes: the largest path MTU.
const MaxPayload = 4096

const (
	// cacheLine is what payloads are aligned to, in bytes.
	cacheLine = 64
	// headroom holds the headers before the payload.
	headroom = cacheLine
	// tailroom holds pad and ICRC.
	tailroom = 4 + wire.ICRCSize
)

// A Frame is a buffer for a datagram, with the datagram's path.
type Frame struct {
	// Path is the sender's path.
	Path *Path

	// number is the frame's place among all frames put into rings or outboxes.
	number     uint64
	start, end int
	// request says that a requester has sent the frame; answer, that it is an ACK.
	request, answer bool
	// identified is the IPv4 header's identification for which the frame is sealed.
	identified uint16
	// The buffer begins on a cache line: 36 bytes precede it, and the word that Go's
	// allocator puts before a large object with pointers. An offset unknown to the compiler
	// would cost a small message a twenty-fifth.
	_      [cacheLine - 36 - 8]byte
	buffer [headroom + MaxPayload + tailroom]byte
}

// Payload returns the room for n bytes of payload, n <= MaxPayload.
func (f *Frame) Payload(n int) []byte { return f.buffer[headroom : headroom+n : headroom+n] }

// Seal makes the frame p's datagram on the path. It copies p's payload unless it is already
// where Payload puts it.
func (f *Frame) Seal(p *wire.Packet, path *Path) {
	f.Path, f.identified = path, 0
	f.request, f.answer = p.Opcode.IsRequest(), p.Opcode == wire.Acknowledge && p.AETH.Syndrome.IsAck()
	f.start = headroom - p.HeaderSize()
	f.end = f.start + p.Size()
	p.EncodeHeader(f.buffer[f.start:headroom])
	if len(p.Payload) > 0 && &p.Payload[0] != &f.buffer[headroom] {
		wire.SealWith(f.buffer[f.start:f.end], p.Payload, headroom-f.start, &path.Flow)
		return
	}
	wire.Seal(f.buffer[f.start:f.end], &path.Flow)
}

// Open decodes the datagram into p, whose payload stays in the frame. It reports whether it
// is a whole packet.
func (f *Frame) Open(p *wire.Packet) bool {
	return p.Decode(f.Datagram()) == nil && f.Path.whole(p, f.Datagram())
}

// Datagram returns the frame's bytes, from BTH to ICRC.
func (f *Frame) Datagram() []byte { return f.buffer[f.start:f.end:f.end] }

// copyFrom makes f a copy of g.
func (f *Frame) copyFrom(g *Frame) {
	f.Path, f.start, f.end = g.Path, g.start, g.end
	copy(f.Datagram(), g.Datagram())
}
