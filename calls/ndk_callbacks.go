package calls

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// In place of an NDK callback, the provider gets a function that makes a call on the client. For
// hooks that change calls, it does so only for shared receive queues and the close of protection
// domains.

// calledBack makes the call for a callback that c was given.
func (c *Call) calledBack(on *Object, method string, context uintptr, k *NDKCall, carry func(*Call) nd2.Status) {
	k.By, k.Of = c.Object, c.Name()
	on.do(&Call{Method: method, Context: context, NDK: k}, carry)
}

// createCompletion is the callback of a call that creates an object of type T.
func createCompletion[T ndk.Object](c *Call) ndk.CreateCompletion {
	if c.NDK.Create == nil {
		return nil
	}
	on := c.Object
	if _, shared := any(c.NDK.Created).(*T); shared {
		on = &c.shared().Object
	}
	return func(context uintptr, status ndk.Status, o ndk.Object) {
		k := *c.NDK
		k.Status, k.Object = status, o
		if t, ok := o.(T); ok {
			outer := *c // the client may be looking at the call by now
			k.Object = wrapped(&outer, t)
		}
		if on == c.Object && !c.layer.transparent {
			k.Create(context, status, k.Object)
			return
		}
		c.calledBack(on, NDKCreateCompletion, context, &k, func(c *Call) nd2.Status {
			c.NDK.Create(c.Context, c.NDK.Status, c.NDK.Object)
			return nd2.Success
		})
	}
}

// requestCompletion is the callback of any other request.
func (c *Call) requestCompletion() ndk.RequestCompletion {
	if c.NDK.Complete == nil || !c.layer.transparent {
		return c.NDK.Complete
	}
	return func(context uintptr, status ndk.Status) {
		c.calledBack(c.Object, NDKRequestCompletion, context, &NDKCall{Status: status, Complete: c.NDK.Complete},
			func(c *Call) nd2.Status {
				c.NDK.Complete(c.Context, c.NDK.Status)
				return nd2.Success
			})
	}
}

// closeCompletion is the callback of Close.
func (c *Call) closeCompletion() ndk.CloseCompletion {
	if c.NDK.Close == nil || !c.hooked() {
		return c.NDK.Close
	}
	return func(context uintptr) {
		c.calledBack(c.Object, NDKCloseCompletion, context, c.NDK, func(c *Call) nd2.Status {
			c.NDK.Close(c.Context)
			return nd2.Success
		})
	}
}

// notification is the callback of a shared receive queue.
func (c *Call) notification() ndk.SRQNotification {
	if c.NDK.Notification == nil {
		return nil
	}
	q := c.shared()
	return func(context uintptr, status ndk.Status) {
		c.calledBack(&q.Object, NDKSrqNotification, context, &NDKCall{SRQ: q, Status: status}, func(c *Call) nd2.Status {
			c.NDK.SRQ.Notification(c.Context, c.NDK.Status)
			return nd2.Success
		})
	}
}

// disconnectEvent is the callback of a connection.
func (c *Call) disconnectEvent() ndk.DisconnectEvent {
	if c.NDK.Disconnected == nil || !c.layer.transparent {
		return c.NDK.Disconnected
	}
	return func(context uintptr) {
		c.calledBack(c.Object, NDKDisconnectEvent, context, &NDKCall{Disconnected: c.NDK.Disconnected},
			func(c *Call) nd2.Status {
				c.NDK.Disconnected(c.Context)
				return nd2.Success
			})
	}
}
