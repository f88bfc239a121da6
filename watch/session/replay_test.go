package session_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/watch/session"
)

// replay replays a recording, and returns the run and the reported calls.
func replay(t *testing.T, lines ...string) (run *reports.Run, told []uint64) {
	t.Helper()
	from, err := session.OpenRecording(strings.NewReader(strings.Join(lines, "\n") + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	from.Call = func(_ *event.Call, _ *event.Return, again uint64) { told = append(told, again) }
	h := journal.Header{Provider: "ref", Watch: from.Started.Command, Plan: []journal.Spec{session.Spec}}
	j, err := journal.New(new(bytes.Buffer), h)
	if err != nil {
		t.Fatal(err)
	}
	if run, err = (&session.Session{Header: h, Journal: j}).Replay(t.Context(), from); err != nil {
		t.Fatal(err)
	}
	return run, told
}

const (
	started = `{"process":1,"started":{"command":["app"]}}`
	opens   = `{"process":2,"layer":1,"opened":{"provider":"ref"}}`
	begins  = `{"process":2,"layer":1,"event":{"call":{"number":1,"on":"cq1","kind":"IND2CompletionQueue",` +
		`"method":"IND2CompletionQueue::GetResults","Room":1}}}`
	returns = `{"process":2,"layer":1,"event":{"return":{"number":1,"status":0}}}`
	again   = `{"process":2,"layer":1,"event":{"again":7}}`
	ends    = `{"process":2,"layer":1,"ended":{"calls":8}}`
	exited  = `{"process":1,"exited":{"how":"exit code 0"}}`
)

func TestReplay(t *testing.T) {
	run, told := replay(t, started, opens, begins, returns, again, ends, exited)
	if run.Watched.Calls != 8 || run.Incomplete != "" || len(told) != 2 || told[1] != 7 {
		t.Errorf("%+v, %q, told %v", run.Watched, run.Incomplete, told)
	}
}

// A truncated recording has the calls until then.
func TestARecordingThatIsCutOff(t *testing.T) {
	run, _ := replay(t, started, opens, begins, returns)
	const want = "the recording ends before it says how the program has ended"
	if run.Watched.Calls != 1 || !run.Watched.Cut || run.Watched.Ended != "" || run.Incomplete != want {
		t.Errorf("%+v, incomplete: %q, want %q", run.Watched, run.Incomplete, want)
	}
}

func TestWhatIsNoRecording(t *testing.T) {
	for text, want := range map[string]string{
		"":           "it is empty",
		started:      "its first line is cut off",
		opens + "\n": "it does not begin as watch --record writes it",
	} {
		if _, err := session.OpenRecording(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// An error says what can't be replayed, and where.
func TestABrokenRecording(t *testing.T) {
	run, _ := replay(t, started, opens, returns, ends, exited)
	const want = "the recording can't be replayed: line 3: call 1 returns, which has not begun"
	if run.Incomplete != want {
		t.Errorf("incomplete: %q, want %q", run.Incomplete, want)
	}
}
