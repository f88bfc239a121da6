package spec

import (
	"context"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/spec/internal/trace"
)

// notCreated fails the spec for what a creation returned with ND_SUCCESS.
func notCreated(c ndclient.Creation, object nd2.Unknown) {
	f := finding.Finding{
		Expected: c.Method + " to create the object that was asked for",
		Seen:     "ND_SUCCESS and " + noted(object),
	}
	if object == nil {
		f.Method, f.Does = "IND2Adapter::"+c.Method, finding.NoObject
		if c.Method == "OpenAdapter" {
			f.Method = "IND2Provider::OpenAdapter"
		}
	}
	fail(f)
}

// creating returns what creates the side's objects.
func (s *Side) creating() *ndclient.Adapter {
	return &ndclient.Adapter{Adapter: s.Adapter, File: s.File}
}

// create carries a creation out, which must succeed and return a T, and releases
// the object when the spec ends, its requests canceled first.
func create[T nd2.Unknown](ctx context.Context, c ndclient.Creation) T {
	var object nd2.Unknown
	Obtained(ctx, c.Method, c.Call(&object))
	typed, ok := object.(T)
	if !ok {
		notCreated(c, object)
	}
	AtEnd(ctx, func(context.Context) {
		if o, ok := object.(nd2.Overlapping); ok {
			o.CancelOverlappedRequests()
		}
		typed.Release()
	})
	return typed
}

// succeed fails the spec if a step that it builds on does not return ND_SUCCESS.
func succeed(what string, s nd2.Status) {
	if s != nd2.Success {
		f := finding.Finding{
			Expected: what + " to return ND_SUCCESS, so that the spec can be set up", Seen: s.String(),
			Unexpected: firstFailure([]nd2.Status{s}),
		}
		if !s.Failed() {
			f.Does = "returns " + s.String() // which is no failure, and not what was asked for either
		}
		fail(f)
	}
}

// noted names what came out of a creating method as the trace does.
func noted(object nd2.Unknown) string {
	if object == nil {
		return "no object"
	}
	return "another object, " + trace.Name(object)
}
