package judge_test

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
)

// What a program waits for in vain on an adapter that shipped has a hint, and is no finding.
func TestHints(t *testing.T) {
	s := open(t, "ref,adapters=2,habits=stuck-writes").connect()
	a, b := s.ends[0], s.ends[1]
	write := func(context uintptr, list []nd2.SGE) {
		s.ok("Write", a.pair.Write(context, list, memory.Address(b.memory), b.region.GetRemoteToken(), 0))
	}
	write(1, a.entry(0, 8))
	if w := waits(t, s.checker, judge.Posted, "Write with context 0x1"); w.Likely != "" {
		t.Errorf("%+v", w)
	}
	s.take(a.queue, 1)
	write(2, nil)
	w := waits(t, s.checker, judge.Posted, "Write with context 0x2")
	if !strings.Contains(w.Likely, "an empty Write no result") || w.Breaks != nil {
		t.Errorf("%+v", w)
	}
}
