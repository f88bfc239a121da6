package legal

import (
	"math"
	"math/rand/v2"
	"runtime"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// readings are variants of sentences that can be read in more than one way.
var readings = []Variant{
	{
		ID:       "counts-events",
		Permits:  "Requests are completed if there are new completions since the last notification.",
		Source:   "IND2CompletionQueue.md, IND2CompletionQueue::Notify, Remarks",
		Excludes: map[string]string{"peek": "both say what a Notify looks at"},
	},
	{
		ID: "version-1-only", hooks: versionOneOnly,
		Differs: "Query refuses every InfoVersion but 1.",
		Permits: "The version of the structure is currently 1.", Source: adapterInfo,
		Excludes: map[string]string{"info-version-1": "both say which version there is"},
	},
	{
		ID: "no-processor-named", hooks: tellAffinity(0),
		Differs:  "GetNotifyAffinity succeeds with the affinity 0: notifications are bound to no processor.",
		Permits:  "An affinity of 0 asks for no specific one; nothing says that a bitmap has a bit set.",
		Source:   "IND2CompletionQueue.md, IND2CompletionQueue::GetNotifyAffinity, Parameters",
		Excludes: map[string]string{"no-affinity": "both say what is told", "one-processor": "both say what is told"},
	},
	{
		ID:       "shared-ports",
		Permits:  "Ports should not be shared, and only a connection with the same four exists already.",
		Source:   "IND2Connector.md, IND2Connector::Connect, Remarks",
		Excludes: map[string]string{"exclusive-ports": "both say who may have a port"},
	},
	{
		ID:      "reads-need-right",
		Differs: "A Bind with ND_OP_FLAG_ALLOW_READ needs a region that peers may read.",
		Permits: "A region must allow the type of access that is requested for the window.",
		Source:  "IND2QueuePair.md, IND2QueuePair::Bind, Return Value",
		hooks:   func() calls.Hooks { return bindNeeds(nd2.AllowRead, nd2.AllowRemoteRead) },
	},
	{
		ID:      "writes-need-right",
		Differs: "A Bind with ND_OP_FLAG_ALLOW_WRITE needs a region that peers may write to.",
		Permits: "A region must allow the type of access that is requested for the window.",
		Source:  "IND2QueuePair.md, IND2QueuePair::Bind, Return Value",
		hooks:   func() calls.Hooks { return bindNeeds(nd2.AllowWrite, nd2.AllowRemoteWrite) },
	},
	{
		ID: "data-before-answer", hooks: dataBeforeAnswer,
		Differs: "Private data and read limits are told until Accept or CompleteConnect is called, and not after.",
		Permits: "They are asked for before.", Source: "IND2Connector.md, IND2Connector::GetPrivateData, Remarks",
	},
	{
		ID: "whole-data-fields", hooks: wholeDataFields,
		Differs: "GetPrivateData returns the whole field of the protocol's message: 92 bytes of a request, 196 of an answer.",
		Permits: "The size becomes what was used; how much a fabric makes of what was sent is nobody's sentence.",
		Source:  "IND2Connector.md, IND2Connector::GetPrivateData, Parameters",
		Excludes: map[string]string{
			"little-private-data": "both say how much data there is",
			"exact-private-data":  "both say how much data there is",
			"no-private-data":     "both say how much data there is",
			"well-known-codes":    "it learns the size from the documented code",
		},
	},
	{
		ID: "queue-failure-codes", hooks: func() calls.Hooks { return answering(sharedFailure) },
		Differs: "Notify ends with E_FAIL for a shared receive queue that has failed.",
		Permits: "The page has ND_FAILURE, which no header defines; others are to be well-known.",
		Source:  "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Notify, Return Value",
	},
	{
		ID: "canceled-before-success", hooks: canceledBeforeSuccess,
		Differs: "Of the requests that succeed while their queue pair is flushed, the first is told of as canceled.",
		Permits: "Flush cancels all that are outstanding; nothing says that those which it meets on their way are the last.",
		Source:  "IND2QueuePair.md, IND2QueuePair::Flush, Remarks",
	},
	{
		ID: "changing-lists", hooks: changingLists,
		Differs: "Of the lists of addresses every other one lacks the last, as when an address comes and goes.",
		Permits: "The size could change between calls.", Source: "IND2Adapter.md, IND2Adapter::QueryAddressList, Remarks",
	},
	{
		ID: "changing-sizes",
		Differs: "Every other call for a list of addresses finds the last one gone, and so needs less room than the " +
			"call before or more.",
		Permits:  "The size could change between calls, which clients make in a loop.",
		Source:   "IND2Adapter.md, IND2Adapter::QueryAddressList, Remarks",
		hooks:    func() calls.Hooks { return changingSizes(func(call int) bool { return call%2 == 0 }) },
		Excludes: because(bothChange, "changing-lists", "growing-list", "rotating-lists"),
	},
	{
		ID:       "changing-sizes-at-random",
		Differs:  "Each call for a list of addresses finds the last one there or gone, as chance has it.",
		Permits:  "The size could change between calls, which clients make in a loop.",
		Source:   "IND2Adapter.md, IND2Adapter::QueryAddressList, Remarks",
		hooks:    func() calls.Hooks { return changingSizes(func(int) bool { return rand.IntN(2) == 0 }) },
		Excludes: because(bothChange, "changing-lists", "changing-sizes", "growing-list", "rotating-lists"),
	},
}

const bothChange = "both say how lists change"

func versionOneOnly() calls.Hooks {
	return calls.Hooks{Call: calls.At(calls.AdapterQuery, func(c *calls.Call) nd2.Status {
		if c.Info != nil && c.Size != nil && *c.Size >= nd2.AdapterInfoSize && c.Info.InfoVersion != nd2.Version1 {
			return nd2.InvalidParameter
		}
		status := c.Proceed()
		if status == nd2.Success && c.Info != nil {
			c.Info.InfoVersion = nd2.Version1
		}
		return status
	})}
}

// bindNeeds has a Bind that allows something need rights of its region.
func bindNeeds(allows nd2.OpFlags, needs nd2.RegionFlags) calls.Hooks {
	var registered sync.Map // the rights of regions
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.MRRegister:
			rights, status := c.Rights, c.Proceed()
			if !status.Failed() { // it may be registered already
				registered.Store(c.Object, rights)
			}
			return status
		case calls.QPBind:
			rights, known := registered.Load(calls.ObjectOf(c.Region))
			if known && c.Flags&allows != 0 && rights.(nd2.RegionFlags)&needs != needs {
				return nd2.AccessViolation
			}
		}
		return c.Proceed()
	}}
}

