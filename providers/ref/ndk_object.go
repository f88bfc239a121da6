package ref

import (
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// An ndkObject is embedded in every NDK object. It counts what delays the object's
// close: each request and callback in progress, and each successor. Source: NDKPI
// Object Lifetime Requirements.
type ndkObject struct {
	// cancel, if set, cancels the requests in progress. end frees what the object
	// holds, once nothing holds the object any more.
	cancel, end func()
	antecedents []*ndkObject

	mu         sync.Mutex
	holds      int
	closing    bool
	completion ndk.CloseCompletion
	context    uintptr
}

// begin makes the object the successor of others.
func (o *ndkObject) begin(end func(), antecedents ...*ndkObject) {
	o.end, o.antecedents = end, antecedents
	for _, a := range antecedents {
		a.hold()
	}
}

func (o *ndkObject) base() *ndkObject { return o }

// hold delays the object's close until release.
func (o *ndkObject) hold() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.holds++
}

// holdOpen is hold, but refuses once Close was called.
func (o *ndkObject) holdOpen() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closing {
		o.holds++
	}
	return !o.closing
}

// release ends a hold, and completes a waiting Close.
func (o *ndkObject) release() {
	if o.drop() {
		o.end()
		o.completion(o.context)
		o.letGo()
	}
}

// drop ends a hold; last says that it was the last on a closing object.
func (o *ndkObject) drop() (last bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.holds--
	return o.closing && o.holds == 0
}

// letGo ends the object's hold on its antecedents. No callback of the object is in
// progress or will come.
func (o *ndkObject) letGo() {
	for _, a := range o.antecedents {
		a.release()
	}
}

// Close implements [ndk.Object]. A second Close does nothing.
func (o *ndkObject) Close(completion ndk.CloseCompletion, requestContext uintptr) ndk.Status {
	o.mu.Lock()
	if o.closing {
		o.mu.Unlock()
		return ndk.Success
	}
	o.closing, o.completion, o.context = true, completion, requestContext
	o.holds++
	o.mu.Unlock()
	if o.cancel != nil {
		o.cancel()
	}
	if !o.drop() {
		return ndk.Pending
	}
	o.end()
	o.letGo()
	return ndk.Success
}

// QueryExtension implements [ndk.Object]. There are no extensions.
func (o *ndkObject) QueryExtension(nd2.GUID, ndk.Version, *ndk.ExtensionInterface) ndk.Status {
	return ndk.NotSupported
}

// request makes a request of the object, and holds the object until its completion has
// returned.
func (o *ndkObject) request(completion ndk.RequestCompletion, context uintptr,
	do func(*nd2.Overlapped) nd2.Status,
) ndk.Status {
	o.hold()
	s := do(callback(func(s nd2.Status) {
		completion(context, ndk.Status(s))
		o.release()
	}))
	if s != nd2.Pending {
		o.release()
	}
	return ndk.Status(s)
}

// createNDK makes a successor of antecedent. A pending creation calls its completion
// before it returns.
func createNDK[T interface {
	ndk.Object
	base() *ndkObject
}](antecedent *ndkObject, pends bool, completion ndk.CreateCompletion, context uintptr, create func() (T, nd2.Status),
	give func(T),
) ndk.Status {
	antecedent.hold()
	defer antecedent.release()
	t, s := create()
	switch {
	case !pends && s == nd2.Success:
		give(t)
		fallthrough
	case !pends:
		return ndk.Status(s)
	case s != nd2.Success:
		completion(context, ndk.Status(s), nil)
		return ndk.Pending
	}
	t.base().hold()
	completion(context, ndk.Success, t)
	t.base().release()
	return ndk.Pending
}

// callback returns an OVERLAPPED whose request calls done on completion.
func callback(done func(nd2.Status)) *nd2.Overlapped {
	o := new(nd2.Overlapped)
	o.Event = &callbackEvent{o, done}
	return o
}

// A callbackEvent implements [nd2.Event].
type callbackEvent struct {
	overlapped *nd2.Overlapped
	done       func(nd2.Status)
}

// Set implements [nd2.Event].
func (e *callbackEvent) Set() { e.done(nd2.Status(e.overlapped.Internal)) }

// Reset implements [nd2.Event].
func (e *callbackEvent) Reset() {}
