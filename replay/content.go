package replay

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
)

// mostPosts and mostData are how many posts, and bytes of them, are remembered. Where there are more, bytes are no
// longer checked.
const mostPosts, mostData = 1 << 10, 64 << 20

// contents are the bytes of requests. Only what is certain is checked: that what came is what one Send had, or what
// was at the other end, unless that has changed meanwhile, or something else may have been written to the same place.
type contents struct {
	mu    sync.Mutex
	posts []*post // oldest first; nil where nothing is checked any more
	last  int
	off   bool
}

// A post is a request on a queue.
type post struct {
	line  recorded.Line
	queue *object
	// from and to are its memory; that of a Send is forgotten when it is freed.
	from, to [][]byte
	data     []byte // of from when it was posted, or of to, of a Receive
	rim      []byte // what was behind to
	// number is from 1, and end that of the latest post when its end was seen; it is open as long as it is [math.MaxInt].
	number, end int
	// wrote is a Write that has succeeded, and met what a later request has followed to the peer: success alone may come
	// before the bytes are there.
	wrote, met bool
}

// joined are the bytes of some memory.
func joined(parts [][]byte) (all []byte) {
	for _, b := range parts {
		all = append(all, memory.Contents(b)...)
	}
	return all
}

// posting makes a call that posts a request.
func (p *player) posting(queue *object, from, to [][]byte, call func() nd2.Status) nd2.Status {
	one := &post{line: p.line, queue: queue, from: from, to: to, end: math.MaxInt}
	c := &p.content
	c.mu.Lock()
	if c.off = c.off || len(c.posts) == mostPosts || c.size()+length(from, to) > mostData; c.off {
		c.posts = nil
	} else {
		c.last++
		one.number, one.data, one.rim = c.last, joined(from), joined(behind(to))
		if p.line.Method == "Receive" {
			one.data = joined(to)
		}
		c.posts = append(c.posts, one)
	}
	c.mu.Unlock()
	s := call()
	if s.Failed() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.drop(one)
	}
	return s
}

// fill gives memory bytes that were recorded. What was to be there is no longer compared.
func (s *stage) fill(parts [][]byte, text []byte) {
	if len(text) == 0 {
		return
	}
	s.content.mu.Lock()
	defer s.content.mu.Unlock()
	for _, p := range s.content.posts {
		if overlaps(p.to, parts) {
			p.data = nil
		}
	}
	for _, b := range parts {
		n := min(len(b), len(text))
		memory.Overwrite(b, text[:n])
		text = text[n:]
	}
}

// size is how many bytes are remembered.
func (c *contents) size() (n int) {
	for _, p := range c.posts {
		n += len(p.data)
	}
	return n
}

func length(lists ...[][]byte) (n int) {
	for _, list := range lists {
		for _, b := range list {
			n += len(b)
		}
	}
	return n
}

// arrived notes that a request has met the peer, and so have the Writes before it.
func (c *contents) arrived(by *post) {
	for _, p := range c.posts {
		p.met = p.met || p.queue == by.queue && p.number < by.number
	}
}

// under reports whether a request other than a Receive is under way.
func (c *contents) under() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.ContainsFunc(c.posts, func(p *post) bool { return p.end == math.MaxInt && p.line.Method != "Receive" })
}

func (c *contents) drop(one *post) {
	c.posts = slices.DeleteFunc(c.posts, func(p *post) bool { return p == one })
}

// of reports whether a result may be that of a post.
func (p *post) of(r nd2.Result) bool {
	return p.end == math.MaxInt && p.line.Method == r.RequestType.String() && p.line.Context == uint64(r.RequestContext) &&
		(recorded.KindOf(p.queue.name) == "srq" || p.queue.has(r))
}

// took checks the bytes of the requests that results are of.
func (s *stage) took(results []nd2.Result) {
	c := &s.content
	for _, r := range results {
		c.mu.Lock()
		one, says := c.ends(r)
		c.mu.Unlock()
		if says != "" {
			s.differs(one.line, says)
		}
	}
}

// ends finds the post that a result is of, and says what is wrong with its bytes.
func (c *contents) ends(r nd2.Result) (one *post, says string) {
	for _, p := range c.posts {
		if p.of(r) && one == nil {
			one = p
		} else if p.of(r) && recorded.KindOf(p.queue.name) == "srq" { // nobody knows which one of them
			return nil, ""
		} else if p.of(r) && p.queue != one.queue { // nor whose
			c.off, c.posts = true, nil
			return nil, ""
		}
	}
	if one == nil {
		return nil, ""
	}
	one.end = c.last
	if r.RequestType != nd2.RequestReceive { // those before it have ended silently
		for _, p := range c.posts {
			if p.queue == one.queue && p.line.Method != "Receive" && p.number < one.number && p.end == math.MaxInt {
				p.end, p.wrote = c.last, p.line.Method == "Write"
			}
		}
	}
	switch {
	case r.RequestType == nd2.RequestReceive && r.Status == nd2.Success:
		says = c.received(one, int(r.BytesTransferred))
	case r.RequestType == nd2.RequestReceive && r.Status == nd2.Canceled:
		says = c.compare(one, 0, r.Status)
	case r.RequestType == nd2.RequestRead && r.Status == nd2.Success:
		says = c.compare(one, 0, r.Status)
		c.arrived(one)
	case r.RequestType == nd2.RequestWrite && r.Status == nd2.Success:
		one.wrote = true
	}
	c.prune()
	return one, says
}

