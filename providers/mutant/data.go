package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// data break which bytes arrive where.
func data() []Mutant {
	return slices.Concat(
		outgoing("qp.send.delivers", send), outgoing("qp.write.stores", write),
		incoming("qp.read.fetches", nd2.RequestRead), incoming("qp.send.delivers", nd2.RequestReceive),
		scattered("qp.send.gathers", send), scattered("qp.write.gathers", write), scattered("qp.read.scatters", read),
		scattered("qp.receive.scatters", receive), scattered("srq.receive.scatters", sharedReceive),
		[]Mutant{
			by("qp.write.stores", "one-more", "A Write stores a byte more than it has.",
				before(write, func(c *call) { c.sge = longer(c.sge) })),
			by("qp.receive.scatters", "beyond", "A message overwrites the byte behind the Receive's entries.",
				each(func(o *outcome) {
					if o.succeeded(nd2.RequestReceive) {
						overwriteBehind(o.of.sge)
					}
				})),
			by("srq.receive.scatters", "beyond", "A message overwrites the byte behind the Receive's entries.",
				each(func(o *outcome) {
					if o.taken() && o.Status == nd2.Success {
						overwriteBehind(o.of.sge)
					}
				})),
			by("qp.receive.shorter-message", "rest", "A message shorter than the Receive changes the byte behind itself.",
				each(func(o *outcome) {
					if o.succeeded(nd2.RequestReceive) {
						flip(o.of.sge, int(o.BytesTransferred))
					}
				})),
			by("qp.receive.shorter-message", "room", "BytesTransferred of a Receive is how much it had room for.",
				each(func(o *outcome) {
					if o.succeeded(nd2.RequestReceive) {
						o.BytesTransferred = uint32(total(o.of.sge))
					}
				})),
			by("qp.receive.longer-message", "beyond", "A message longer than the Receive overwrites the byte behind its entries.",
				each(func(o *outcome) {
					if o.of != nil && o.RequestType == nd2.RequestReceive && o.Status != nd2.Success && o.Status != nd2.Canceled {
						overwriteBehind(o.of.sge)
					}
				})),
			by("qp.receive.longer-message", "sender-goes-on", "The sender of a message longer than the Receive learns of nothing, and its connection goes on.",
				func() defect {
					var unaware record[bool]
					return each(func(o *outcome) {
						if o.on == nil {
							return
						}
						if o.RequestType == nd2.RequestSend && o.Status == nd2.RemoteError {
							unaware.set(o.on.base(), true)
						}
						if unaware.get(o.on.base()) {
							o.Status = nd2.Success
						}
					})()
				}),
		},
		lateLists(), sided(), fences(),
	)
}

// outgoing makes mutants that damage what a method sends.
func outgoing(entry, method string) []Mutant {
	const packet = 4096 // bytes; the engine's largest
	damaging := func(which func(n int) int) func() defect {
		return at(method, func(c *call) nd2.Status {
			n := total(c.sge)
			i := which(n)
			if i < 0 || i >= n {
				return c.proceed()
			}
			sge := slices.Clone(c.sge)
			flip(sge, i)
			if c.flags&(nd2.Inline|nd2.SilentSuccess) != 0 {
				defer flip(sge, i)
			} else {
				c.ended = func(*outcome) { flip(sge, i) }
			}
			return c.proceed()
		})
	}
	return []Mutant{
		by(entry, "first-byte", "The first byte that is sent is wrong.", damaging(func(int) int { return 0 })),
		by(entry, "last-byte", "The last byte that is sent is wrong.", damaging(func(n int) int { return n - 1 })),
		by(entry, "second-packet", "The first byte of the second packet is wrong.", damaging(func(int) int { return packet })),
		by(entry, "packet-end", "The last byte of the first of several packets is wrong.", damaging(func(n int) int {
			if n <= packet {
				return -1
			}
			return packet - 1
		})),
	}
}

// incoming makes mutants that damage what is received.
func incoming(entry string, t nd2.RequestType) []Mutant {
	arrived := func(change func(o *outcome)) func() defect {
		return each(func(o *outcome) {
			if o.succeeded(t) {
				change(o)
			}
		})
	}
	length := func(o *outcome) int {
		if t == nd2.RequestReceive {
			return int(o.BytesTransferred)
		}
		return total(o.of.sge)
	}
	return []Mutant{
		by(entry, "last-byte-stored", "The last byte that arrives is stored wrong.", arrived(func(o *outcome) { flip(o.of.sge, length(o)-1) })),
		by(entry, "middle-byte-stored", "A byte in the middle of what arrives is stored wrong.", arrived(func(o *outcome) { flip(o.of.sge, length(o)/2) })),
		by(entry, "byte-behind", "The byte behind what arrives is overwritten.", arrived(func(o *outcome) {
			if length(o) == total(o.of.sge) {
				overwriteBehind(o.of.sge)
			} else {
				flip(o.of.sge, length(o))
			}
		})),
	}
}

