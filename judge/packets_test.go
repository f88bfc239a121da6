package judge_test

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
)

// These stand for a provider that posts packets as a test has it.
type (
	postingProvider struct {
		nd2.Provider
		*posting
	}
	postingAdapter struct {
		nd2.Adapter
		*posting
	}
	postingFile struct {
		port nd2.CompletionPort
		key  uintptr
	}
	postingQueue struct {
		nd2.CompletionQueue
		*posting
	}
	postingShared struct {
		nd2.SharedReceiveQueue
		*posting
	}
	postingRegion struct {
		nd2.MemoryRegion
		*posting
	}
	postingConnector struct {
		nd2.Connector
		*posting
	}
	postingListener struct {
		nd2.Listener
		*posting
	}
	// posting has the files, and what each request does.
	posting struct {
		files []*postingFile
		posts func(files []*postingFile, o *nd2.Overlapped) nd2.Status
	}
	port struct{}
)

func (port) Post(uintptr, *nd2.Overlapped) {}

func (f *postingFile) BindCompletionPort(port nd2.CompletionPort, key uintptr) nd2.Status {
	f.port, f.key = port, key
	return nd2.Success
}

func (*postingFile) Close() nd2.Status { return nd2.Success }

func (p postingProvider) OpenAdapter(_ nd2.GUID, _ uint64, out *nd2.Unknown) nd2.Status {
	*out = postingAdapter{posting: p.posting}
	return nd2.Success
}

func (a postingAdapter) CreateOverlappedFile(out *nd2.OverlappedFile) nd2.Status {
	f := &postingFile{}
	a.files = append(a.files, f)
	a.posting.files = a.files
	*out = f
	return nd2.Success
}

func (a postingAdapter) CreateCompletionQueue(_ nd2.GUID, _ nd2.OverlappedFile, _ uint32, _ uint16, _ uint64,
	out *nd2.Unknown,
) nd2.Status {
	*out = postingQueue{posting: a.posting}
	return nd2.Success
}

func (a postingAdapter) CreateSharedReceiveQueue(_ nd2.GUID, _ nd2.OverlappedFile, _, _, _ uint32, _ uint16, _ uint64,
	out *nd2.Unknown,
) nd2.Status {
	*out = postingShared{posting: a.posting}
	return nd2.Success
}

func (a postingAdapter) CreateMemoryRegion(_ nd2.GUID, _ nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	*out = postingRegion{posting: a.posting}
	return nd2.Success
}

func (a postingAdapter) CreateConnector(_ nd2.GUID, _ nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	*out = postingConnector{posting: a.posting}
	return nd2.Success
}

func (a postingAdapter) CreateListener(_ nd2.GUID, _ nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	*out = postingListener{posting: a.posting}
	return nd2.Success
}

func (p postingQueue) Notify(_ nd2.NotifyType, o *nd2.Overlapped) nd2.Status {
	return p.posts(p.files, o)
}

func (p postingShared) Notify(o *nd2.Overlapped) nd2.Status { return p.posts(p.files, o) }

func (p postingRegion) Register(_ []byte, _ nd2.RegionFlags, o *nd2.Overlapped) nd2.Status {
	return p.posts(p.files, o)
}

func (p postingConnector) CompleteConnect(o *nd2.Overlapped) nd2.Status { return p.posts(p.files, o) }

func (p postingListener) GetConnectionRequest(_ nd2.Unknown, o *nd2.Overlapped) nd2.Status {
	return p.posts(p.files, o)
}

// posts makes a packet come by the n-th file, with a key that differs by some, and a call return a status.
func posts(n int, by uintptr, s nd2.Status) func(files []*postingFile, o *nd2.Overlapped) nd2.Status {
	return func(files []*postingFile, o *nd2.Overlapped) nd2.Status {
		files[n].port.Post(files[n].key+by, o)
		return s
	}
}

