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
	err = hear(&s, text)
	if err != nil || s.found == nil || string(s.found.Program.Text()) != string(p.Text()) {
		t.Errorf("%v: %+v", err, s.found)
	}
}

// hear has a session hear an event, as runner.Send does.
func hear(s *Session, text []byte) error {
	var e event
	err := json.Unmarshal(text, &e)
	if err == nil {
		s.onEvent(e)
	}
	return err
}

// What can't be read is not passed over: the worker is of another build.
func TestAnEventThatCantBeReadIsAnError(t *testing.T) {
	for _, text := range []string{
		`{"minimized": {"rules": ["qp.send.delivers"], "replay": "no program"}}`,
		`{"result": {"findings": [{"replay": "{}"}]}}`, `{"began": "first"}`, `[]`,
	} {
		minimized := 0
		s := Session{Minimized: func(explore.Finding) { minimized++ }}
		if hear(&s, []byte(text)) == nil || minimized > 0 {
			t.Errorf("%s is taken", text)
		}
	}
}
