package spec

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/spec/internal/trace"
)

// create calls a creating method, which must succeed and give a T, and releases
// the object when the spec ends, its requests canceled first.
func create[T nd2.Unknown](ctx context.Context, what string, call func(object *nd2.Unknown) nd2.Status) T {
	GinkgoHelper()
	var object nd2.Unknown
	Obtained(ctx, what, call(&object))
	typed, ok := object.(T)
	if !ok {
		Unmet(what+" to create the object that was asked for", "ND_SUCCESS and "+noted(object))
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
	GinkgoHelper()
	if s != nd2.Success {
		fail(finding.Finding{Expected: what + " to return ND_SUCCESS, so that the spec can be set up", Seen: s.String(), Unexpected: firstFailure([]nd2.Status{s})})
	}
}

// noted names what came out of a creating method as the trace does.
func noted(object nd2.Unknown) string {
	if object == nil {
		return "no object"
	}
	return "another object, " + trace.Name(object)
}
