package drive

import (
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// forgery turns a token into a token that no object has.
const forgery = 0x5a5a5a5a

// post makes the call of a request.
func (d *driver) post(t *task, s *side) nd2.Status {
	c, list := t.Call, t.list
	pair, context := d.links[c.Connection].pair[c.End], uintptr(c.Context)
	op := c.Op
	if op == program.Fail {
		op = map[nd2.RequestType]program.Op{
			nd2.RequestSend: program.Send, nd2.RequestWrite: program.Write,
			nd2.RequestRead: program.Read,
		}[c.Request]
	}
	switch op {
	case program.Send:
		return pair.Send(context, list, c.Flags)
	case program.Receive:
		if c.Shared {
			return s.shared.Receive(context, list)
		}
		return pair.Receive(context, list)
	case program.Write:
		address, token := d.remote(c)
		return pair.Write(context, list, address, token, c.Flags)
	case program.Read:
		address, token := d.remote(c)
		return pair.Read(context, list, address, token, c.Flags)
	case program.Bind:
		r, w := s.regions[c.Remote.Region], s.windows[c.Window]
		st := pair.Bind(context, r.MemoryRegion, w, r.bytes[c.Remote.Offset:c.Remote.Offset+c.Remote.Length], c.Flags)
		if st == nd2.Success {
			t.token, t.bound = w.GetRemoteToken(), r
		}
		return st
	}
	return pair.Invalidate(context, s.windows[c.Window], c.Flags)
}

// noteBind notes the token that a window has got from a Bind, and to what it is bound.
func (s *side) noteBind(window int, token uint32, to *region) {
	if s.tokens == nil {
		s.tokens, s.bound = map[nd2.MemoryWindow][]uint32{}, map[nd2.MemoryWindow]*region{}
	}
	w := s.windows[window]
	s.tokens[w], s.bound[w] = append(s.tokens[w], token), to
}

// dead returns a token that was good once, or, if that stands for something else by now, a token that no object has.
func (s *side) dead(token uint32) uint32 {
	for _, w := range s.windows {
		if w.GetRemoteToken() == token {
			return token ^ forgery
		}
	}
	for _, r := range s.registrations() {
		if r.remote == token {
			return token ^ forgery
		}
	}
	return token
}

// badToken returns the local token of a registration that has ended, or else a token that no object has.
func (s *side) badToken(choice uint64, good uint32) uint32 {
	if len(s.endedTokens) == 0 {
		return good ^ forgery
	}
	token := s.endedTokens[choice%uint64(len(s.endedTokens))]
	for _, r := range s.registrations() {
		if r.local == token {
			return good ^ forgery
		}
	}
	return token
}

// list returns a call's scatter/gather list.
func (s *side) list(c *model.Call) []nd2.SGE {
	var list []nd2.SGE
	only := badEntry(c)
	for i, p := range c.Entries {
		r := s.regions[p.Region]
		token := r.local
		switch {
		case c.BadToken && (only < 0 || i == only):
			token = s.badToken(c.Choice, token)
		case c.Flags&nd2.Inline != 0 && c.Context%8 == 5: // nobody looks at it
			token ^= forgery
		}
		list = append(list, nd2.SGE{Buffer: r.bytes[p.Offset : p.Offset+p.Length], MemoryRegionToken: token})
	}
	return list
}

// onePacket is how many bytes go in one packet of any path MTU.
const onePacket = 256

// badEntry returns which entry of a call with a bad token has it, or -1 for all. It is just one only of a Send or
// a Write of one packet: what comes before it, of a longer one or of a Read, may move.
func badEntry(c *model.Call) int {
	var filled []int
	length := 0
	for i, p := range c.Entries {
		if length += p.Length; p.Length > 0 {
			filled = append(filled, i)
		}
	}
	which := int(c.Choice >> 32 % uint64(len(filled)+1))
	if c.Op == program.Fail && c.Request != nd2.RequestRead && length <= onePacket && which < len(filled) {
		return filled[which]
	}
	return -1
}

// remote returns the address and the token of a place at the other end.
func (d *driver) remote(c *model.Call) (address uint64, token uint32) {
	o := d.side[1-c.End]
	r := o.regions[c.Remote.Region]
	token = r.remote
	switch {
	case c.Rights != 0 && o.restricted != nil:
		token = o.restricted.remote
	case c.Retired > 0:
		token = o.dead(o.retired[c.Retired-1])
	case c.Window >= 0 && c.Invalidated > 0:
		token = o.dead(o.tokens[o.windows[c.Window]][c.Invalidated-1])
	case c.Window >= 0:
		token = o.windows[c.Window].GetRemoteToken()
	}
	if c.Forged {
		token ^= forgery
	}
	return r.base + uint64(c.Remote.Offset) + c.Beyond, token
}
