package check

import (
	"context"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// ExpectFailedByRelease shows that a request whose object has been released ends with a failure, if it ends: nothing
// has come true. Nobody can ask for its status any more but by its OVERLAPPED, which tells it if it has told that of a
// request that was canceled.
func ExpectFailedByRelease(ctx context.Context, canceled, released *Operation) {
	const told = uintptr(nd2.Canceled)
	if released.Returned != nd2.Pending {
		Expect(released.Returned).To(ReturnFailure(nd2.Canceled))
		return
	}
	soon, end := HalfTimeout(ctx)
	defer end()
	select {
	case <-released.Event.Signaled():
	case <-soon.Done():
		Unobservable("the request holds a reference to the object, and goes on")
	}
	if canceled.Overlapped.Internal != told {
		Unobservable("OVERLAPPED.Internal does not tell how a request has ended")
	}
	Expect(nd2.Status(released.Overlapped.Internal)).To(ReturnFailure(nd2.Canceled), "of the released object")
}
