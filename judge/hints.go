package judge

import "github.com/ndconform/ndconform/nd2"

// likely says what is known of adapters that shipped, if requests of one type have no result: a hint, and no finding.
// docs/practice.md has the sources.
func (o *object) likely(list []*request) string {
	switch first := list[0]; {
	case first.kind == nd2.RequestWrite && first.length == 0:
		return "the adapter: one that shipped gives a Write of no bytes no result, nor later requests: write a byte"
	case first.kind == nd2.RequestSend && o.pair != nil && (o.pair.far == nil || o.severed()):
		return "the peer's program: on some adapters a Send that comes before its Receive never ends; post Receives before " +
			"Accept, and the next one before the answer"
	}
	return ""
}
