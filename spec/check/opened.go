package check

import (
	"context"
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// ExpectUsableAsSent shows that a token works for the peer just as it was sent there. open opens 8 bytes of the active
// end's memory, from byte 64 on, and returns their token.
func ExpectUsableAsSent(ctx context.Context, open func(*Connection) uint32) {
	c := Connect(ctx, Shape{})
	mine, theirs := c.Active.Memory, c.Passive.Memory
	address := binary.NativeEndian.AppendUint64(nil, mine.Address(64))
	Overwrite(mine.Bytes, binary.NativeEndian.AppendUint32(address, open(c)))
	Expect(c.Passive.Receive(1, theirs.List(32, 12))).To(Return(nd2.Success))
	Expect(c.Active.Send(1, mine.List(0, 12), 0)).To(Return(nd2.Success))
	Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
	Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))

	data := theirs.Fill(0, 8, 0x42)
	sent := Contents(theirs.Bytes[32:44])
	to := Remote{Address: binary.NativeEndian.Uint64(sent), Token: binary.NativeEndian.Uint32(sent[8:])}
	stored := c.Passive.Store(ctx, to, 8)
	Expect(stored).To(Return(nd2.Success), swapped(ctx, stored, open))
	c.Settle(ctx)
	Expect(mine.Bytes[64:72]).To(HoldBytes(data))
}

// swapped says so if a Write failed because the token's bytes are swapped: reversed, one works on another connection.
func swapped(ctx context.Context, stored any, open func(*Connection) uint32) string {
	if succeeded, _ := Return(nd2.Success).Match(stored); succeeded {
		return ""
	}
	c := Connect(ctx, Shape{})
	to := Remote{Address: c.Active.Memory.Address(64), Token: bits.ReverseBytes32(open(c))}
	if succeeded, _ := Return(nd2.Success).Match(c.Passive.Store(ctx, to, 8)); !succeeded {
		return ""
	}
	return "the tokens' bytes are swapped: a token works with its bytes reversed"
}

// ExpectOpenToTheEnds shows that the peer can read from memory and write to it from its first byte to its
// last: the part of a buffer that begins at an offset and has a size.
func ExpectOpenToTheEnds(ctx context.Context, c *Connection, opened Remote, buffer []byte, start, size int) {
	want := slices.Clone(Contents(buffer))
	for _, part := range []struct{ offset, size int }{{0, min(size, c.MaxTransfer())}, {0, 1}, {size - 1, 1}} {
		Expect(c.Active.Fetch(ctx, opened.At(part.offset), part.size)).To(Return(nd2.Success))
		Expect(c.Active.Memory.Bytes[:part.size]).To(HoldBytes(buffer[start+part.offset:][:part.size]))
		data := c.Active.Memory.Fill(0, part.size, byte(part.size)|0x11)
		Expect(c.Active.Store(ctx, opened.At(part.offset), part.size)).To(Return(nd2.Success))
		copy(want[start+part.offset:], data)
		c.Settle(ctx)
		Expect(buffer).To(HoldBytes(want))
	}
}
