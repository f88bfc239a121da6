package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// data break which bytes arrive where.
func data() []Mutant {
	return slices.Concat(
		outgoing("qp.send.delivers", calls.QPSend), outgoing("qp.write.stores", calls.QPWrite),
		incoming("qp.read.fetches", nd2.RequestRead), incoming("qp.send.delivers", nd2.RequestReceive),
		scattered("qp.send.gathers", calls.QPSend), scattered("qp.write.gathers", calls.QPWrite), scattered("qp.read.scatters", calls.QPRead),
		scattered("qp.receive.scatters", calls.QPReceive), scattered("srq.receive.scatters", calls.SRQReceive),
		[]Mutant{
			by("qp.write.stores", "one-more", "A Write stores a byte more than it has.",
				before(calls.QPWrite, func(c *calls.Call) { c.SGE = longer(c.SGE) })),
			by("qp.receive.scatters", "beyond", "A message overwrites the byte behind the Receive's entries.",
				each(func(o *calls.Outcome) {
					if o.Succeeded(nd2.RequestReceive) {
						overwriteBehind(o.Of.SGE)
					}
				})),
			by("srq.receive.scatters", "beyond", "A message overwrites the byte behind the Receive's entries.",
				each(func(o *calls.Outcome) {
					if o.FromSRQ() && o.Status == nd2.Success {
						overwriteBehind(o.Of.SGE)
					}
				})),
			by("qp.receive.shorter-message", "rest", "A message shorter than the Receive changes the byte behind itself.",
				each(func(o *calls.Outcome) {
					if o.Succeeded(nd2.RequestReceive) {
						flip(o.Of.SGE, int(o.BytesTransferred))
					}
				})),
			by("qp.receive.shorter-message", "room", "BytesTransferred of a Receive is how much it had room for.",
				each(func(o *calls.Outcome) {
					if o.Succeeded(nd2.RequestReceive) {
						o.BytesTransferred = uint32(total(o.Of.SGE))
					}
				})),
			by("qp.receive.longer-message", "beyond", "A message longer than the Receive overwrites the byte behind its entries.",
				each(func(o *calls.Outcome) {
					if o.Of != nil && o.RequestType == nd2.RequestReceive && o.Status != nd2.Success && o.Status != nd2.Canceled {
						overwriteBehind(o.Of.SGE)
					}
				})),
			by("qp.receive.longer-message", "sender-goes-on", "The sender of a message longer than the Receive learns of nothing, and its connection goes on.",
				func() calls.Hooks {
					var unaware calls.Record[bool]
					return each(func(o *calls.Outcome) {
						if o.On == nil {
							return
						}
						if o.RequestType == nd2.RequestSend && o.Status == nd2.RemoteError {
							unaware.Set(&o.On.Object, true)
						}
						if unaware.Get(&o.On.Object) {
							o.Status = nd2.Success
						}
					})()
				}),
		},
		lateLists(), sided(), fences(), emptyEntries(), lists(), hangovers(),
	)
}

// outgoing makes mutants that damage what a method sends.
func outgoing(entry, method string) []Mutant {
	const packet = 4096 // bytes; the engine's largest
	damaging := func(which func(n int) int) defect {
		return at(method, func(c *calls.Call) nd2.Status {
			n := total(c.SGE)
			i := which(n)
			if i < 0 || i >= n {
				return c.Proceed()
			}
			sge := slices.Clone(c.SGE)
			flip(sge, i)
			if c.Flags&(nd2.Inline|nd2.SilentSuccess) != 0 {
				defer flip(sge, i)
			} else {
				c.OnResult(func(*calls.Outcome) { flip(sge, i) })
			}
			return c.Proceed()
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
	arrived := func(change func(o *calls.Outcome)) defect {
		return each(func(o *calls.Outcome) {
			if o.Succeeded(t) {
				change(o)
			}
		})
	}
	length := func(o *calls.Outcome) int {
		if t == nd2.RequestReceive {
			return int(o.BytesTransferred)
		}
		return total(o.Of.SGE)
	}
	return []Mutant{
		by(entry, "last-byte-stored", "The last byte that arrives is stored wrong.", arrived(func(o *calls.Outcome) { flip(o.Of.SGE, length(o)-1) })),
		by(entry, "middle-byte-stored", "A byte in the middle of what arrives is stored wrong.", arrived(func(o *calls.Outcome) { flip(o.Of.SGE, length(o)/2) })),
		by(entry, "byte-behind", "The byte behind what arrives is overwritten.", arrived(func(o *calls.Outcome) {
			if length(o) == total(o.Of.SGE) {
				overwriteBehind(o.Of.SGE)
			} else {
				flip(o.Of.SGE, length(o))
			}
		})),
	}
}

// scattered makes mutants of the entries of a method's list.
func scattered(entry, method string) []Mutant {
	return []Mutant{
		by(entry, "reversed", "The entries are used last first.", before(method, func(c *calls.Call) {
			c.SGE = slices.Clone(c.SGE)
			slices.Reverse(c.SGE)
		})),
		by(entry, "boundary", "The last byte of the first entry and the first of the second are used in the wrong order.", before(method, func(c *calls.Call) {
			if len(c.SGE) < 2 || len(c.SGE[0].Buffer) == 0 || len(c.SGE[1].Buffer) == 0 {
				return
			}
			a, b := c.SGE[0].Buffer, c.SGE[1].Buffer
			swap := func() { a[len(a)-1], b[0] = b[0], a[len(a)-1] }
			if method == calls.QPSend || method == calls.QPWrite {
				swap()
			}
			c.OnResult(func(*calls.Outcome) { swap() })
		})),
		by(entry, "last-skipped", "The last of several entries is left out.", before(method, func(c *calls.Call) {
			if len(c.SGE) > 1 {
				c.SGE = c.SGE[:len(c.SGE)-1]
			}
		})),
	}
}

// sided are mutants by which a one-sided request shows at the peer.
func sided() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{{"qp.read.one-sided", calls.QPRead}, {"qp.write.one-sided", calls.QPWrite}} {
		list = append(list, by(m.entry, "takes-a-receive", "The request takes a Receive of the peer.",
			after(m.method, func(c *calls.Call) { c.OnQP().Inner.Send(0, nil, nd2.SilentSuccess) })))
	}
	return list
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

// longer returns entries the last of which names a byte more, if there is one.
func longer(sge []nd2.SGE) []nd2.SGE {
	sge = slices.Clone(sge)
	if n := len(sge); n > 0 {
		sge[n-1].Buffer = lengthened(sge[n-1].Buffer)
	}
	return sge
}

// lengthened returns b with the byte behind it, if there is one.
func lengthened(b []byte) []byte { return b[:min(len(b)+1, cap(b))] }

// overwriteBehind changes the byte behind the last entry, if there is one.
func overwriteBehind(sge []nd2.SGE) {
	if n := len(sge); n > 0 {
		if b := sge[n-1].Buffer; cap(b) > len(b) {
			b[:len(b)+1][len(b)] ^= 0x80
		}
	}
}
