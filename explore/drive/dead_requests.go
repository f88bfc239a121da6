package drive

import (
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/nd2"
)

// deadRequests posts a request of each kind to a queue pair of an adapter that has been removed. Each
// must be refused, or fail if it ever ends.
func (d *driver) deadRequests(end, connection int, pair nd2.QueuePair) *model.Violation {
	s, o := d.side[end], d.side[1-end]
	at, to := s.regions[0], o.regions[0]
	list := []nd2.SGE{{Buffer: at.bytes[:1], MemoryRegionToken: at.local}}
	posts := []func() nd2.Status{
		func() nd2.Status { return pair.Send(nobodys, nil, 0) },
		func() nd2.Status { return pair.Write(nobodys, list, to.base, to.remote, 0) },
		func() nd2.Status { return pair.Read(nobodys, list, to.base, to.remote, 0) },
	}
	if len(s.windows) > 0 {
		posts = append(posts,
			func() nd2.Status { return pair.Bind(nobodys, at, s.windows[0], at.bytes, nd2.AllowRead) },
			func() nd2.Status { return pair.Invalidate(nobodys, s.windows[0], 0) })
	}
	if !d.world.MayInitiate(connection, end) {
		posts = nil
	}
	if s.shared == nil || connection%2 == 0 { // its Receives are not of a shared queue
		posts = append(posts, func() nd2.Status { return pair.Receive(nobodys, list) })
	}
	for _, post := range posts {
		st := post()
		d.log.note("end %d, connection %d: a request of the adapter that has been removed returned %v", end, connection, st)
		if st.Failed() {
			continue
		}
		if v := d.deadResults(s); v != nil {
			return v
		}
	}
	return nil
}

// deadResults takes all results of an adapter that has been removed, and judges those of requests
// that were posted since.
func (d *driver) deadResults(s *side) *model.Violation {
	for _, q := range s.queues {
		for n := 1; n > 0; {
			n = min(int(q.GetResults(d.buf[:])), len(d.buf))
			for _, r := range d.buf[:n] {
				if r.RequestContext == nobodys && r.Status == nd2.Success {
					return model.Violates(onlyCleanup, "no request of an adapter that has been removed to succeed", "a %v has",
						r.RequestType)
				}
			}
		}
	}
	return nil
}
