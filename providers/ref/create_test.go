package ref

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/providers/object"
)

// otherFile is an overlapped file from outside the engine.
type otherFile struct{ nd2.OverlappedFile }

func TestCreateRefused(t *testing.T) {
	i, a, b := testSides(t)
	again := newTestSideOf(t, a)
	var info nd2.AdapterInfo
	info.InfoVersion = nd2.Version2
	size := uint32(nd2.AdapterInfoSize)
	returns(t, a.adapter.Query(&info, &size), nd2.Success)
	all := a.every()
	srq, region := all[nd2.IIDSharedReceiveQueue], all[nd2.IIDMemoryRegion]
	gone := created[nd2.CompletionQueue](t, func(out *nd2.Unknown) nd2.Status {
		return a.adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, a.file, 1, 0, 0, out)
	})
	gone.Release()
	closed := nd2.OverlappedFile(nil)
	returns(t, a.adapter.CreateOverlappedFile(&closed), nd2.Success)
	returns(t, closed.Close(), nd2.Success)

	cq := func(iid nd2.GUID, f nd2.OverlappedFile, depth uint32) func(*nd2.Unknown) nd2.Status {
		return func(out *nd2.Unknown) nd2.Status {
			return a.adapter.CreateCompletionQueue(iid, f, depth, 0, 0, out)
		}
	}
	shared := func(depth, sge uint32) func(*nd2.Unknown) nd2.Status {
		return func(out *nd2.Unknown) nd2.Status {
			return a.adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, a.file, depth, sge, 0, 0, 0, out)
		}
	}
	qp := func(receive, initiator nd2.Unknown, rd, id, rs, is, inline uint32) func(*nd2.Unknown) nd2.Status {
		return func(out *nd2.Unknown) nd2.Status {
			return a.adapter.CreateQueuePair(nd2.IIDQueuePair, receive, initiator, 0, rd, id, rs, is, inline, out)
		}
	}
	qps := func(receive, initiator, srq nd2.Unknown, id, is, inline uint32) func(*nd2.Unknown) nd2.Status {
		return func(out *nd2.Unknown) nd2.Status {
			return a.adapter.CreateQueuePairWithSrq(nd2.IIDQueuePair, receive, initiator, srq, 0, id, is, inline, out)
		}
	}
	var none *completionQueue
	most := &info
	for _, c := range []struct {
		name   string
		create func(*nd2.Unknown) nd2.Status
		want   nd2.Status
	}{
		{"CQ of another iid", cq(nd2.IIDQueuePair, a.file, 8), object.NoInterface},
		{"CQ on no file", cq(nd2.IIDCompletionQueue, nil, 8), nd2.InvalidHandle},
		{"CQ on a file of another kind", cq(nd2.IIDCompletionQueue, otherFile{}, 8), nd2.InvalidHandle},
		{"CQ on another adapter's file", cq(nd2.IIDCompletionQueue, b.file, 8), nd2.InvalidHandle},
		{"CQ on a closed file", cq(nd2.IIDCompletionQueue, closed, 8), nd2.InvalidHandle},
		{"CQ of no depth", cq(nd2.IIDCompletionQueue, a.file, 0), nd2.InvalidParameter3},
		{"CQ of the most", cq(nd2.IIDUnknown, a.file, most.MaxCompletionQueueDepth), nd2.Success},
		{"CQ of too much", cq(nd2.IIDCompletionQueue, a.file, most.MaxCompletionQueueDepth+1), nd2.InvalidParameter3},
		{"SRQ of no depth", shared(0, 1), nd2.InvalidParameter3},
		{"SRQ of the most", shared(most.MaxSharedReceiveQueueDepth, most.MaxReceiveSGE), nd2.Success},
		{"SRQ of too much", shared(most.MaxSharedReceiveQueueDepth+1, most.MaxReceiveSGE+1), nd2.InvalidParameter3},
		{"SRQ of too many entries", shared(1, most.MaxReceiveSGE+1), nd2.InvalidParameter4},
		{"QP without a receive CQ", qp(nil, nil, 1, 1, 1, 1, 0), nd2.InvalidParameter2},
		{"QP with a nil receive CQ", qp(none, a.cq, 1, 1, 1, 1, 0), nd2.InvalidParameter2},
		{"QP with a receive CQ that is none", qp(region, a.cq, 1, 1, 1, 1, 0), nd2.InvalidParameter2},
		{"QP with another adapter's receive CQ", qp(b.cq, a.cq, 1, 1, 1, 1, 0), nd2.InvalidParameter2},
		{"QP with the receive CQ of another opening", qp(again.cq, a.cq, 1, 1, 1, 1, 0), nd2.InvalidParameter2},
		{"QP with a receive CQ that is gone", qp(gone, a.cq, 1, 1, 1, 1, 0), nd2.InvalidParameter2},
		{"QP without an initiator CQ", qp(a.cq, nil, 1, 1, 1, 1, 0), nd2.InvalidParameter3},
		{"QP with an initiator CQ that is none", qp(a.cq, srq, 1, 1, 1, 1, 0), nd2.InvalidParameter3},
		{"QP of the most", qp(a.cq, a.cq, most.MaxReceiveQueueDepth, most.MaxInitiatorQueueDepth, most.MaxReceiveSGE,
			most.MaxInitiatorSGE, most.MaxInlineDataSize), nd2.Success},
		{"QP of no depth", qp(a.cq, a.cq, 0, 0, 0, 0, 0), nd2.Success},
		{"QP of too many Receives", qp(a.cq, a.cq, most.MaxReceiveQueueDepth+1, 1, 1, 1, 0), nd2.InvalidParameter5},
		{"QP of too many requests", qp(a.cq, a.cq, 1, most.MaxInitiatorQueueDepth+1, 1, 1, 0), nd2.InvalidParameter6},
		{"QP of too many receive entries", qp(a.cq, a.cq, 1, 1, most.MaxReceiveSGE+1, 1, 0), nd2.InvalidParameter7},
		{"QP of too many initiator entries", qp(a.cq, a.cq, 1, 1, 1, most.MaxInitiatorSGE+1, 0), nd2.InvalidParameter8},
		{"QP of too much inline", qp(a.cq, a.cq, 1, 1, 1, 1, most.MaxInlineDataSize+1), nd2.InvalidParameter9},
		{"SRQ QP without a receive CQ", qps(nil, a.cq, srq, 1, 1, 0), nd2.InvalidParameter2},
		{"SRQ QP without an initiator CQ", qps(a.cq, nil, srq, 1, 1, 0), nd2.InvalidParameter3},
		{"SRQ QP without an SRQ", qps(a.cq, a.cq, nil, 1, 1, 0), nd2.InvalidParameter4},
		{"SRQ QP with an SRQ that is none", qps(a.cq, a.cq, a.cq, 1, 1, 0), nd2.InvalidParameter4},
		{"SRQ QP of too many requests", qps(a.cq, a.cq, srq, most.MaxInitiatorQueueDepth+1, 1, 0), nd2.InvalidParameter6},
		{"SRQ QP of too many entries", qps(a.cq, a.cq, srq, 1, most.MaxInitiatorSGE+1, 0), nd2.InvalidParameter7},
		{"SRQ QP of too much inline", qps(a.cq, a.cq, srq, 1, 1, most.MaxInlineDataSize+1), nd2.InvalidParameter8},
		{"SRQ QP of the most", qps(a.cq, a.cq, srq, most.MaxInitiatorQueueDepth, most.MaxInitiatorSGE,
			most.MaxInlineDataSize), nd2.Success},
	} {
		out := nd2.Unknown(a.cq)
		got := c.create(&out)
		if got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
		if (out != nil) != (got == nd2.Success) {
			t.Errorf("%s: %v, and the object is %v", c.name, got, out)
		}
		if out != nil {
			out.Release()
		}
		if got := c.create(nil); got == nd2.Success {
			t.Errorf("%s: succeeds without anywhere to put the object", c.name)
		}
	}
	_ = i
}

func TestBasicAdapter(t *testing.T) {
	o, err := providers.ParseSelector("ref")
	if err != nil {
		t.Fatal(err)
	}
	opened, err := o.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	i := opened.(*instance)
	s := newTestSide(t, i, len(i.adapters)-1)
	info, size := nd2.AdapterInfo{InfoVersion: nd2.Version2}, uint32(nd2.AdapterInfoSize)
	returns(t, s.adapter.Query(&info, &size), nd2.Success)
	if info.MaxSharedReceiveQueueDepth != 0 || info.AdapterFlags&nd2.AdapterCQResize != 0 {
		t.Errorf("%+v", info)
	}
	returns(t, s.cq.Resize(1), nd2.NotSupported)
	out := nd2.Unknown(s.cq)
	returns(t, s.adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, s.file, 8, 2, 0, 0, 0, &out),
		nd2.NotSupported)
	returns(t, s.adapter.CreateQueuePairWithSrq(nd2.IIDQueuePair, s.cq, s.cq, s.cq, 0, 8, 2, 8, &out), nd2.NotSupported)
	if out != nil {
		t.Error("a failure, and an object")
	}
}
