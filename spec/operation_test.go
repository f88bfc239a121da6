package spec

import (
	"context"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// A request that has completed while nobody was told is said to be just that; one that
// was told of is not, however late it is.
func TestCompletedWithoutItsEvent(t *testing.T) {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	object := &pendingObject{status: nd2.Canceled}
	pending := func(*nd2.Overlapped) nd2.Status { return nd2.Pending }
	said := fails(t, func() { Start(over, object, pending).Wait() })
	if want := "GetOverlappedResult returns ND_CANCELED, but its event was never set"; !strings.Contains(said, want) {
		t.Errorf("it says %q, which lacks %q", said, want)
	}
	told := Start(over, object, pending)
	told.Event.Set()
	if s := told.Wait(); s != nd2.Canceled {
		t.Errorf("%v", s)
	}
}
