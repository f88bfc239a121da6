// Package watched registers the provider "watched": another one with the validation layer around it.
//
// Findings go to standard error, one line each as they come, and are counted when an instance is closed. With the
// option findings they are appended to a file, too, one JSON object a line, with the calls that led there.
package watched

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/watch"
)

func init() { providers.Register("watched", factory) }

// A selector is that of the provider that is watched.
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

type options struct {
	inner    selector
	findings string
}

func factory(flags *flag.FlagSet) func() (providers.Instance, error) {
	o := new(options)
	flags.StringVar(&o.findings, "findings", "", "append what is found to this `file`, one JSON object a line")
	flags.Var(&o.inner, "inner", "the `provider` to watch, and its options: all that follows is theirs")
	return o.open
}

func (o *options) open() (providers.Instance, error) {
	if o.inner == "" {
		return nil, errors.New("option inner is missing: which provider to watch, as in watched,inner=ref")
	}
	parsed, err := providers.ParseSelector(string(o.inner))
	if err != nil {
		return nil, fmt.Errorf("option inner: %w", err)
	}
	w := &watcher{out: os.Stderr}
	if o.findings != "" {
		w.file, err = os.OpenFile(o.findings, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
		if err != nil {
			return nil, fmt.Errorf("option findings: %w", err)
		}
	}
	inner, err := parsed.Open()
	if err != nil {
		w.close()
		return nil, err
	}
	return Around(inner, w.report, w.ended), nil
}

// A watcher says what a checker finds.
type watcher struct {
	mu   sync.Mutex
	out  *os.File
	file *os.File // nil without one
}

func (w *watcher) report(f watch.Finding) {
	w.mu.Lock()
	defer w.mu.Unlock()
	fmt.Fprintln(w.out, f)
	if w.file != nil {
		line, err := json.Marshal(f)
		if err == nil {
			_, err = w.file.Write(append(line, '\n'))
		}
		if err != nil {
			fmt.Fprintf(w.out, "watch: %s: %v\n", w.file.Name(), err)
		}
	}
}

// ended counts what was found.
func (w *watcher) ended(list []watch.Finding) {
	count := map[watch.Party]int{}
	for _, f := range list {
		count[f.Of] += f.Count
	}
	if len(list) > 0 {
		fmt.Fprintf(w.out, "watch: the provider has broken rules %d times, the program %d times\n", count[watch.Provider],
			count[watch.Program])
	}
	w.close()
}

func (w *watcher) close() {
	if w.file != nil {
		w.file.Close()
	}
}

// An instance is one that is watched.
type instance struct {
	providers.Instance
	checker *watch.Checker
	ended   func([]watch.Finding)
}

// Around puts the validation layer around an instance. report is called with what is found as it comes, and ended,
// once the instance is closed, with all of it; either may be nil. Of what the provider offers beyond nd2, faults
// are there as they were, and v1 and NDK, unwatched, beside them.
func Around(inner providers.Instance, report func(watch.Finding), ended func([]watch.Finding)) providers.Instance {
	return offering(&instance{inner, watch.New(report), ended})
}

// An injector tells the checker of removed adapters.
type injector struct {
	providers.FaultInjector
	checker *watch.Checker
}

// injecting wraps an injector. One that can't remove adapters leaves open whether they are.
func injecting(inner providers.FaultInjector, checker *watch.Checker) providers.FaultInjector {
	if !slices.Contains(inner.Faults(), providers.AdapterRemoved) {
		return inner
	}
	checker.Removes()
	return &injector{inner, checker}
}

// Inject implements [providers.FaultInjector].
func (i *injector) Inject(f providers.Fault) (func(), error) {
	if f.Kind != providers.AdapterRemoved {
		return i.FaultInjector.Inject(f)
	}
	back := i.checker.Removed(f.Adapter)
	undo, err := i.FaultInjector.Inject(f)
	if err != nil {
		back()
		return nil, err
	}
	return func() {
		undo()
		back()
	}, nil
}

// ND2 implements [providers.Instance].
func (i *instance) ND2() nd2.Provider { return i.checker.Watch(i.Instance.ND2()) }

// Close implements [providers.Instance].
func (i *instance) Close() error {
	err := i.Instance.Close()
	list := i.checker.End()
	if i.ended != nil {
		i.ended(list)
	}
	return err
}

// offering returns the instance with what its provider offers beyond nd2.
func offering(i *instance) providers.Instance {
	faults, injects := i.Instance.(providers.FaultInjector)
	if injects {
		faults = injecting(faults, i.checker)
	}
	both, offersAll := i.Instance.(older)
	offersAll = offersAll && injects
	memory, remote := i.Instance.(providers.Memory)
	switch {
	case offersAll && remote:
		return struct {
			*instance
			providers.FaultInjector
			older
			providers.Memory
		}{i, faults, both, memory}
	case offersAll:
		return struct {
			*instance
			providers.FaultInjector
			older
		}{i, faults, both}
	case injects && remote:
		return struct {
			*instance
			providers.FaultInjector
			providers.Memory
		}{i, faults, memory}
	case injects:
		return struct {
			*instance
			providers.FaultInjector
		}{i, faults}
	case remote:
		return struct {
			*instance
			providers.Memory
		}{i, memory}
	}
	return i
}

// Older are the interfaces beside ND2.
type older interface {
	providers.V1
	providers.NDK
}
