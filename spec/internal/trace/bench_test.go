package trace

import (
	"testing"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

func BenchmarkPolls(b *testing.B) {
	r := NewRecorder()
	q := watched[nd2.Unknown](r, "cq", &fakePolled{}).(nd2.CompletionQueue)
	room := make([]nd2.Result, 4)
	b.ReportAllocs()
	for b.Loop() {
		q.GetResults(room)
	}
}

func BenchmarkND1Polls(b *testing.B) {
	r := NewRecorder()
	q := watched[nd1.CompletionQueue](r, "nd1-cq", fakeND1Queue{})
	room := make([]*nd1.Result, 4)
	b.ReportAllocs()
	for b.Loop() {
		q.GetResults(room)
	}
}

func BenchmarkSends(b *testing.B) {
	r := NewRecorder()
	q := watched[nd2.Unknown](r, "qp", fakePair{}).(nd2.QueuePair)
	list := []nd2.SGE{{Buffer: make([]byte, 8)}}
	b.ReportAllocs()
	for b.Loop() {
		q.Send(100000, list, nd2.SilentSuccess)
	}
}
