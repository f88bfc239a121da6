package watch_test

import (
	"encoding/json"
	"errors"
	"io"
	"slices"

	"github.com/ndconform/ndconform/watch"
	"github.com/ndconform/ndconform/watch/event"
)

// record keeps an event, as a file does.
func (s *setup) record(e event.Event) {
	if err := json.NewEncoder(&s.recording).Encode(e); err != nil {
		s.t.Error(err)
	}
}

// replay checks that the same is found when what was recorded is checked again.
func (s *setup) replay(found []watch.Finding) {
	s.t.Helper()
	k := watch.New(nil)
	r := watch.NewReplay(k)
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
	if !slices.EqualFunc(found, again, func(a, b watch.Finding) bool {
		return a.String() == b.String() && a.Count == b.Count && slices.Equal(a.Calls, b.Calls)
	}) {
		s.t.Errorf("replayed, it finds\n%+v\nand not\n%+v", again, found)
	}
}
