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

// ExpectUsableAsSent shows that a token which opens 8 bytes of the active end's memory, from byte 64 on,
// works for the peer just as it was sent there.
func ExpectUsableAsSent(ctx context.Context, c *Connection, token func() uint32) {
	mine, theirs := c.Active.Memory, c.Passive.Memory
	Overwrite(mine.Bytes, binary.NativeEndian.AppendUint64(nil, mine.Address(64)))
	Overwrite(mine.Bytes[8:], binary.NativeEndian.AppendUint32(nil, token()))
	Expect(c.Passive.Receive(1, theirs.List(32, 12))).To(Return(nd2.Success))
	Expect(c.Active.Send(1, mine.List(0, 12), 0)).To(Return(nd2.Success))
	Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
	Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))

	data := theirs.Fill(0, 8, 0x42)
	to := Remote{
		Address: binary.NativeEndian.Uint64(Contents(theirs.Bytes[32:40])),
		Token:   binary.NativeEndian.Uint32(Contents(theirs.Bytes[40:44])),
	}
	ended := c.Passive.Store(ctx, to, 8)
	Expect(ended).To(Return(nd2.Success), swapped(ctx, c, ended))
	c.Settle(ctx)
	Expect(mine.Bytes[64:72]).To(HoldBytes(data))
}

// swapped says that the tokens' bytes are swapped if a Write failed and succeeds with them reversed. The failure has
// ended the connection, so that it needs another.
func swapped(ctx context.Context, c *Connection, ended any) string {
	if succeeded, _ := Return(nd2.Success).Match(ended); succeeded {
		return ""
	}
	c = ConnectEnds(ctx, c.Active.End(Shape{}), c.Passive.End(Shape{}))
	to := c.Active.Memory.Remote()
	to.Token = bits.ReverseBytes32(to.Token)
	if succeeded, _ := Return(nd2.Success).Match(c.Passive.Store(ctx, to, 8)); !succeeded {
		return ""
	}
	return "the tokens' bytes are swapped: reversed, a region's token works"
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
