package cq

import (
	"context"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A backlog is what was issued to the initiator queue of an exchange that is held up,
// in order, to be flushed. What has to end as canceled may have gone through before
// where Sends are not held up: on iWARP a Send or a Write is over once it is sent, and
// a peer that has no Receive for it ends the connection.
type backlog struct {
	*exchange
	issued []issued
}

type issued struct {
	kind    nd2.RequestType
	context uintptr
	silent  bool
}

// issue posts a request, unless the connection has ended.
func (b *backlog) issue(kind nd2.RequestType, context uintptr, flags nd2.OpFlags) {
	returned := b.post(kind, context, flags)
	if len(b.issued) > 0 && returned == nd2.ConnectionInvalid {
		return
	}
	Expect(returned).To(Return(nd2.Success))
	b.issued = append(b.issued, issued{kind, context, flags&nd2.SilentSuccess != 0})
}

// flush flushes the queue pair and judges how the issued requests end. The last one is not
// silent. From the first request that did not go through, all are canceled, and each has a
// result, in the order issued.
func (b *backlog) flush(ctx context.Context) {
	Expect(b.Flush()).To(Return(nd2.Success))
	through := true
	for i := 0; i < len(b.issued); i++ {
		result := Result(ctx, b.Initiated)
		for through && b.issued[i].silent && result.RequestContext != b.issued[i].context && i < len(b.issued)-1 {
			i++ // a silent success
		}
		one := b.issued[i]
		Expect([]nd2.Result{result}).To(HaveOutcomes(Outcome(one.kind, one.context, result.Status)))
		through = through && result.Status == nd2.Success && !one.silent
		b.expectEnd(one, result, through, i == 0)
	}
	Expect(Drain(b.Initiated)).To(HaveOutcomes())
}

// expectEnd judges a result; through says that everything so far has gone through.
func (b *backlog) expectEnd(one issued, result nd2.Result, through, first bool) {
	switch {
	case through:
		Expect(result).To(CompleteAsRuled(canceledAs(one.kind)))
		if one.kind == nd2.RequestRead {
			Expect(b.Memory.Bytes[b.sink : b.sink+b.length]).To(HoldBytes(b.other.Memory.Bytes[source : source+b.length]))
		}
	case first && b.other.Shared == nil && result.Status != nd2.Canceled: // which does not wait forever
		Expect(result).To(CompleteAsRuled("cq.getresults.send.nd-io-timeout"))
	default:
		Expect(result).To(CompleteWith(nd2.Canceled))
	}
}

// canceledAs is the entry on canceled requests of a type.
func canceledAs(kind nd2.RequestType) string {
	switch kind {
	case nd2.RequestBind:
		return "cq.getresults.bind.nd-canceled"
	case nd2.RequestInvalidate:
		return "cq.getresults.invalidate.nd-canceled"
	case nd2.RequestRead:
		return "cq.getresults.read.nd-canceled"
	case nd2.RequestWrite:
		return "cq.getresults.write.nd-canceled"
	}
	return "cq.getresults.send.nd-canceled"
}

// expectDisconnected shows that the connection has ended, at this end: sooner or later
// no Write gets through any more, whether it is refused or fails. It is asked again
// since on iWARP a Write is over before the peer has answered. A Write takes no Receive
// and fills no queue of the peer's, which would end the connection by itself.
func (x *exchange) expectDisconnected(ctx context.Context) {
	to := x.other.Memory.Remote()
	Until(ctx, "the connection to have ended", func() bool {
		if x.Write(0, nil, to.Address, to.Token, 0) != nd2.Success {
			return true
		}
		return Result(ctx, x.Initiated).Status != nd2.Success
	})
}
