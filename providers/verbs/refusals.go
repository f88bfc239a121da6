//go:build linux && cgo && verbs

package verbs

import (
	"slices"

	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// maxRefusals is how many refusals are remembered: a peer that has got its answer soon
// stops asking.
const maxRefusals = 64

// refusals are the last answers to requests that were refused. The kernel forgets these at
// once (cm.c, cm_send_rej_locked), so a request that the peer sent again before it had its
// answer looks like a new one, and the peer's next request from the same queue pair like
// one of a stale connection. Here such a request gets its answer again, as it should.
// device.cm guards them. Source: IBTA 12.6.7 (REJ).
type refusals []refusal

type refusal struct {
	of   ib.Origin
	data []byte
}

// add remembers how a request is going to be refused.
func (r *refusals) add(id *ib.ID, data []byte) {
	of, ok := id.Origin()
	if !ok {
		return
	}
	if len(*r) == maxRefusals {
		*r = slices.Delete(*r, 0, 1)
	}
	*r = append(*r, refusal{of, data})
}

// repeat refuses once more a request that has been refused before.
func (r refusals) repeat(id *ib.ID) bool {
	of, ok := id.Origin()
	if !ok {
		return false
	}
	i := slices.IndexFunc(r, func(x refusal) bool { return x.of == of })
	if i < 0 {
		return false
	}
	_ = id.Reject(r[i].data) // else the peer asks once more
	id.Destroy()
	return true
}
