//go:build linux && cgo && verbs

package verbs

import (
	"slices"

	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// maxRefusals is how many refusals are remembered: a peer with an answer soon stops
// asking.
const maxRefusals = 64

// refusals are the last refused requests with their answers. The kernel forgets refused
// requests at once (cm.c, cm_send_rej_locked). So it takes a retransmission for a new
// request, and the peer's next request from the same queue pair for a stale connection.
// Here such a request gets its answer again, as it should. device.cm guards them. Source:
// IBTA 12.6.7 (REJ).
type refusals []refusal

type refusal struct {
	of   ib.Origin
	data []byte
}

// add remembers the answer to a request before it is refused.
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

// repeat refuses a retransmitted request again.
func (r refusals) repeat(id *ib.ID) bool {
	of, ok := id.Origin()
	if !ok {
		return false
	}
	i := slices.IndexFunc(r, func(x refusal) bool { return x.of == of })
	if i < 0 {
		return false
	}
	_ = id.Reject(r[i].data) // on failure the peer asks again
	id.Destroy()
	return true
}