func dataBeforeAnswer() calls.Hooks {
	var answered sync.Map // connectors
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.ConnectorAccept, calls.ConnectorCompleteConnect:
			status := c.Proceed()
			if !status.Failed() {
				answered.Store(c.Object, true)
			}
			return status
		case calls.ConnectorGetPrivateData, calls.ConnectorGetReadLimits:
			if _, over := answered.Load(c.Object); over {
				return nd2.ConnectionInvalid
			}
		}
		return c.Proceed()
	}}
}

// wholeDataFields pads data to what a CM message has room for.
func wholeDataFields() calls.Hooks {
	const request, answer = 92, 196
	return fetchData(func(c *calls.Connector, data []byte) []byte {
		size := request
		if c.Active() {
			size = answer
		}
		return append(data, make([]byte, max(0, size-len(data)))...)
	})
}

// sharedFailure is E_FAIL for the failure of a shared receive queue.
func sharedFailure(method string, failure nd2.Status) nd2.Status {
	const unspecified nd2.Status = 0x80004005 // E_FAIL. Source: winerror.h.
	if method == calls.SRQNotify && failure == nd2.InternalError {
		return unspecified
	}
	return failure
}

// changingSizes leaves out the last of several addresses, and the room that it takes, where gone says so of a method's
// call.
func changingSizes(gone func(call int) bool) calls.Hooks {
	var mu sync.Mutex
	made := map[string]int{}
	isGone := func(method string) bool {
		mu.Lock()
		defer mu.Unlock()
		made[method]++
		return gone(made[method])
	}
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		room, set, ok := listRoom(c)
		if !ok || !isGone(c.Method) {
			return c.Proceed()
		}
		client := c.List
		defer func() { c.List = client }()
		c.List = &nd2.SocketAddressList{}
		set(math.MaxUint16)
		s := c.Proceed()
		used, _, _ := listRoom(c)
		list := c.List.Address
		if n := len(list); s == nd2.Success && n > 1 {
			used, list = used-uint64(len(list[n-1])), list[:n-1]
		}
		set(used)
		switch {
		case s != nd2.Success:
			return s
		case room < used || client == nil:
			return nd2.BufferOverflow
		}
		client.Address = list
		return nd2.Success
	}}
}

