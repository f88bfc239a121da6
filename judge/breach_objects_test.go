package judge_test

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// query changes what an adapter says of itself, from the n-th time on.
func query(n int, change func(i *nd2.AdapterInfo)) fault {
	return after(calls.AdapterQuery, func(c *calls.Call, s nd2.Status) nd2.Status {
		if n--; n <= 0 && s == nd2.Success {
			change(c.Info)
		}
		return s
	})
}

// queried asks an adapter once more what it is.
func queried(_ *setup, a, _ *end) {
	info, space := nd2.AdapterInfo{InfoVersion: nd2.Version2}, uint32(nd2.AdapterInfoSize)
	a.Query(&info, &space)
	a.Query(&info, &space)
}

func nothing(*setup, *end, *end) {}

// resized resizes a's queue.
func resized(_ *setup, a, _ *end) { a.queue.Resize(3 * depth) }

// objectBreaches break what adapters and queues say of themselves.
func objectBreaches() []breach {
	return []breach{
		{
			"a limit of 0", "adapter.query.limits", true, query(1, func(i *nd2.AdapterInfo) { i.MaxInitiatorSGE = 0 }), nothing,
		},
		{
			"more entries of a Read than of a request", "adapter.query.read-sge", true,
			query(1, func(i *nd2.AdapterInfo) { i.MaxReadSGE = i.MaxInitiatorSGE + 1 }), nothing,
		},
		{
			"two adapters of one id", "adapter.query.adapter-id", true, query(1, func(i *nd2.AdapterInfo) { i.AdapterID = 7 }),
			nothing,
		},
		{
			"a limit that changes", "adapter.query.constant-limits", true,
			query(4, func(i *nd2.AdapterInfo) { i.MaxCallerData-- }), queried,
		},
		{
			"a removed adapter that goes on", "adapter.removed.only-cleanup", true,
			nth(calls.AdapterQuery, 3, status(nd2.DeviceRemoved)), queried,
		},
		{
			"a request of a removed adapter that succeeds", "adapter.removed.only-cleanup", false,
			nth(calls.AdapterQuery, 3, status(nd2.DeviceRemoved)), func(s *setup, a, _ *end) {
				providers.QueryInfo(a.Adapter)
				s.message()
			},
		},
		{
			"an object beside a failure to find an interface", "com.queryinterface.null-on-failure", true,
			after(calls.QueryInterface, func(c *calls.Call, s nd2.Status) nd2.Status {
				if s.Failed() {
					*c.Out = c.Inner
				}
				return s
			}), func(_ *setup, a, _ *end) {
				var out nd2.Unknown
				a.conn.QueryInterface(nd2.GUID{Data1: 7}, &out)
			},
		},
		{
			"an affinity without a place for it", "cq.getnotifyaffinity.nd-invalid-parameter", true,
			returns(calls.CQGetNotifyAffinity, nd2.Success), func(_ *setup, a, _ *end) { a.queue.GetNotifyAffinity(nil, nil) },
		},
		{
			"an affinity of a shared queue without a place for it", "srq.getnotifyaffinity.nd-invalid-parameter", true,
			returns(calls.SRQGetNotifyAffinity, nd2.Success), func(s *setup, a, _ *end) {
				q := make1[nd2.SharedReceiveQueue](s, a.SharedReceiveQueue(depth, 1, 0))
				q.GetNotifyAffinity(nil, nil)
				q.Release()
			},
		},
		{
			"a Resize that is not supported", "cq.resize.nd-not-supported", true,
			query(1, func(i *nd2.AdapterInfo) { i.AdapterFlags &^= nd2.AdapterCQResize }), func(s *setup, a, b *end) {
				if a.at.Info.AdapterFlags&nd2.AdapterCQResize == 0 { // as the fault has it
					resized(s, a, b)
				}
			},
		},
		{
			"a Resize to what holds all results", "cq.resize.nd-success", false, returns(calls.CQResize, nd2.BufferOverflow),
			resized,
		},
		{
			"a Resize that is supported", "cq.resize.nd-success", false, returns(calls.CQResize, nd2.NotSupported), resized,
		},
		{
			"a Resize to a valid depth", "cq.resize.nd-success", false, returns(calls.CQResize, nd2.InvalidParameter), resized,
		},
	}
}

// interfaceBreaches are of objects that do not have their own interface.
func interfaceBreaches() (list []breach) {
	for kind, one := range map[string]struct {
		rule string
		of   func(s *setup, a *end) nd2.Unknown
	}{
		"IND2Provider": {"provider.interfaces", func(s *setup, _ *end) nd2.Unknown { return s.provider }},
		"IND2Adapter":  {"adapter.interfaces", func(_ *setup, a *end) nd2.Unknown { return a.Adapter.Adapter }},
		"IND2CompletionQueue": {"adapter.createcompletionqueue.inherits-overlapped", func(_ *setup, a *end) nd2.Unknown {
			return a.queue
		}},
		"IND2SharedReceiveQueue": {"adapter.createsharedreceivequeue.inherits-overlapped", func(
			s *setup, a *end,
		) nd2.Unknown {
			return make1[nd2.SharedReceiveQueue](s, a.SharedReceiveQueue(depth, 1, 0))
		}},
		"IND2QueuePair": {"adapter.createqueuepair.interfaces", func(_ *setup, a *end) nd2.Unknown { return a.pair }},
		"IND2MemoryRegion": {"adapter.creatememoryregion.inherits-overlapped", func(_ *setup, a *end) nd2.Unknown {
			return a.region
		}},
		"IND2MemoryWindow": {"adapter.creatememorywindow.interfaces", func(_ *setup, a *end) nd2.Unknown { return a.window }},
		"IND2Connector": {"adapter.createconnector.inherits-overlapped", func(_ *setup, a *end) nd2.Unknown {
			return a.conn
		}},
		"IND2Listener": {"adapter.createlistener.inherits-overlapped", func(s *setup, a *end) nd2.Unknown {
			return make1[nd2.Listener](s, a.Listener())
		}},
	} {
		list = append(list, breach{
			"an object without its own interface", one.rule, true, func(c *calls.Call) nd2.Status {
				if c.Method == calls.QueryInterface && c.Kind == kind {
					return nd2.InvalidParameter
				}
				return c.Proceed()
			}, func(s *setup, a, _ *end) {
				var out nd2.Unknown
				o := one.of(s, a)
				if o.QueryInterface(nd2.IIDUnknown, &out) == nd2.Success {
					out.Release()
				}
				if kind == "IND2SharedReceiveQueue" || kind == "IND2Listener" {
					o.Release()
				}
			},
		})
	}
	return list
}
