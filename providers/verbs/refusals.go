//go:build linux && cgo && verbs

package verbs

import (
	"slices"

	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// maxRefusals is how many refusals are remembered: a peer that has got its answer soon
// stops to ask.
const maxRefusals = 64

// refusals are the latest answers to requests that were refused. The kernel forgets
// them at once (cm.c, cm_send_rej_locked), so that a request which the peer has sent again
// before it had its answer comes as a new one, and the peer's next one from the same
// queue pair as that of a stale connection. Here it gets its answer again, as it
// should. device.cm guards them.
// Source: IBTA 12.6.7 (REJ).
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

// repeat refuses a request again that has been refused before.
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