// listRoom is the size that a call for a list of addresses has, and how it is set; ok is false for other calls.
func listRoom(c *calls.Call) (room uint64, set func(uint64), ok bool) {
	switch {
	case c.Method == calls.ND1QueryAddressList && c.ND1.Size != nil:
		return uint64(*c.ND1.Size), func(n uint64) { *c.ND1.Size = uintptr(n) }, true
	case (c.Method == calls.AdapterQueryAddressList || c.Method == calls.ProviderQueryAddressList) && c.Size != nil:
		return uint64(*c.Size), func(n uint64) { *c.Size = uint32(n) }, true
	}
	return 0, nil, false
}

// changingLists leaves the last of several addresses out of every other list that is filled.
func changingLists() calls.Hooks {
	var mu sync.Mutex
	filled := map[string]int{}
	leave := func(c *calls.Call) {
		if c.List == nil || len(c.List.Address) < 2 {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		filled[c.Method]++
		if filled[c.Method]%2 == 0 {
			c.List.Address = c.List.Address[:len(c.List.Address)-1]
		}
	}
	return afterEach(leave, calls.AdapterQueryAddressList, calls.ProviderQueryAddressList)
}

// canceledBeforeSuccess reports the first success of each queue after the beginning of a Flush as
// canceled, but not where anybody asks for errors by ND_CQ_NOTIFY_SOLICITED: the engine has told them of a success.
func canceledBeforeSuccess() calls.Hooks {
	type queue struct {
		of       *calls.QueuePair
		receives bool
	}
	var solicited calls.Record[bool] // completion queues
	var mu sync.Mutex
	due := map[queue]bool{}
	cancel := func(o *calls.Outcome) {
		mu.Lock()
		defer mu.Unlock()
		if of := (queue{o.On, o.RequestType == nd2.RequestReceive}); due[of] {
			delete(due, of)
			o.Status = nd2.Canceled
		}
	}
	flush := func(c *calls.Call) nd2.Status {
		q := c.OnQP()
		for _, cq := range []*calls.CompletionQueue{q.ReceiveCQ, q.InitiatorCQ} {
			if cq != nil {
				cq.Queued(nil) // what is there already stays as it is
			}
		}
		mu.Lock()
		due[queue{q, true}], due[queue{q, false}] = true, true
		mu.Unlock()
		for range 64 {
			runtime.Gosched()
		}
		return c.Proceed()
	}
	return calls.Hooks{
		Call: func(c *calls.Call) nd2.Status {
			switch {
			case c.Method == calls.QPFlush:
				return flush(c)
			case c.Method == calls.CQNotify && c.NotifyType == nd2.NotifySolicited:
				solicited.Set(c.Object, true)
			}
			return c.Proceed()
		},
		Results: func(cq *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
			for i := range fresh {
				if o := &fresh[i]; o.On != nil && o.Of != nil && o.Status == nd2.Success && !solicited.Get(&cq.Object) {
					cancel(o)
				}
			}
			return fresh
		},
	}
}