// scattered makes mutants of the entries of a method's list.
func scattered(entry, method string) []Mutant {
	return []Mutant{
		by(entry, "reversed", "The entries are used last first.", before(method, func(c *call) {
			c.sge = slices.Clone(c.sge)
			slices.Reverse(c.sge)
		})),
		by(entry, "boundary", "The last byte of the first entry and the first of the second are used in the wrong order.", before(method, func(c *call) {
			if len(c.sge) < 2 || len(c.sge[0].Buffer) == 0 || len(c.sge[1].Buffer) == 0 {
				return
			}
			a, b := c.sge[0].Buffer, c.sge[1].Buffer
			swap := func() { a[len(a)-1], b[0] = b[0], a[len(a)-1] }
			if method == send || method == write {
				swap()
			}
			c.ended = func(*outcome) { swap() }
		})),
		by(entry, "last-skipped", "The last of several entries is left out.", before(method, func(c *call) {
			if len(c.sge) > 1 {
				c.sge = c.sge[:len(c.sge)-1]
			}
		})),
	}
}

// lateLists are mutants that look at the client's list, or at inline data, only at
// the next call.
func lateLists() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"qp.send.list-is-copied", send},
		{"qp.write.list-is-copied", write},
		{"qp.read.list-is-copied", read},
		{"qp.receive.list-is-copied", receive},
		{"srq.receive.list-is-copied", sharedReceive},
		{"qp.send.inline-is-copied", send},
		{"qp.write.inline-is-copied", write},
	} {
		list = append(list, by(m.entry, "late", "What a request names is looked at after the call has returned.", deferring(m.method)))
	}
	return list
}

// deferring makes a defect by which requests of a method are posted with the next
// call on anything.
func deferring(method string) func() defect {
	return func() defect {
		var late record[[]func()]
		return defect{call: func(c *call) nd2.Status {
			if betweenRequests(c) {
				return c.proceed()
			}
			for _, post := range late.set(nil, nil) {
				post()
			}
			if c.method != method {
				return c.proceed()
			}
			late.update(nil, func(list []func()) []func() { return append(list, func() { c.proceed() }) })
			return nd2.Success
		}}
	}
}

// sided are mutants by which a one-sided request shows at the peer.
func sided() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{{"qp.read.one-sided", read}, {"qp.write.one-sided", write}} {
		list = append(list, by(m.entry, "takes-a-receive", "The request takes a Receive of the peer.",
			after(m.method, func(c *call) { c.pair().inner.Send(0, nil, nd2.SilentSuccess) })))
	}
	return list
}

// fences are mutants by which ND_OP_FLAG_READ_FENCE of a request is ignored.
func fences() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"qp.send.read-fence", send}, {"qp.write.read-fence", write}, {"qp.read.read-fence", read},
	} {
		list = append(list, by(m.entry, "ignored", "ND_OP_FLAG_READ_FENCE is ignored.",
			before(m.method, func(c *call) { c.flags &^= nd2.ReadFence })))
	}
	for _, m := range []struct{ entry, method string }{
		{"qp.bind.read-fence", bind}, {"qp.invalidate.read-fence", invalidate},
	} {
		list = append(list, by(m.entry, "overtakes", "A request with ND_OP_FLAG_READ_FENCE completes before the Read before it has stored what it fetched.",
			overtaking(m.method)))
	}
	return list
}

// overtaking makes a defect by which, when a request with a fence has completed, the
// memory of the Read before it is as it was before.
func overtaking(method string) func() defect {
	return func() defect {
		var undo record[func()]
		return defect{call: func(c *call) nd2.Status {
			switch {
			case c.method == read:
				sge := slices.Clone(c.sge)
				var was [][]byte
				for _, e := range sge {
					was = append(was, slices.Clone(e.Buffer))
				}
				undo.set(c.object, func() {
					for i, e := range sge {
						copy(e.Buffer, was[i])
					}
				})
			case c.method == method && c.flags&nd2.ReadFence != 0:
				c.ended = func(o *outcome) {
					if restore := undo.set(o.of.object, nil); restore != nil {
						restore()
					}
				}
			}
			return c.proceed()
		}}
	}
}

// flip makes the byte at an offset into what entries name a wrong one, or right
// again.
func flip(sge []nd2.SGE, offset int) {
	for _, e := range sge {
		if offset >= 0 && offset < len(e.Buffer) {
			e.Buffer[offset] ^= 0x80
			return
		}
		offset -= len(e.Buffer)
	}
}

// longer gives entries the last of which names a byte more, if there is one.
func longer(sge []nd2.SGE) []nd2.SGE {
	sge = slices.Clone(sge)
	if n := len(sge); n > 0 {
		sge[n-1].Buffer = lengthened(sge[n-1].Buffer)
	}
	return sge
}

// lengthened gives b with the byte behind it, if there is one.
func lengthened(b []byte) []byte { return b[:min(len(b)+1, cap(b))] }

// overwriteBehind changes the byte behind the last entry, if there is one.
func overwriteBehind(sge []nd2.SGE) {
	if n := len(sge); n > 0 {
		if b := sge[n-1].Buffer; cap(b) > len(b) {
			b[:len(b)+1][len(b)] ^= 0x80
		}
	}
}
