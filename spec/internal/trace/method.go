package trace

import (
	"cmp"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// MethodBy names the method that an overlapped request was issued by last, as in
// "IND2Connector::Connect", or nothing if there was none.
func (r *Recorder) MethodBy(o *nd2.Overlapped) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if c := r.makers[o]; c != nil {
		return c.of
	}
	return ""
}

// ObjectBy names the object that an overlapped request was issued on last, or nothing.
func (r *Recorder) ObjectBy(o *nd2.Overlapped) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if c := r.makers[o]; c != nil {
		return c.object
	}
	return ""
}

// interfaces are whose methods the calls of an object are, by what its name begins with.
// NDKPI's objects have tables of functions, which are named like them.
var interfaces = map[string]string{
	"provider": "IND2Provider", "adapter": "IND2Adapter", "cq": "IND2CompletionQueue", "srq": "IND2SharedReceiveQueue",
	"qp": "IND2QueuePair", "mr": "IND2MemoryRegion", "mw": "IND2MemoryWindow", "connector": "IND2Connector",
	"listener":     "IND2Listener",
	"nd1-provider": "INDProvider", "nd1-adapter": "INDAdapter", "nd1-cq": "INDCompletionQueue",
	"nd1-mw":        "INDMemoryWindow",
	"nd1-connector": "INDConnector", "nd1-listener": "INDListen", "nd1-endpoint": "INDEndpoint",
	"ndk-provider": "NDK", "ndk-adapter": "NDK_ADAPTER", "ndk-cq": "NDK_CQ", "ndk-pd": "NDK_PD", "ndk-mr": "NDK_MR",
	"ndk-srq": "NDK_SRQ", "ndk-qp": "NDK_QP", "ndk-connector": "NDK_CONNECTOR",
}

// kindOfInterface is the other way round.
var kindOfInterface = func() map[string]string {
	list := map[string]string{}
	for kind, name := range interfaces {
		list[name] = kind
	}
	return list
}()

// MethodOf names a method of an object as the documents do.
func MethodOf(object, method string) string {
	kind := kindOf(object)
	name := cmp.Or(interfaces[kind], kind)
	if method == "GetOverlappedResult" || method == "CancelOverlappedRequests" { // they are documented once
		name = "IND2Overlapped"
		if strings.HasPrefix(kind, "nd1-") {
			name = "INDOverlapped"
		}
	}
	return name + "::" + method
}
