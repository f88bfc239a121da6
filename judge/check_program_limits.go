package judge

import "github.com/ndconform/ndconform/nd2"

// programRequestLimits: a request is within the limits that Query returns.
func programRequestLimits(s *step) {
	info := s.o.limits()
	if info == nil || s.o.pair == nil {
		return
	}
	if s.c.Request == nd2.RequestRead && len(s.c.SGE) > int(info.MaxReadSGE) {
		s.misuse("client.limits.exceeded", s.o, "Read has %d entries, and MaxReadSge is %d", len(s.c.SGE), info.MaxReadSGE)
	}
	if n := bytesOf(s.c.SGE); n > uint64(info.MaxTransferLength) {
		s.misuse("client.limits.exceeded", s.o, "%s is of %d bytes, and MaxTransferLength is %d", s.c.Method, n,
			info.MaxTransferLength)
	}
}

// programRequestFlags: a Read, Bind or Invalidate takes only its type's flags. [programPost] checks the other types.
func programRequestFlags(s *step) {
	flags := nd2.SilentSuccess | nd2.ReadFence
	switch s.c.Request {
	case nd2.RequestBind:
		flags |= nd2.AllowRead | nd2.AllowWrite
	case nd2.RequestRead, nd2.RequestInvalidate:
	default:
		return
	}
	if s.c.Flags&^flags != 0 {
		s.misuse("client.queue-pair.flags", s.o, "%s has the flags %v", s.c.Method, s.c.Flags)
	}
}
