package spec

import (
	"context"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/spec/internal/trace"
)

// A creation is a call that creates an object.
type creation struct {
	name string // of the method
	call func(object *nd2.Unknown) nd2.Status
}

// notCreated fails the spec for what a creation returned with ND_SUCCESS.
func (c creation) notCreated(object nd2.Unknown) {
	f := finding.Finding{Expected: c.name + " to create the object that was asked for", Seen: "ND_SUCCESS and " + noted(object)}
	if object == nil {
		f.Method, f.Does = c.method(), finding.NoObject
	}
	fail(f)
}

// method names the method as the documents do.
func (c creation) method() string {
	if c.name == "OpenAdapter" {
		return "IND2Provider::OpenAdapter"
	}
	return "IND2Adapter::" + c.name
}

func (s *Side) completionQueue(depth uint32) creation {
	return creation{"CreateCompletionQueue", func(object *nd2.Unknown) nd2.Status {
		return s.Adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, s.File, depth, 0, 0, object)
	}}
}

func (s *Side) connector() creation {
	return creation{"CreateConnector", func(object *nd2.Unknown) nd2.Status {
		return s.Adapter.CreateConnector(nd2.IIDConnector, s.File, object)
	}}
}

func (s *Side) listener() creation {
	return creation{"CreateListener", func(object *nd2.Unknown) nd2.Status {
		return s.Adapter.CreateListener(nd2.IIDListener, s.File, object)
	}}
}

func (s *Side) memoryRegion() creation {
	return creation{"CreateMemoryRegion", func(object *nd2.Unknown) nd2.Status {
		return s.Adapter.CreateMemoryRegion(nd2.IIDMemoryRegion, s.File, object)
	}}
}

// create carries a creation out, which must succeed and return a T, and releases
// the object when the spec ends, its requests canceled first.
func create[T nd2.Unknown](ctx context.Context, c creation) T {
	var object nd2.Unknown
	Obtained(ctx, c.name, c.call(&object))
	typed, ok := object.(T)
	if !ok {
		c.notCreated(object)
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
		f := finding.Finding{Expected: what + " to return ND_SUCCESS, so that the spec can be set up", Seen: s.String(), Unexpected: firstFailure([]nd2.Status{s})}
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
