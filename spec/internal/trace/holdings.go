package trace

import (
	"maps"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers"
)

// A holding is something of an adapter's that the client has.
type holding struct {
	// kind is what it is: an object by the beginning of its name, or one of those below.
	kind string
	// object has it, and its adapter is the object's. An object has itself.
	object string
	// of tells apart what an object has several of: a request's OVERLAPPED, or a window.
	of any
}

// Request is what an overlapped request is held as, from its call to its end.
const Request = "request in progress"

// What else is held beside objects.
const (
	registration = "registration"
	boundPort    = "bound port"
	boundWindow  = "bound window"
	listening    = "listening listener"
	file         = "overlapped file" // whose end is not seen
)

// holdings are what the client has, and what it was refused last.
type holdings struct {
	held       []holding
	references map[string]int
	got        map[string]Got
	lack       *Lack
}

// Got is how often a method has given something, and how many of that were held at most.
type Got struct{ Times, Most int }

// A Lack is a call that was refused for want of resources.
type Lack struct {
	// Method is the method that was called, or that made the request.
	Method string
	Status nd2.Status
	// What was asked for, Held how many of these the client held on the adapter, All on every
	// adapter, and Same of the object that was asked.
	What            string
	Held, All, Same int
	// Size is the largest depth or length that was asked for, as far as there is one.
	Size int
}

// creating has the kind of object that each creating method gives.
var creating = map[string]string{
	"OpenAdapter": "adapter", "CreateCompletionQueue": "cq", "CreateCq": "cq", "CreatePd": "pd",
	"CreateSharedReceiveQueue": "srq", "CreateSrq": "srq", "CreateMemoryRegion": "mr", "CreateMr": "mr",
	"CreateMemoryWindow": "mw", "CreateConnector": "connector", "CreateListener": "listener",
	"CreateQueuePair": "qp", "CreateQueuePairWithSrq": "qp", "CreateQpWithSrq": "qp", "CreateEndpoint": "endpoint",
}

// Lack returns the last call that was refused for want of resources, if there was one.
func (r *Recorder) Lack() (l Lack, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lack == nil {
		return Lack{}, false
	}
	return *r.lack, true
}

// Got is what each method has given.
func (r *Recorder) Got() map[string]Got {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.got)
}

// family is what an object's name begins with besides its kind: "nd1-", "ndk-", or nothing.
func family(object string) string { return object[:strings.LastIndex(object, "-")+1] }

// kindOf is what an object's name begins with before its number. Every call asks for it.
func kindOf(object string) string {
	end := len(object)
	for end > 0 && '0' <= object[end-1] && object[end-1] <= '9' {
		end--
	}
	return object[:end]
}

// gives lists what a call gives to the client if it succeeds, each to the object named.
func (r *Recorder) gives(c *call) (list []holding) {
	object, kind := c.object, kindOf(c.object)
	method := strings.TrimSuffix(c.method, " completion")
	if created, ok := creating[method]; ok {
		list = append(list, holding{kind: family(object) + created, object: object})
	}
	switch {
	case strings.HasPrefix(method, "Register"):
		list = append(list, holding{kind: registration, object: object})
	case method == "Bind" && strings.HasSuffix(kind, "qp"):
		list = append(list, holding{boundWindow, object, Name(c.args[2])})
	case method == "Bind":
		list = append(list, holding{kind: boundPort, object: object})
	case method == "Listen":
		list = append(list, holding{kind: listening, object: object})
	case method == "CreateOverlappedFile":
		list = append(list, holding{kind: file, object: object})
	}
	if o := overlappedOf(c); o != nil {
		list = append(list, holding{Request, object, o})
	}
	return list
}

// overlappedOf is what a request is made with, nil if the call makes none.
func overlappedOf(c *call) *nd2.Overlapped {
	for _, a := range c.args {
		if o, ok := a.(*nd2.Overlapped); ok && c.method != "GetOverlappedResult" {
			return o
		}
	}
	return nil
}

// hold notes what a call that has returned has given to the client, and taken from it. The
// objects that it has created are noted by [names.hasNew].
func (r *Recorder) hold(c *call) {
	s, ok := statusOf(c)
	if !ok {
		r.refer(c)
		return
	}
	if providers.Lacks(s) {
		r.refuse(c, s)
	}
	if s == nd2.Success || s == nd2.Pending {
		r.take(c, s)
		r.giveBack(c)
	}
	if o, ok := resultOf(c); ok && s != nd2.Pending {
		r.ended(o, s)
	}
}

func (r *Recorder) take(c *call, s nd2.Status) {
	for _, g := range r.gives(c) {
		_, object := creating[strings.TrimSuffix(c.method, " completion")]
		object = object && g.kind != Request
		if g.kind == Request && s != nd2.Pending || object && s == nd2.Pending || r.has(g) {
			continue
		}
		all := r.others(g, anywhere)
		if !object {
			r.held = append(r.held, g)
		}
		r.given(c.of, all+1)
	}
}

func (r *Recorder) given(method string, n int) {
	if r.got == nil {
		r.got = map[string]Got{}
	}
	g := r.got[method]
	r.got[method] = Got{g.Times + 1, max(g.Most, n)}
}

// has reports whether the client has just that already: a region may be registered again.
func (r *Recorder) has(g holding) bool {
	return g.kind != registration && slices.Contains(r.held, g) && g.of != nil
}