// received compares what a Receive has got with what Sends had.
func (c *contents) received(one *post, length int) string {
	got := joined(one.to)
	if length > len(got) {
		return ""
	}
	if says := c.compare(one, length, nd2.Success); says != "" {
		return says
	}
	got = got[:length]
	changed := !c.only(one)
	for _, p := range c.posts {
		if p.line.Method != "Send" || len(p.data) != length {
			continue
		}
		if bytes.Equal(p.data, got) {
			c.arrived(p)
			c.drop(p)
			return ""
		}
		changed = changed || p.from != nil && !bytes.Equal(joined(p.from), p.data)
	}
	if changed {
		return ""
	}
	return fmt.Sprintf("%v, and no Send had the %d bytes that came", nd2.Success, length)
}

// compare compares what a Read or a Write has stored with what it was to store, or what is in a Receive's memory, from
// an offset on, with what was there.
func (c *contents) compare(one *post, from int, s nd2.Status) string {
	got := joined(one.to)
	if !c.only(one) || one.from != nil && !bytes.Equal(joined(one.from), one.data) || len(got) != len(one.data) {
		return ""
	}
	for i := from; i < len(got); i++ {
		if got[i] != one.data[i] {
			return fmt.Sprintf("%v, and of %d bytes, the one at %d is %#x instead of %#x", s, len(got), i, got[i], one.data[i])
		}
	}
	if rim := behind(one.to); !overlaps(rim, one.to) && c.alone(one, rim) && !bytes.Equal(joined(rim), one.rim) {
		return fmt.Sprintf("%v, and bytes behind the %d have changed", s, len(got))
	}
	return ""
}

// behind is the memory behind each part that has bytes, as far as there is some.
func behind(parts [][]byte) (rim [][]byte) {
	for _, b := range parts {
		if len(b) > 0 {
			rim = append(rim, b[len(b):min(cap(b), len(b)+mostRim)])
		}
	}
	return rim
}

// mostRim is how many bytes behind what is written are checked.
const mostRim = 8

// only reports whether nothing else can have written where a post did, since it was posted.
func (c *contents) only(one *post) bool {
	for i, b := range one.to {
		if slices.ContainsFunc(one.to[:i], func(other []byte) bool { return overlap(b, other) }) {
			return false
		}
	}
	return c.alone(one, one.to)
}

// alone reports whether no other post can have written to some memory since one was posted.
func (c *contents) alone(one *post, at [][]byte) bool {
	return !slices.ContainsFunc(c.posts, func(p *post) bool {
		return p != one && p.end > one.number && overlaps(p.to, at)
	})
}

func overlaps(some, others [][]byte) bool {
	return slices.ContainsFunc(some, func(a []byte) bool {
		return slices.ContainsFunc(others, func(b []byte) bool { return overlap(a, b) })
	})
}

func overlap(a, b []byte) bool {
	from, to := memory.Address(a), memory.Address(b)
	return len(a) > 0 && len(b) > 0 && from < to+uint64(len(b)) && to < from+uint64(len(a))
}

// prune forgets posts that have ended before all that may still be checked were posted.
func (c *contents) prune() {
	first := math.MaxInt
	for _, p := range c.posts {
		if p.end == math.MaxInt || p.wrote {
			first = min(first, p.number)
		}
	}
	c.posts = slices.DeleteFunc(c.posts, func(p *post) bool {
		return p.line.Method != "Send" && !p.wrote && p.end <= first
	})
}

// stored checks the Writes to an object's memory, or all, before that goes.
func (s *stage) stored(of *object) {
	c := &s.content
	var wrong []Difference
	c.mu.Lock()
	for _, p := range c.posts {
		if p.wrote && p.met && (of == nil || p.within(of)) {
			if says := c.compare(p, 0, nd2.Success); says != "" {
				wrong = append(wrong, Difference{p.line, says})
			}
			p.wrote = false
		}
		if of != nil && of.holds(p.from) { // whether that changes is not seen any more
			p.wrote, p.from = false, nil
		}
		if p.queue == of {
			p.end = min(p.end, c.last)
		}
	}
	if of != nil {
		c.posts = slices.DeleteFunc(c.posts, func(p *post) bool { return of.holds(p.to) })
	}
	c.mu.Unlock()
	for _, d := range wrong {
		s.differs(d.Line, d.Now)
	}
}

// within reports whether a post needs an object's memory.
func (p *post) within(o *object) bool { return o.holds(p.from) || o.holds(p.to) }

// holds reports whether some memory goes with an object.
func (o *object) holds(parts [][]byte) bool {
	return slices.ContainsFunc(o.blocks, func(b block) bool {
		return *b.users == 1 && overlaps([][]byte{b.memory}, parts)
	})
}
