package trace

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// NDK is [Provider] for NDKPI. What the provider calls back is noted too.
func NDK(r *Recorder, p ndk.Provider, whose string) ndk.Provider {
	return &ndkProvider{r, r.provider("ndk-provider", whose), p}
}

type ndkProvider struct {
	*Recorder
	label string
	inner ndk.Provider
}

func (p *ndkProvider) OpenAdapter(adapterID uint64, adapter *ndk.Adapter) ndk.Status {
	call := p.begin(p.label, "OpenAdapter", "id", adapterID)
	s := p.inner.OpenAdapter(adapterID, adapter)
	call.end(s)
	replace(adapter, func(a ndk.Adapter) ndk.Adapter {
		return &ndkAdapter{p.Recorder, p.name("ndk-adapter"), a}
	})
	return s
}

func (p *ndkProvider) CloseAdapter(adapter ndk.Adapter) ndk.Status {
	call := p.begin(p.label, "CloseAdapter", "_", adapter)
	s := p.inner.CloseAdapter(innerNDK(adapter))
	call.end(s)
	return s
}

// innerNDK returns the provider's own object behind a traced one, and any other as it
// is.
func innerNDK[T any](object T) T {
	if w, ok := any(object).(interface{ unwrappedNDK() any }); ok {
		if inner, ok := w.unwrappedNDK().(T); ok {
			return inner
		}
	}
	return object
}

// ndkObject is the part of every wrapper that forwards NdkClose and
// NdkQueryExtension.
type ndkObject struct {
	*Recorder
	label string
	inner ndk.Object
}

func (r *Recorder) ndk(kind string, inner ndk.Object) ndkObject {
	return ndkObject{r, r.name(kind), inner}
}

func (o *ndkObject) traceName() string { return o.label }
func (o *ndkObject) unwrappedNDK() any { return o.inner }

func (o *ndkObject) Close(completion ndk.CloseCompletion, requestContext uintptr) ndk.Status {
	var noted ndk.CloseCompletion
	if completion != nil {
		noted = func(context uintptr) {
			o.event(o.label, "Close completion", "context", context)
			completion(context)
		}
	}
	call := o.begin(o.label, "Close", "context", requestContext)
	s := o.inner.Close(noted, requestContext)
	call.end(s)
	return s
}

func (o *ndkObject) QueryExtension(id nd2.GUID, version ndk.Version, extension *ndk.ExtensionInterface) ndk.Status {
	call := o.begin(o.label, "QueryExtension", "_ version", id, version)
	s := o.inner.QueryExtension(id, version, extension)
	call.end(s)
	return s
}

// requested returns the completion of a request with its call noted.
func (r *Recorder) requested(label, method string, completion ndk.RequestCompletion) ndk.RequestCompletion {
	if completion == nil {
		return nil
	}
	return func(context uintptr, status ndk.Status) {
		r.event(label, method+" completion", "context status", context, status)
		completion(context, status)
	}
}

// created returns the completion of a creation with its call noted, and the object
// traced.
func created[T ndk.Object](r *Recorder, label, method string, completion ndk.CreateCompletion, traced func(T) T) ndk.CreateCompletion {
	if completion == nil {
		return nil
	}
	return func(context uintptr, status ndk.Status, object ndk.Object) {
		if t, ok := object.(T); ok {
			object = traced(t)
		}
		r.event(label, method+" completion", "context status _", context, status, object)
		completion(context, status, object)
	}
}
