package fresh

import (
	"sync"

	"github.com/ndconform/ndconform/nd2"
	interpose "github.com/ndconform/ndconform/calls"
)

// privateDataLimits: 9 bytes of a caller's data, 3 of a callee's.
func privateDataLimits() interpose.Hooks {
	const caller, callee = 9, 3
	tooMuch := make([]byte, 4096)
	return interpose.Hooks{Early: true, Call: func(c *interpose.Call) nd2.Status {
		switch c.Method {
		case interpose.AdapterQuery:
			s := c.Proceed()
			if s == nd2.Success && c.Info != nil {
				c.Info.MaxCallerData, c.Info.MaxCalleeData = caller, callee
			}
			return s
		case interpose.ConnectorConnect:
			if len(c.Buffer) > caller {
				c.Buffer = tooMuch
			}
		case interpose.ConnectorAccept, interpose.ConnectorReject:
			if len(c.Buffer) > callee {
				c.Buffer = tooMuch
			}
		case interpose.ConnectorGetPrivateData:
			if c.Size != nil {
				act()
				return cut(c, map[bool]uint32{true: callee, false: caller}[c.OnConnector().Active()])
			}
		}
		return c.Proceed()
	}}
}

// cut answers GetPrivateData with the first bytes of what the provider has.
func cut(c *interpose.Call, limit uint32) nd2.Status {
	buffer, size := c.Buffer, c.Size
	defer func() { c.Buffer, c.Size = buffer, size }()
	whole := make([]byte, 4096)
	room := uint32(len(whole))
	c.Buffer, c.Size = whole, &room
	if s := c.Proceed(); s != nd2.Success {
		return s
	}
	whole = whole[:min(room, limit)]
	n := copy(buffer[:min(uint64(len(buffer)), uint64(*size))], whole)
	*size = uint32(len(whole))
	if n < len(whole) {
		return nd2.BufferOverflow
	}
	return nd2.Success
}

// vendorInfo: there are 24 bytes of the vendor's behind the information, which a buffer of
// the documented size goes without. MaxWindowSize, which is not used, is 0.
func vendorInfo() interpose.Hooks {
	const whole = nd2.AdapterInfoSize + 24
	return interpose.Hooks{Early: true, Call: interpose.At(interpose.AdapterQuery, func(c *interpose.Call) nd2.Status {
		var given uint32
		if c.Size != nil {
			given = *c.Size
		}
		s := c.Proceed()
		if s == nd2.Success && c.Info != nil {
			c.Info.MaxWindowSize = 0
		}
		if s == nd2.BufferOverflow || s == nd2.Success && given >= whole {
			act()
			*c.Size = whole
		}
		return s
	})}
}

// depthExclusive: a completion queue's depth is less than the limit.
func depthExclusive() interpose.Hooks {
	return interpose.Hooks{Call: interpose.Before(interpose.AdapterCreateCompletionQueue, func(c *interpose.Call) {
		if c.Depth >= c.Self.(*interpose.Adapter).Limits().MaxCompletionQueueDepth {
			act()
			c.Depth = 1 << 30
		}
	})}
}

// most is limit, unless nothing or more was asked for.
func most(asked *uint32, limit uint32) {
	if *asked != 0 {
		if *asked < limit {
			act()
		}
		*asked = max(*asked, limit)
	}
}

// grantsMax: whatever is asked for, an object has as much as the adapter can give.
func grantsMax() interpose.Hooks {
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		switch c.Method {
		case interpose.AdapterCreateCompletionQueue:
			most(&c.Depth, c.Self.(*interpose.Adapter).Limits().MaxCompletionQueueDepth)
		case interpose.AdapterCreateSharedReceiveQueue:
			l := c.Self.(*interpose.Adapter).Limits()
			most(&c.Depth, l.MaxSharedReceiveQueueDepth)
			most(&c.SGEs, l.MaxReceiveSGE)
		case interpose.AdapterCreateQueuePair, interpose.AdapterCreateQueuePairWithSrq:
			l := c.Self.(*interpose.Adapter).Limits()
			most(&c.ReceiveDepth, l.MaxReceiveQueueDepth)
			most(&c.InitiatorDepth, l.MaxInitiatorQueueDepth)
			most(&c.ReceiveSGEs, l.MaxReceiveSGE)
			most(&c.InitiatorSGEs, l.MaxInitiatorSGE)
			most(&c.InlineSize, l.MaxInlineDataSize)
		case interpose.CQResize:
			return grown(c, c.Parent.Limits().MaxCompletionQueueDepth)
		case interpose.SRQModify:
			if c.Depth != 0 {
				return grown(c, c.Parent.Limits().MaxSharedReceiveQueueDepth)
			}
		}
		return c.Proceed()
	}}
}

