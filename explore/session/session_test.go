package session

import (
	"encoding/json"
	"testing"

	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/explore/program"
)

// A finding arrives from its worker with its program.
func TestAFindingHasItsProgram(t *testing.T) {
	p := program.Generate(1, 0, program.Style{})
	text, err := json.Marshal(event{Smaller: &explore.Finding{
		Rules: []string{"qp.send.delivers"}, Program: p,
		Replay: string(p.Text()),
	}})
	if err != nil {
		t.Fatal(err)
	}
	var s Session
	s.onEvent(text)
	if s.garbled != nil || s.found == nil || string(s.found.Program.Text()) != string(p.Text()) {
		t.Errorf("%v: %+v", s.garbled, s.found)
	}
}

// What can't be read is not passed over: the worker is of another build.
func TestAnEventThatCantBeReadIsAnError(t *testing.T) {
	for _, text := range []string{
		`{"minimized": {"rules": ["qp.send.delivers"], "replay": "no program"}}`,
		`{"result": {"findings": [{"replay": "{}"}]}}`, `{"began": "first"}`, `[]`,
	} {
		minimized := 0
		s := Session{Minimized: func(explore.Finding) { minimized++ }}
		s.onEvent(json.RawMessage(text))
		if s.garbled == nil || minimized > 0 {
			t.Errorf("%s is taken", text)
		}
	}
}
