package runner

import (
	"encoding/json"
	"testing"

	"github.com/ndconform/ndconform/runner/worker"
)

// TestAGarbledEventIsAnError shows that an event which can't be read is not passed over, and that the others are.
func TestAGarbledEventIsAnError(t *testing.T) {
	for text, readable := range map[string]bool{`{"n": 1}`: true, `{"n": "one"}`: false, `[]`: false} {
		var garbled error
		heard := 0
		hear := hearing(func(e struct{ N int }) { heard += e.N }, &garbled)
		hear(worker.Event{Kind: worker.Called})
		hear(worker.Event{Kind: worker.TaskSent, Sent: json.RawMessage(text)})
		if (garbled == nil) != readable || (heard == 1) != readable {
			t.Errorf("%s: %v, heard %d", text, garbled, heard)
		}
	}
}
