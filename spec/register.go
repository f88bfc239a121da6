package spec

import (
	"context"

	"github.com/ndconform/ndconform/nd2"
)

// Register registers part of a buffer, or memory that is registered already, with
// this side's adapter, until the spec ends. The spec is unobservable if the adapter
// registers only less.
func (s *Side) Register(buffer []byte, rights nd2.RegionFlags) *Region {
	s.needRegistration(len(buffer))
	passed := begin(s.ctx, PrerequisiteRegistration)
	r := &Region{MemoryRegion: s.MemoryRegion(), Bytes: buffer}
	succeed("IND2MemoryRegion::Register", Start(s.ctx, r.MemoryRegion, func(o *nd2.Overlapped) nd2.Status {
		return r.MemoryRegion.Register(buffer, rights, o)
	}).Wait())
	AtEnd(s.ctx, func(ctx context.Context) { Start(ctx, r.MemoryRegion, r.Deregister).Wait() })
	passed()
	return r
}
