package spec

import (
	"math"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// What a shape leaves open is never more than the adapter has.
func TestShapesFitTheAdapter(t *testing.T) {
	large := nd2.AdapterInfo{
		MaxReceiveQueueDepth: math.MaxUint32, MaxInitiatorQueueDepth: math.MaxUint32,
		MaxSharedReceiveQueueDepth: math.MaxUint32,
		MaxCompletionQueueDepth:    math.MaxUint32, MaxReceiveSGE: math.MaxUint32, MaxInitiatorSGE: math.MaxUint32,
		MaxRegistrationSize: math.MaxInt, MaxInboundReadLimit: math.MaxUint32, MaxOutboundReadLimit: math.MaxUint32,
	}
	small := nd2.AdapterInfo{
		MaxReceiveQueueDepth: 3, MaxInitiatorQueueDepth: 2, MaxSharedReceiveQueueDepth: 1,
		MaxCompletionQueueDepth: 4, MaxReceiveSGE: 1, MaxInitiatorSGE: 1, MaxRegistrationSize: 4096,
	}
	for _, c := range []struct {
		name                              string
		info                              nd2.AdapterInfo
		shape                             Shape
		receives, initiator, results, sge uint32
		memory                            int
	}{
		{"large", large, Shape{}, 16, 16, 32, 2, 64 << 10},
		{"deepest", large, Shape{ReceiveDepth: math.MaxUint32}, math.MaxUint32, 16, math.MaxUint32 - 1, 2, 64 << 10},
		{"small", small, Shape{}, 3, 2, 3, 1, 4096},
		{"small, one queue", small, Shape{OneQueue: true}, 1, 1, 2, 1, 4096},
		{"small, shared", small, Shape{SharedReceives: true}, 1, 2, 3, 1, 4096},
	} {
		s := c.shape
		(&Side{Info: c.info, ctx: WithTarget(t.Context(), &Target{})}).complete(&s)
		if s.ReceiveDepth != c.receives || s.InitiatorDepth != c.initiator || s.QueueDepth != c.results ||
			s.ReceiveSGE != c.sge || s.InitiatorSGE != c.sge || s.MemorySize != c.memory {
			t.Errorf("%s: %+v", c.name, s)
		}
	}
}
