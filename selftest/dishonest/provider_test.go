package dishonest

import (
	"flag"
	"fmt"
	"os"

	"github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/wire"

	_ "github.com/ndconform/ndconform/providers/ref"
	_ "github.com/ndconform/ndconform/remote/exec"
	_ "github.com/ndconform/ndconform/selftest/mutant/all"
	_ "github.com/ndconform/ndconform/spec/all"
)

// A trick is what a dishonest provider does: in the call with which each spec begins
// to use it, or as it is opened, before any spec; or in what its host says.
type trick struct {
	inCall func()
	atOpen func()
	says   lie
}

// A lie is what a host says in place of its reply to a call of a method.
type lie func(say func(frame []byte), m wire.Method, id uint64, reply []byte)

// name is the provider's; its options are those of the broken provider that it is
// otherwise, and its trick.
const name = "dishonest"

func init() {
	providers.Register(name, func(options *flag.FlagSet) func() (providers.Instance, error) {
		is := options.String("is", "", "the `mutant` that it is")
		does := options.String("trick", "", "the `trick` that it tries")
		return func() (providers.Instance, error) {
			s, err := providers.ParseSelector("mutant,id=" + *is)
			if err != nil {
				return nil, err
			}
			broken, err := s.Open()
			if err != nil {
				return nil, err
			}
			t, known := allTricks()[*does]
			if !known && *does != "" {
				return nil, fmt.Errorf("no trick %q", *does)
			}
			if t.atOpen != nil {
				mark()
				t.atOpen()
			}
			return &instance{broken, t}, nil
		}
	})
}

type instance struct {
	providers.Instance
	trick trick
}

func (i instance) ND2() nd2.Provider { return provider{i.Instance.ND2(), i.trick} }

type provider struct {
	nd2.Provider
	trick trick
}

func (p provider) OpenAdapter(iid nd2.GUID, id uint64, object *nd2.Unknown) nd2.Status {
	if p.trick.inCall != nil && ginkgo.CurrentSpecReport().LeafNodeText != "" {
		mark()
		p.trick.inCall()
	}
	s := p.Provider.OpenAdapter(iid, id, object)
	if a, ok := (*object).(nd2.Adapter); ok && p.trick.inCall != nil && os.Args[1] != asWorker {
		*object = adapter{a, p.trick}
	}
	return s
}

// An adapter is one in a host, which can't know what spec is running: the trick is tried in a call
// that only specs make.
type adapter struct {
	nd2.Adapter
	trick trick
}

func (a adapter) CreateCompletionQueue(iid nd2.GUID, file nd2.OverlappedFile, depth uint32, group uint16,
	affinity uint64, object *nd2.Unknown,
) nd2.Status {
	mark()
	a.trick.inCall()
	return a.Adapter.CreateCompletionQueue(iid, file, depth, group, affinity, object)
}

// marks names a variable: the folder in which a process that tries a trick leaves a file.
const marks = "DISHONEST_MARKS"

func mark() { _ = os.WriteFile(fmt.Sprintf("%s/%d", os.Getenv(marks), os.Getpid()), nil, 0o600) }
