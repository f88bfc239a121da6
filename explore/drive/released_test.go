package drive

import (
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
)

// What has been released has no methods.
type released struct{ nd2.Overlapping }

// TestAReleasedObjectIsNotAsked shows that whoever waits for the end of a request whose object
// has been released asks the event alone: nothing else is the client's.
func TestAReleasedObjectIsNotAsked(t *testing.T) {
	waits := newOperation(released{}, newPort())
	if waits.AwaitNotified(time.Millisecond) {
		t.Error("it is over, and nothing has told of it")
	}
	time.AfterFunc(time.Millisecond, waits.Event.Set)
	if !waits.AwaitNotified(time.Minute) {
		t.Error("it is not over, and the event is set")
	}
}
