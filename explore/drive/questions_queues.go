package drive

import (
	"runtime"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// An affine object reports where its notifications are processed.
type affine interface {
	GetNotifyAffinity(group *uint16, affinity *uint64) nd2.Status
}

var askedQueues = []question{
	{
		"the affinity of a completion queue",
		func(_ *driver, s *side, c *model.Call) {
			processed(s.queues[c.Queue], "cq.getnotifyaffinity", "")
		},
	},
	{
		"the affinity of a shared receive queue",
		func(_ *driver, s *side, _ *model.Call) {
			if s.shared != nil {
				processed(s.shared, "srq.getnotifyaffinity", "")
			}
		},
	},
	{
		"a completion queue of a processor",
		func(_ *driver, s *side, _ *model.Call) {
			q, err := create[nd2.CompletionQueue](ndclient.Creation{
				Method: "CreateCompletionQueue",
				Call: func(o *nd2.Unknown) nd2.Status {
					return s.Adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, s.File, 1, 0, 1, o)
				},
			})
			if err != nil {
				broken(err)
				return
			}
			defer q.Release()
			processed(q, "cq.getnotifyaffinity", "adapter.createcompletionqueue.affinity-honored")
		},
	},
	{
		"a shared receive queue of a processor",
		func(_ *driver, s *side, _ *model.Call) {
			if s.shared == nil {
				return
			}
			q, err := create[nd2.SharedReceiveQueue](ndclient.Creation{
				Method: "CreateSharedReceiveQueue",
				Call: func(o *nd2.Unknown) nd2.Status {
					return s.Adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, s.File, 1, 1, 0, 0, 1, o)
				},
			})
			if err != nil {
				broken(err)
				return
			}
			defer q.Release()
			processed(q, "srq.getnotifyaffinity", "adapter.createsharedreceivequeue.affinity-honored")
		},
	},
	{"no results", func(_ *driver, s *side, c *model.Call) {
		if n := s.queues[c.Queue].GetResults(nil); n != 0 {
			breaks("cq.getresults.empty-array", "GetResults returned %d", n)
		}
	}},
}

// processed judges where a queue says that its notifications are processed. If honored is not
// empty, it is the rule that processor 0, which was asked for, is one of those.
func processed(q affine, method, honored string) {
	group, affinity := ^uint16(0), uint64(0)
	if q.GetNotifyAffinity(&group, &affinity) != nd2.Success { // the adapter tells no affinity
		return
	}
	switch {
	case affinity == 0:
		breaks(method+".names-a-processor", "GetNotifyAffinity names none")
	case runtime.GOOS != "windows" && group != 0:
		breaks(method+".group-zero", "GetNotifyAffinity said %d", group)
	case honored != "" && (group != 0 || affinity&1 == 0):
		breaks(honored, "GetNotifyAffinity said %#x of group %d", affinity, group)
	}
}
