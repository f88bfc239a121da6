package trace

import (
	"fmt"
	"runtime/debug"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// An sgeList has the entries of a scatter/gather list that are shown, as they were when it
// was handed in: the caller may use the list otherwise afterwards.
type sgeList struct {
	first    []entry
	size     int
	length   uint64 // of all entries together
	readable bool
}

// An entry is one buffer of a list. Entries of v1 name no region.
type entry struct {
	buffer []byte
	token  uint32
	named  bool
}

// keep is an argument as it is kept: lists and structures are copied.
func keep(arg any) any {
	switch l := arg.(type) {
	case []nd2.SGE:
		return listOf(l, func(e nd2.SGE) entry { return entry{e.Buffer, e.MemoryRegionToken, true} })
	case []ndk.SGE:
		return listOf(l, func(e ndk.SGE) entry { return entry{e.Buffer, e.MemoryRegionToken, true} })
	case []nd1.SGE:
		return listOf(l, func(e nd1.SGE) entry { return entry{buffer: e.Buffer} })
	case *nd1.MWDescriptor:
		return value(l)
	case *ndk.GroupAffinity:
		return value(l)
	}
	return arg
}

// listOf copies what is shown of a list; it may lie in memory that is not there.
func listOf[T any](of []T, one func(T) entry) (l sgeList) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil {
			l = sgeList{size: len(of)}
		}
	}()
	l = sgeList{size: len(of), readable: true}
	for _, e := range of {
		l.length += uint64(len(one(e).buffer))
	}
	for _, e := range of[:min(len(of), entriesMost)] {
		l.first = append(l.first, one(e))
	}
	return l
}

// entries shows a list.
func (r *Recorder) entries(l sgeList) string {
	if !l.readable {
		return fmt.Sprintf("%d entries that can't be read", l.size)
	}
	if l.size == 0 {
		return "no entries"
	}
	return "[" + joined(l.first, l.size, func(e entry) string {
		if !e.named {
			return r.memory(e.buffer)
		}
		return r.memory(e.buffer) + r.foreign(e.token, e.buffer)
	}) + "]"
}
