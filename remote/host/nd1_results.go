package host

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/remote/proto"
)

// result returns the ND_RESULT with a number, the same one each time; 0 is the number of none.
func (h *host) result(n uint64) *nd1.Result {
	if n == 0 {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if r := h.results[n]; r != nil {
		return r
	}
	if len(h.results) >= 8*h.Limits.Objects {
		h.stop(errTooMany("results", 8*h.Limits.Objects))
	}
	r := &nd1.Result{}
	h.results[n], h.resultNumbers[r] = r, n
	return r
}

// handedBack returns the form of the results that a queue hands back.
func (h *host) handedBack(list []*nd1.Result) []*proto.ND1Result {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []*proto.ND1Result
	for _, r := range list {
		o := &proto.ND1Result{}
		if r != nil {
			o = &proto.ND1Result{Number: h.resultNumbers[r], Status: uint32(r.Status), BytesTransferred: uint64(r.BytesTransferred)}
		}
		out = append(out, o)
	}
	return out
}
