package judge_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/event"
)

// record keeps an event, as a file does.
func (s *setup) record(e event.Event) {
	if err := json.NewEncoder(&s.recording).Encode(e); err != nil {
		s.t.Error(err)
	}
}

// replay checks that the same is found when what was recorded is checked again.
func (s *setup) replay(found []judge.Finding) {
	s.t.Helper()
	k := judge.New(nil)
	r := judge.NewReplay(k)
	for n, from := 1, json.NewDecoder(&s.recording); ; n++ {
		var e event.Event
		err := from.Decode(&e)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = r.Take(e)
		}
		if err != nil {
			s.t.Fatalf("event %d: %v", n, err)
		}
	}
	again := k.End()
	if k.Calls() != s.checker.Calls() {
		s.t.Errorf("%d calls are replayed, of %d", k.Calls(), s.checker.Calls())
	}
	if !slices.EqualFunc(found, again, func(a, b judge.Finding) bool {
		return a.String() == b.String() && a.Count == b.Count && slices.Equal(a.Calls, b.Calls)
	}) {
		s.t.Errorf("replayed, it finds\n%+v\nand not\n%+v", again, found)
	}
}

// What is no recording is refused, whatever it says.
func TestNoRecording(t *testing.T) {
	const opened = `{"call":{"number":1,"on":"provider1","kind":"IND2Provider","method":"IUnknown::AddRef"}}`
	for _, lines := range [][]string{
		{`{}`},
		{`{"removes":true,"again":1}`},
		{`{"again":1}`},
		{`{"return":{"number":1,"status":0}}`},
		{`{"call":{"number":1,"on":"qp1","method":"IND2QueuePair::Send"}}`},
		{`{"call":{"number":1,"on":"qp1","kind":"IND2QueuePair","method":"IND2QueuePair::Fly"}}`},
		{`{"call":{"number":1,"on":"qp7","kind":"IND2QueuePair","method":"IND2QueuePair::Flush"}}`},
		{`{"call":{"number":1,"on":"qp1","kind":"IND2QueuePair","method":"IND2Connector::Accept"}}`},
		{`{"call":{"number":1,"on":"cq1","kind":"IND2CompletionQueue","method":"IND2CompletionQueue::GetResults","Room":-1}}`},
		{`{"call":{"number":1,"on":"mr1","kind":"IND2MemoryRegion","method":"IND2MemoryRegion::Register","Buffer":{"at":1,"length":-1}}}`},
		{opened, opened},
		{opened, `{"return":{"number":1}}`, `{"return":{"number":1}}`},
		{`{"notification":{"request":1}}`},
		{`{"notification":{"packet":"file1"}}`},
		{`{"file":{"name":"file1"}}`},
		{`{"removal":{"number":1,"adapter":1,"back":true}}`},
		{`{"removal":{"number":1,"adapter":1}}`, `{"removal":{"number":1,"adapter":1}}`},
	} {
		var err error
		r := judge.NewReplay(judge.New(nil))
		for _, line := range lines {
			var e event.Event
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Fatal(err)
			}
			err = r.Take(e)
		}
		if err == nil {
			t.Errorf("%v is taken", lines)
		}
	}
}

// A recording in which a released queue comes back by a late QueryInterface, as a queue pair, is refused too.
func TestNoRecordingOfTwoKinds(t *testing.T) {
	const queue, released = "IND2CompletionQueue", "IUnknown::Release"
	r := judge.NewReplay(judge.New(nil))
	asks := event.Call{Number: 1, On: "cq1", Kind: queue, Method: "IUnknown::QueryInterface"}
	if err := r.Take(event.Event{Call: &asks}); err != nil {
		t.Fatal(err)
	}
	for n := range uint64(1100) { // enough that the first is forgotten
		c := event.Call{Number: n + 2, On: fmt.Sprintf("cq%d", n+1), Kind: queue, Method: released}
		for _, e := range []event.Event{{Call: &c}, {Return: &event.Return{Number: c.Number}}} {
			if err := r.Take(e); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := r.Take(event.Event{Return: &event.Return{Number: 1, Made: "IND2QueuePair"}}); err != nil {
		t.Fatal(err)
	}
	flush := event.Call{Number: 5000, On: "cq1", Method: "IND2QueuePair::Flush"}
	if err := r.Take(event.Event{Call: &flush}); err == nil || !strings.Contains(err.Error(), "another interface") {
		t.Errorf("it is taken: %v", err)
	}
}

func FuzzReplay(f *testing.F) {
	for _, seed := range []string{
		`{"call":{"number":1,"on":"provider1","kind":"IND2Provider","method":"IND2Provider::OpenAdapter","AdapterID":1,"Wants":true}}
{"return":{"number":1,"status":0,"made":"IND2Adapter","out":true}}
{"call":{"number":2,"on":"adapter1","method":"IND2Adapter::CreateCompletionQueue","Depth":4,"Wants":true}}
{"return":{"number":2,"status":0,"made":"IND2CompletionQueue","out":true}}
{"call":{"number":3,"on":"cq1","method":"IND2CompletionQueue::GetResults","Room":4}}
{"return":{"number":3,"status":0,"count":1,"results":[{"Status":0}]}}
{"again":5}
{"call":{"number":4,"on":"cq1","method":"IND2CompletionQueue::Notify","overlapped":{"at":8,"event":true}}}
{"notification":{"request":1}}
{"return":{"number":4,"status":259}}`,
		`{"call":{"number":1,"on":"mr1","kind":"IND2MemoryRegion","method":"IND2MemoryRegion::Register","Buffer":{"at":1,"length":9}}}
{"return":{"number":1,"status":0}}
{"removes":true}
{"removal":{"number":1,"adapter":1}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, lines []byte) {
		r := judge.NewReplay(judge.New(nil))
		for from := json.NewDecoder(bytes.NewReader(lines)); ; {
			var e event.Event
			if from.Decode(&e) != nil || r.Take(e) != nil {
				return
			}
		}
	})
}