// grown carries out a change of a queue's depth, and then makes it as deep as it can be.
func grown(c *interpose.Call, limit uint32) nd2.Status {
	s := c.Proceed()
	if s == nd2.Success {
		c.Depth = max(c.Depth, limit)
		c.Proceed()
	}
	return s
}

// tokenExtremes: of each adapter, one region has the local token 0 and another one
// 0xFFFFFFFF; remote tokens have all bits inverted.
func tokenExtremes() interpose.Hooks {
	t := &tokens{of: map[*interpose.Object]*[2]*interpose.Object{}}
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		switch c.Method {
		case interpose.MRGetLocalToken:
			s := c.Proceed()
			t.take(c.Object)
			c.Count = t.swap(&c.Object.Parent.Object, c.Count)
			return s
		case interpose.MRGetRemoteToken, interpose.MWGetRemoteToken:
			s := c.Proceed()
			c.Count = ^c.Count
			return s
		case interpose.MRDeregister:
			s := c.Proceed()
			if s == nd2.Success || s == nd2.Pending {
				t.give(c.Object)
			}
			return s
		case interpose.Release:
			if c.Object.Inner != nil && c.Kind == "IND2MemoryRegion" && c.Object.LastReference() {
				t.give(c.Object)
			}
		case interpose.QPRead, interpose.QPWrite, interpose.QPSend, interpose.QPReceive, interpose.SRQReceive:
			if c.Method == interpose.QPRead || c.Method == interpose.QPWrite {
				c.Token = ^c.Token
			}
			var list []nd2.SGE
			for _, e := range c.SGE {
				e.MemoryRegionToken = t.swap(&c.Object.Parent.Object, e.MemoryRegionToken)
				list = append(list, e)
			}
			if c.SGE != nil && list == nil {
				list = []nd2.SGE{}
			}
			c.SGE = list
		}
		return c.Proceed()
	}}
}

// tokens are the regions with tokens of their own, by adapter.
type tokens struct {
	mu sync.Mutex
	of map[*interpose.Object]*[2]*interpose.Object
}

var extremes = [2]uint32{0, 0xFFFFFFFF}

func (t *tokens) take(region *interpose.Object) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a := &region.Parent.Object
	if t.of[a] == nil {
		t.of[a] = &[2]*interpose.Object{}
	}
	free := -1
	for i, taken := range t.of[a] {
		if taken == region {
			return
		}
		if taken == nil && free < 0 {
			free = i
		}
	}
	if free >= 0 {
		t.of[a][free] = region
	}
}

func (t *tokens) give(region *interpose.Object) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a := t.of[&region.Parent.Object]
	if a == nil {
		return
	}
	for i := range a {
		if a[i] == region {
			a[i] = nil
		}
	}
}

// swap exchanges the provider's tokens of the regions for the extremes, and back.
func (t *tokens) swap(adapter *interpose.Object, token uint32) uint32 {
	t.mu.Lock()
	defer t.mu.Unlock()
	a := t.of[adapter]
	if a == nil {
		return token
	}
	for i, region := range a {
		if region == nil {
			continue
		}
		own := region.Inner.(nd2.MemoryRegion).GetLocalToken()
		switch token {
		case own:
			act()
			return extremes[i]
		case extremes[i]:
			return own
		}
	}
	return token
}

// sinkRequired: a Read goes only into regions with ND_MR_FLAG_RDMA_READ_SINK.
func sinkRequired() interpose.Hooks {
	var rights interpose.Record[nd2.RegionFlags]
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		switch c.Method {
		case interpose.MRRegister:
			old := rights.Set(c.Object, c.Rights)
			s := c.Proceed()
			if s != nd2.Success && s != nd2.Pending {
				rights.Set(c.Object, old)
			}
			return s
		case interpose.QPRead:
			list := append([]nd2.SGE{}, c.SGE...)
			for i := range list {
				for _, m := range interpose.Living[*interpose.MemoryRegion](c.Object) {
					if m.Parent == c.Parent && m.Inner.GetLocalToken() == list[i].MemoryRegionToken &&
						rights.Get(&m.Object)&nd2.RDMAReadSink == 0 {
						act()
						list[i].MemoryRegionToken ^= 0x5A5A5A5A
						break
					}
				}
			}
			if c.SGE != nil {
				c.SGE = list
			}
		}
		return c.Proceed()
	}}
}
