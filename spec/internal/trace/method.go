package trace

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// MethodOf names the method that an overlapped request was issued by last, as in
// "Connector::Connect", or nothing if that is not remembered any more.
func (r *Recorder) MethodOf(o *nd2.Overlapped) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var last *call
	for _, t := range r.threads {
		for _, c := range slices.Concat(t.done, t.open) {
			if c.method != "GetOverlappedResult" && slices.Contains(c.args, any(o)) && (last == nil || c.at > last.at) {
				last = c
			}
		}
	}
	if last == nil {
		return ""
	}
	return strings.TrimRight(last.object, "0123456789") + "::" + last.method
}
