package legal

import (
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// families are groups of methods: in a family's variants only its methods lack something for a moment.
var families = []struct{ id, does string }{
	{"creations", "that creates an object"},
	{"connections", "of a connector or a listener"},
	{"notifications", "that asks for a notification"},
	{"posts", "that posts a request"},
	{"sizes", "that registers memory, or changes a queue's size"},
	{"others", "of another kind, but for those that give back what the client has"},
}

// lacking are variants that lack something for a moment: each of them refuses calls once.
var lacking = alike(Variant{
	Permits: "Maxima may be out of reach under load; a lack comes and goes.",
	Source:  queryLoad,
	Excludes: map[string]string{
		"well-known-codes": exhaustionCode,
		"shipped-codes":    exhaustionCode,
	},
}, momentary())

func momentary() []Variant {
	list := []Variant{
		{
			ID: "lacks-each-97th", hooks: func() calls.Hooks { return lacksEach(97, anyFamily) },
			Differs: "Each 97th call of a method is refused for want of resources, and succeeds if it is made again.",
		},
		{
			ID: "lacks-each-3rd", hooks: func() calls.Hooks { return lacksEach(3, anyFamily) },
			Differs: "Each third call of a method is refused for want of memory, and succeeds if it is made again.",
		},
		{
			ID: "lacks-at-random", hooks: lacksAtRandom,
			Differs: "One call in twenty is refused for want of resources, as chance has it, and succeeds if it is made again.",
		},
	}
	for _, f := range families {
		list = append(list, Variant{
			ID:      "lacks-" + f.id,
			Differs: fmt.Sprintf("Each fifth call %s is refused for want of resources, and succeeds if made again.", f.does),
			hooks:   func() calls.Hooks { return lacksEach(5, func(method string) bool { return familyOf(method) == f.id }) },
		})
	}
	for i := range list {
		list[i].Excludes = because("both refuse calls once", "lacks-each-97th", "lacks-each-3rd", "lacks-at-random")
	}
	return list
}

func anyFamily(method string) bool { return familyOf(method) != "" }

// familyOf is the id of a method's family, empty for those that lack nothing.
func familyOf(method string) string {
	iface, name, _ := strings.Cut(method, "::")
	name = strings.TrimPrefix(name, "Ndk")
	switch {
	case slices.Contains([]string{
		"GetOverlappedResult", "CancelOverlappedRequests", "QueryInterface", "AddRef", "Release", "Flush", "Disconnect",
		"Reject", "GetResults", "GetCqResults", "StartRequestBatch", "SubmitRequestBatch", "QueryExtension",
		"GetFileHandle",
	}, name), strings.HasPrefix(name, "Deregister"), strings.HasPrefix(name, "Close"), strings.HasSuffix(name, "Token"),
		strings.HasSuffix(name, "TokenFromMr"), strings.HasPrefix(iface, "NDK_FN"), strings.HasPrefix(method, "Event"),
		strings.HasPrefix(method, "CompletionPort"), strings.HasPrefix(method, "OverlappedFile"):
		return ""
	case strings.HasPrefix(name, "Create"), strings.HasPrefix(name, "Open"):
		return "creations"
	case name == "Notify", name == "NotifyDisconnect":
		return "notifications"
	case strings.HasPrefix(name, "Register"), name == "Resize", strings.HasPrefix(name, "Modify"):
		return "sizes"
	case strings.HasSuffix(iface, "QueuePair"), strings.HasSuffix(iface, "Endpoint"), strings.HasSuffix(name, "Receive"),
		name == "Send":
		return "posts"
	case strings.Contains(iface, "Connector"), strings.Contains(iface, "CONNECTOR"), strings.Contains(iface, "Listen"):
		return "connections"
	}
	return "others"
}

// lacksEach refuses each nth call of each of some methods once.
func lacksEach(n int, of func(method string) bool) calls.Hooks {
	var mu sync.Mutex
	made := map[string]int{}
	refusal := nd2.InsufficientResources
	if n == 3 {
		refusal = nd2.NoMemory
	}
	return lacks(refusal, of, func(method string) bool {
		mu.Lock()
		defer mu.Unlock()
		made[method]++
		return made[method]%n == 0
	})
}

func lacksAtRandom() calls.Hooks {
	return lacks(nd2.InsufficientResources, anyFamily, func(string) bool {
		return maphash.String(maphash.MakeSeed(), "")%20 == 0
	})
}

// lacks refuses a call if now says so, unless the same call was refused just before on its object.
func lacks(refusal nd2.Status, of, now func(method string) bool) calls.Hooks {
	type attempt struct {
		on      *calls.Object
		method  string
		out     *nd2.Unknown
		outcome *nd2.Overlapped
		context uintptr
	}
	var refused sync.Map
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		if !of(c.Method) {
			return c.Proceed()
		}
		a := attempt{c.Object, c.Method, c.Out, c.Overlapped, c.Context}
		if _, again := refused.LoadAndDelete(a); !again && now(c.Method) {
			refused.Store(a, true)
			return refusal
		}
		return c.Proceed()
	}}
}
