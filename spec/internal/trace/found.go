package trace

import (
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// found notes what a call that takes results has returned. More than there is room for is none of
// the client's.
func (c *call) found(k *calls.Call) {
	switch k.Method {
	case calls.CQGetResults:
		c.within(k, len(k.Results))
		c.polled(k.Count == 0, append([]nd2.Result(nil), k.Results[:k.Count]...))
	case calls.ND1GetResults:
		c.within(k, len(k.ND1.Results))
		c.polled(k.Count == 0, copies(k.ND1.Results[:k.Count]))
	case calls.NDKGetCqResults:
		c.within(k, len(k.NDK.Room))
		c.polled(k.Count == 0, append([]ndk.Result(nil), k.NDK.Results...))
	}
}

func (c *call) within(k *calls.Call, room int) {
	if k.Count > uint32(room) {
		c.recorder.reject("%s returned %d for an array of %d", strings.TrimPrefix(k.Method, "NDK_CQ_DISPATCH::"), k.Count,
			room)
		k.Count = uint32(room)
	}
}

// An nd1Result is a result as it was handed back.
type nd1Result struct {
	at *nd1.Result
	nd1.Result
}

func copies(results []*nd1.Result) []nd1Result {
	list := make([]nd1Result, len(results))
	for i, r := range results {
		list[i].at = r
		if r != nil {
			list[i].Result = *r
		}
	}
	return list
}
