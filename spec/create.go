package spec

import (
	"context"
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
)

// create calls a creating method, which must succeed and give a T, and releases
// the object when the spec ends, its requests canceled first.
func create[T nd2.Unknown](ctx context.Context, what string, call func(object *nd2.Unknown) nd2.Status) T {
	GinkgoHelper()
	var object nd2.Unknown
	Obtained(ctx, what, call(&object))
	typed, ok := object.(T)
	if !ok {
		Fail(fmt.Sprintf("%s returned ND_SUCCESS and, for the object, %v", what, object))
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
		Fail(fmt.Sprintf("The spec could not be set up: %s returned %v.", what, s))
	}
}
