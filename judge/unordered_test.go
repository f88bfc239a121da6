package judge_test

import (
	"testing"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
)

// Receives of a queue pair that was made for it end in any order on an adapter with NVIDIA's flag, and on others not.
func TestUnordered(t *testing.T) {
	const flag, mark = 0x00040000, 0xE8700000
	for _, row := range []struct {
		flag nd2.AdapterFlags
		mark uint32
		want bool
	}{{flag, mark, false}, {flag, 0, true}, {0, mark, true}} {
		behind := late(nd2.RequestReceive)
		s := openWith(t, "ref,adapters=2", true, func(c *calls.Call) nd2.Status {
			if c.Method == calls.AdapterCreateQueuePair {
				defer func(n uint32) { c.ReceiveSGEs = n }(c.ReceiveSGEs)
				c.ReceiveSGEs &^= mark
			}
			s := behind(c)
			if c.Method == calls.AdapterQuery {
				c.Info.AdapterFlags |= row.flag
			}
			return s
		})
		for _, e := range s.ends {
			e.pair.Release()
			e.pair = make1[nd2.QueuePair](s, e.QueuePair(ndclient.Pair{
				Receives: e.queue, Initiated: e.queue, Context: 7, ReceiveDepth: depth, InitiatorDepth: depth,
				ReceiveEntries: 2 | row.mark, InitiatorEntries: 2,
			}))
		}
		s.connect()
		twoMessages(s, s.ends[0], s.ends[1])
		found := false
		for _, f := range s.close() {
			found = found || f.Of == judge.Provider
			if f.Of == judge.Provider && !row.want {
				t.Errorf("flag %#x, mark %#x: %v", row.flag, row.mark, f)
			}
		}
		if found != row.want {
			t.Errorf("flag %#x, mark %#x: found %v", row.flag, row.mark, found)
		}
	}
}
