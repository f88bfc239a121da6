package spec

import (
	"errors"
	"testing"

	"github.com/ndconform/ndconform/providers"
)

// An injector injects one kind of fault, into any adapter.
type injector struct {
	providers.Instance
	injected []providers.Fault
	undone   int
}

func (i *injector) Faults() []providers.FaultKind { return []providers.FaultKind{providers.Hold} }

func (i *injector) Inject(f providers.Fault) (func(), error) {
	if f.Kind != providers.Hold {
		return nil, errors.New("unknown kind")
	}
	i.injected = append(i.injected, f)
	return func() { i.undone++ }, nil
}

func TestInject(t *testing.T) {
	for _, early := range []bool{false, true} {
		ctx, end := running()
		i := new(injector)
		s := &Side{ctx: ctx, adapter: adapter{instance: i, id: 7}}
		if !s.CanInject(providers.Hold) || s.CanInject(providers.Partition) {
			t.Error("can inject what it can't, or the other way round")
		}
		undo := s.InjectIfPossible(providers.Fault{Kind: providers.Hold})
		if len(i.injected) != 1 || i.injected[0].Adapter != 7 {
			t.Errorf("injected %+v", i.injected)
		}
		if early {
			undo()
			undo()
		}
		end()
		if i.undone != 1 {
			t.Errorf("undone %d times", i.undone)
		}
		fails(t, func() { s.Inject(providers.Fault{Kind: providers.Partition}) })
	}
	if (&Side{}).CanInject(providers.Hold) {
		t.Error("a provider without faults can inject one")
	}
}
