package exec

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/internal/leak"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/client"
	"github.com/ndconform/ndconform/remote/wire"
)

func init() { providers.Register("exec", factory) }

type options struct {
	// path is the host's program, or empty for this program.
	path string
	// user is the host's user: on Linux if root makes the run, on Windows with or without privileges.
	user     string
	provider selector
}

// A selector chooses the host's provider.
type selector string

// Set implements [flag.Value].
func (s *selector) Set(text string) error {
	*s = selector(text)
	return nil
}

// String implements [flag.Value].
func (s *selector) String() string { return string(*s) }

// TakesRest implements [providers.Rest].
func (*selector) TakesRest() {}

func factory(flags *flag.FlagSet) func() (providers.Instance, error) {
	o := new(options)
	flags.StringVar(&o.path, "path", "",
		"the `program` to start as the provider's process, built on ndconform's command; ndconform itself if none is given")
	flags.StringVar(&o.user, "user", defaultUser,
		"on Linux, the `user` that the host runs as if root runs the suite, instead of one of the host's own, root keeping "+
			"its rights; on Windows, same lets the host keep the privileges of whoever runs it")
	flags.Var(&o.provider, "provider",
		"the `provider` in that program, and its options: all that follows is theirs; the only one there if none is given")
	return func() (providers.Instance, error) { return open(o) }
}

// open starts a host, and opens the provider there.
func open(o *options) (providers.Instance, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	path, own, err := o.program()
	if err != nil {
		return nil, err
	}
	if _, loads := o.library(); loads && !own {
		return nil, errors.New("option path: a DLL's host is ndconform itself; leave path out")
	}
	child.Seclude() // from the host
	s, err := o.subject(path, own)
	if err != nil {
		return nil, err
	}
	h, err := start(path, s.program, o.user, s.provider)
	if err != nil {
		s.close()
		return nil, fmt.Errorf("the host %s: %w", h.path, err)
	}
	go func() {
		<-h.ended
		s.close()
	}()
	far := client.Far{Conn: h, Name: h.name(), Here: true, End: h.end, HangUp: h.hangUp, Cut: h.kill}
	if h.turns != nil {
		far.Turns, far.Arena = h.turns, h.shared.Arena()
	}
	far.Held = func() leak.Sample { return leak.Of(h.cmd.Process.Pid) }
	far.Digest, far.Code = s.digest, h.codeSeen
	far.Loaded = func(said string) (string, error) {
		if s.loads {
			path = said
		}
		err := h.look()
		return path, errors.Join(err, s.loaded(said, h.codeSeen()))
	}
	i, err := client.Over(far)
	if err != nil {
		ended, _ := h.end(err)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New(ended)
		}
		return nil, err
	}
	if runtime.GOOS == "linux" { // on Windows the job counts programs, and Wine waits for a process that ends to answer
		go h.glance()
	}
	return i, nil
}

// check refuses providers behind which another provider is what would be judged.
func (o *options) check() error {
	name, _, _ := strings.Cut(string(o.provider), ",")
	if slices.Contains([]string{"exec", "remote", "watched"}, name) {
		return fmt.Errorf("option provider: %s is for the run, and not for a host", name)
	}
	return nil
}

// program returns the path of the host's program, and whether it is this program.
func (o *options) program() (path string, own bool, err error) {
	this, err := os.Executable()
	if o.path == "" || err != nil {
		return this, true, err
	}
	path, err = filepath.Abs(o.path)
	if err != nil {
		return "", false, err
	}
	file, err := os.Stat(path)
	if err != nil {
		return "", false, fmt.Errorf("option path: %w", err)
	}
	if !file.Mode().IsRegular() {
		return "", false, fmt.Errorf("option path: %s is not a regular file", path)
	}
	mine, err := os.Stat(this)
	return path, err == nil && os.SameFile(file, mine), nil
}

// greeted checks the host's greeting, and returns whether the host shares the memory.
func greeted(said []byte) (shares bool, err error) {
	if wire.KindOf(said) != wire.KindGreeting {
		return false, errNoHost
	}
	g, err := wire.Unmarshal[wire.Greeting](said)
	if err != nil {
		return false, errNoHost
	}
	if g.Protocol != wire.Protocol {
		return false, fmt.Errorf("%w: it speaks version %d of the protocol (%s), and ndconform version %d (%s): build it "+
			"with this release", errOther, g.Protocol, g.Build, wire.Protocol, wire.Build())
	}
	return g.Shared, nil
}

var (
	errNoHost = errors.New("not a program that is built on ndconform's command, or one of another release")
	errOther  = errors.New("another release")
)