// requests make a request on an object of each kind.
var requests = []func(a nd2.Adapter, f nd2.OverlappedFile, o *nd2.Overlapped){
	func(a nd2.Adapter, f nd2.OverlappedFile, o *nd2.Overlapped) {
		var out nd2.Unknown
		a.CreateMemoryRegion(nd2.IIDMemoryRegion, f, &out)
		out.(nd2.MemoryRegion).Register(make([]byte, 9), 0, o)
	},
	func(a nd2.Adapter, f nd2.OverlappedFile, o *nd2.Overlapped) {
		var out nd2.Unknown
		a.CreateCompletionQueue(nd2.IIDCompletionQueue, f, 1, 0, 0, &out)
		out.(nd2.CompletionQueue).Notify(nd2.NotifyAny, o)
	},
	func(a nd2.Adapter, f nd2.OverlappedFile, o *nd2.Overlapped) {
		var out nd2.Unknown
		a.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, f, 1, 1, 0, 0, 0, &out)
		out.(nd2.SharedReceiveQueue).Notify(o)
	},
	func(a nd2.Adapter, f nd2.OverlappedFile, o *nd2.Overlapped) {
		var out nd2.Unknown
		a.CreateConnector(nd2.IIDConnector, f, &out)
		out.(nd2.Connector).CompleteConnect(o)
	},
	func(a nd2.Adapter, f nd2.OverlappedFile, o *nd2.Overlapped) {
		var out nd2.Unknown
		a.CreateListener(nd2.IIDListener, f, &out)
		out.(nd2.Listener).GetConnectionRequest(nil, o)
	},
}

// packets are what providers may post, each with the rule that it breaks and the kind of request, by its place in
// requests.
var packets = []struct {
	rule    string
	request int
	posts   func(files []*postingFile, o *nd2.Overlapped) nd2.Status
}{
	{"overlapped.notification.inline-success", 0, posts(0, 0, nd2.Success)},
	{"overlapped.notification.inline-error", 0, posts(0, 0, nd2.AccessViolation)},
	{"adapter.createoverlappedfile.completion-port", 0, posts(0, 1, nd2.Pending)},
	{
		"overlapped.notification.requested-only", 0, func(files []*postingFile, _ *nd2.Overlapped) nd2.Status {
			return posts(0, 0, nd2.Pending)(files, new(nd2.Overlapped))
		},
	},
	{
		"overlapped.notification.requested-only", 0, func(files []*postingFile, _ *nd2.Overlapped) nd2.Status {
			return posts(0, 0, nd2.Pending)(files, nil)
		},
	},
	{"adapter.creatememoryregion.overlapped-file", 0, posts(1, 0, nd2.Pending)},
	{"adapter.createcompletionqueue.overlapped-file", 1, posts(1, 0, nd2.Pending)},
	{"adapter.createsharedreceivequeue.overlapped-file", 2, posts(1, 0, nd2.Pending)},
	{"adapter.createconnector.overlapped-file", 3, posts(1, 0, nd2.Pending)},
	{"adapter.createlistener.overlapped-file", 4, posts(1, 0, nd2.Pending)},
}

// TestPackets: the checker finds each wrong packet by its rule, and does not find that rule on a sound provider.
func TestPackets(t *testing.T) {
	for _, p := range packets {
		t.Run(p.rule, func(t *testing.T) {
			if found := posted(t, p.request, p.posts); !slices.Contains(found, p.rule) {
				t.Errorf("found %v", found)
			}
			if found := posted(t, p.request, posts(0, 0, nd2.Pending)); slices.Contains(found, p.rule) {
				t.Errorf("on a sound provider: %v", found)
			}
		})
	}
}

// posted returns the rules that a provider breaks by a packet.
func posted(t *testing.T, request int, does func([]*postingFile, *nd2.Overlapped) nd2.Status) (rules []string) {
	s := &setup{t: t, checker: judge.New(nil)}
	s.checker.Record(s.record)
	var adapter nd2.Unknown
	s.checker.Watch(postingProvider{posting: &posting{posts: does}}).OpenAdapter(nd2.IIDAdapter, 1, &adapter)
	a := adapter.(nd2.Adapter)
	var files [2]nd2.OverlappedFile
	for i := range files {
		a.CreateOverlappedFile(&files[i])
		files[i].BindCompletionPort(port{}, uintptr(10*i+7))
	}
	requests[request](a, files[0], new(nd2.Overlapped))
	found := s.checker.End()
	s.replay(found)
	for _, f := range found {
		if f.Of == judge.Provider {
			rules = append(rules, f.ID)
		}
	}
	return rules
}
