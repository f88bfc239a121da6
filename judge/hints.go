package judge

import "github.com/ndconform/ndconform/nd2"

// likely hints at what adapters that shipped never end; docs/practice.md has the sources.
func (o *object) likely(r *request) string {
	switch {
	case r.kind == nd2.RequestWrite && r.length == 0:
		return "the adapter: a shipped one gives an empty Write no result, nor later requests: write a byte"
	case r.kind == nd2.RequestSend && o.pair != nil && (o.pair.far == nil || o.severed()):
		return "the peer's program: a Send before its Receive may never end; post Receives before Accept, and before answers"
	}
	return ""
}
