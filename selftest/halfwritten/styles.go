package halfwritten

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// A styleOf is what a method does that is not written yet.
type styleOf struct {
	name string
	stub func(c *calls.Call) nd2.Status
}

const notImplemented nd2.Status = 0x80004001 // E_NOTIMPL

var styles = []styleOf{
	{"not-supported", func(*calls.Call) nd2.Status { return nd2.NotSupported }},
	{"not-implemented", func(*calls.Call) nd2.Status { return notImplemented }},
	// Nothing is created, and nothing happens.
	{"success", func(*calls.Call) nd2.Status { return nd2.Success }},
	// Whatever is asked for pends for ever.
	{"pending", func(c *calls.Call) nd2.Status {
		mute(c)
		return nd2.Pending
	}},
	// Requests are taken and never end: overlapped ones pend, the others have no result.
	{"silent", func(c *calls.Call) nd2.Status {
		if mute(c) {
			return nd2.Pending
		}
		return nd2.Success
	}},
	{"panic", func(*calls.Call) nd2.Status { panic("the method is a stub") }},
}

// mute makes an overlapped request never end, and reports whether the call makes one.
func mute(c *calls.Call) bool {
	if c.Proxy == nil {
		return false
	}
	c.Proxy.Mute()
	return true
}
