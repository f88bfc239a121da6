package spec

import (
	"context"

	"github.com/ndconform/ndconform/nd2"
)

// Remote is memory as a peer names it.
type Remote struct {
	Address uint64
	Token   uint32
}

// Remote is the region's memory for peers, through its own token.
func (r *Region) Remote() Remote { return r.Through(r.MemoryRegion) }

// Through is the region's memory for peers, through the token of a window or of
// another region.
func (r *Region) Through(w interface{ GetRemoteToken() uint32 }) Remote {
	return Remote{r.Address(0), w.GetRemoteToken()}
}

// At is what begins offset bytes behind it, or before it.
func (r Remote) At(offset int) Remote {
	return Remote{r.Address + uint64(offset), r.Token}
}

// Store Writes the first size bytes of an end's Memory to the peer's, and returns
// what [EndOf] does.
func (e *End) Store(ctx context.Context, to Remote, size int) any {
	return EndOf(ctx, e.Initiated, e.Write(0, e.Memory.List(0, size), to.Address, to.Token, 0))
}

// Fetch Reads size bytes of the peer's memory to the start of an end's Memory, and
// returns what [EndOf] does.
func (e *End) Fetch(ctx context.Context, from Remote, size int) any {
	return EndOf(ctx, e.Initiated, e.Read(0, e.Memory.List(0, size), from.Address, from.Token, 0))
}

// BindWindow binds a window to length bytes of a region from offset, and returns
// when that has succeeded.
func (e *End) BindWindow(ctx context.Context, window nd2.MemoryWindow, r *Region, offset, length int,
	flags nd2.OpFlags,
) {
	bind := func(length int) {
		MustSucceed("Bind", e.Bind(0, r.MemoryRegion, window, r.Bytes[offset:offset+length], flags))
		MustSucceed("the result of the Bind", Result(ctx, e.Initiated).Status)
	}
	for range targetOf(e.ctx).drawn(WindowUse) {
		bind(max(length, min(2*length, len(r.Bytes)-offset, int(min(e.Info.MaxWindowSize, 1<<30)))))
		e.InvalidateWindow(ctx, window)
	}
	bind(length)
}

// InvalidateWindow invalidates a window, and returns when that has succeeded.
func (e *End) InvalidateWindow(ctx context.Context, window nd2.MemoryWindow) {
	MustSucceed("Invalidate", e.Invalidate(0, window, 0))
	MustSucceed("the result of the Invalidate", Result(ctx, e.Initiated).Status)
}
