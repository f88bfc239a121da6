//go:build windows && (amd64 || arm64)

package dll

import "github.com/ndconform/ndconform/nd2"

// GetResults implements [nd2.CompletionQueue].
func (q *completionQueue) GetResults(results []nd2.Result) uint32 {
	if q.native() == 0 {
		return 0
	}
	if results == nil {
		return uint32(q.call(8, 0, 0))
	}
	mine := bytesOfAll(results)
	b := q.scratch.take(len(mine))
	copy(b.bytes, mine)
	n := uint32(q.call(8, b.address(), uintptr(len(results))))
	b.check("IND2CompletionQueue::GetResults")
	copy(mine, b.bytes)
	q.scratch.put(b)
	return n
}