func (r *Recorder) giveBack(c *call) {
	object := c.object
	switch {
	case strings.HasPrefix(c.method, "Deregister"):
		r.drop(1, func(h holding) bool { return h.kind == registration && h.object == object })
	case c.method == "Invalidate":
		r.drop(1, func(h holding) bool { return h.kind == boundWindow && h.of == Name(c.args[1]) })
	case c.method == "Close" || c.method == "CloseAdapter":
		r.release(object)
	}
}

// refer counts the references that the client has to an object; with the last one goes all
// that the object has.
func (r *Recorder) refer(c *call) {
	if r.references == nil {
		return // nothing has come out of any call
	}
	object := c.object
	switch c.method {
	case "AddRef":
		r.references[object]++
	case "Release":
		r.references[object]--
		if r.references[object] == 0 {
			r.release(object)
		}
	}
}

func (r *Recorder) release(object string) {
	r.drop(len(r.held), func(h holding) bool { return h.object == object })
}

// drop forgets at most n of what the client has.
func (r *Recorder) drop(n int, is func(holding) bool) {
	r.held = slices.DeleteFunc(r.held, func(h holding) bool {
		if n == 0 || !is(h) {
			return false
		}
		n--
		return true
	})
}

// ended notes the end of a request, which gives nothing if it has failed.
func (r *Recorder) ended(o *nd2.Overlapped, s nd2.Status) {
	i := slices.IndexFunc(r.held, func(h holding) bool { return h.kind == Request && h.of == o })
	if i < 0 {
		return
	}
	object := r.held[i].object
	r.held = slices.Delete(r.held, i, i+1)
	if s.Failed() && kindOf(object) == "mr" {
		r.drop(1, func(h holding) bool { return h.kind == registration && h.object == object })
	}
}

// refuse notes a call that was refused for want of resources.
func (r *Recorder) refuse(c *call, s nd2.Status) {
	made := c
	if o, ok := resultOf(c); ok {
		if by := r.makers[o]; by != nil {
			made = by
		}
	}
	l := Lack{Method: MethodOf(made.object, strings.TrimSuffix(made.method, " completion")), Status: s, Size: sizeOf(made)}
	for _, g := range r.gives(made) {
		begun, at := r.underway(g, made), r.adapterOf(g.object)
		held := begun + r.others(g, func(h holding) bool { return r.adapterOf(h.object) == at })
		same := r.others(g, func(h holding) bool { return h.object == g.object })
		if all := begun + r.others(g, anywhere); all > l.All || l.What == "" {
			l.Held, l.All, l.Same, l.What = held, all, same, wordsOf(g.kind)
		}
	}
	r.lack = &l
}

// underway is how many calls of other threads that ask for one of the kind on its adapter have not
// returned: the provider may have given it already.
func (r *Recorder) underway(one holding, asked *call) (n int) {
	for _, t := range r.threads {
		for _, c := range t.open {
			if c == asked || c.ended != 0 {
				continue
			}
			same := func(g holding) bool { return g.kind == one.kind && r.adapterOf(g.object) == r.adapterOf(one.object) }
			if slices.ContainsFunc(r.gives(c), same) {
				n++
			}
		}
	}
	return n
}

// others is how many the client holds of the kind of one, beside that: of those that count.
func (r *Recorder) others(one holding, counts func(holding) bool) (n int) {
	for _, h := range r.held {
		if h.kind == one.kind && (h.of == nil || h.of != one.of) && counts(h) {
			n++
		}
	}
	return n
}

func anywhere(holding) bool { return true }

// adapterOf tells adapters apart by whose the provider is that opened them.
func (r *Recorder) adapterOf(object string) string {
	for {
		i := slices.IndexFunc(r.created, func(c creation) bool { return c.name == object })
		switch {
		case i < 0:
			return ""
		case r.created[i].by == nil:
			return r.created[i].is
		}
		object = r.created[i].by.object
	}
}

// sizeOf is the largest depth or length that a call asks for.
func sizeOf(c *call) (most int) {
	labels := strings.Fields(c.labels)
	for i, a := range c.args {
		switch v := a.(type) {
		case uint32:
			if i < len(labels) && strings.Contains(labels[i], "depth") {
				most = max(most, int(v))
			}
		case []byte:
			most = max(most, len(v))
		}
	}
	return most
}

// wordsOf names what is held, in words.
func wordsOf(kind string) string {
	if words, ok := kinds[kind]; ok {
		return strings.TrimPrefix(strings.TrimPrefix(words, "an "), "a ")
	}
	return kind
}

func statusOf(c *call) (nd2.Status, bool) {
	switch s := c.result.(type) {
	case nd2.Status:
		return s, true
	case ndk.Status:
		return nd2.Status(s), true
	case nil:
		if i := slices.IndexFunc(c.args, isNDKStatus); i >= 0 { // of a completion
			return nd2.Status(c.args[i].(ndk.Status)), true
		}
	}
	return 0, false
}

func isNDKStatus(v any) bool { _, ok := v.(ndk.Status); return ok }

// resultOf is the request that a GetOverlappedResult asks for.
func resultOf(c *call) (*nd2.Overlapped, bool) {
	if c.method != "GetOverlappedResult" || len(c.args) == 0 {
		return nil, false
	}
	o, ok := c.args[0].(*nd2.Overlapped)
	return o, ok && o != nil
}

// hasNew notes a reference that a call returned: to a new object, or, by QueryInterface, to the object that was asked.
func (r *Recorder) hasNew(name string, by *call) {
	if r.references == nil {
		r.references = map[string]int{}
	}
	if again(name, by) {
		r.references[name]++
		return
	}
	r.references[name] = 1
	r.held = append(r.held, holding{kind: kindOf(name), object: name})
}
