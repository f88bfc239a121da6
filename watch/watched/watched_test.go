package watched_test

import (
	"testing"

	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/around"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	_ "github.com/ndconform/ndconform/watch/watched"

	_ "github.com/ndconform/ndconform/providers/ref"
)

func open(t *testing.T, selector string) providers.Instance {
	parsed, err := providers.ParseSelector(selector)
	if err != nil {
		t.Fatal(err)
	}
	instance, err := parsed.Open()
	if err != nil {
		t.Fatal(err)
	}
	return instance
}

// A plain instance offers nothing beyond nd2.
type plain struct{ providers.Instance }

// TestOffers shows that an instance offers exactly what its provider does.
func TestOffers(t *testing.T) {
	full := open(t, "watched,inner=ref")
	defer full.Close()
	if _, ok := full.(interface {
		providers.FaultInjector
		providers.V1
		providers.NDK
	}); !ok {
		t.Error("faults, v1 or NDK are missing")
	}
	least := around.Instance(plain{open(t, "ref")}, judge.New(nil), func() {})
	defer least.Close()
	if _, ok := least.(providers.FaultInjector); ok {
		t.Error("it offers faults")
	}
	if _, ok := least.(providers.V1); ok {
		t.Error("it offers v1")
	}
	if _, ok := least.(providers.Memory); ok {
		t.Error("it offers memory")
	}
}

// TestRemoval shows that ND_DEVICE_REMOVED is no finding while the adapter is removed, nor afterwards on an older
// handle.
func TestRemoval(t *testing.T) {
	var found []judge.Finding
	instance := around.Instance(open(t, "ref"), judge.New(func(f judge.Finding) { found = append(found, f) }), func() {})
	provider := instance.ND2()
	var adapter nd2.Unknown
	id := firstAdapter(t, provider)
	if s := provider.OpenAdapter(nd2.IIDAdapter, id, &adapter); s != nd2.Success {
		t.Fatal(s)
	}
	undo, err := instance.(providers.FaultInjector).Inject(providers.Fault{Kind: providers.AdapterRemoved, Adapter: id})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, s := providers.QueryInfo(adapter.(nd2.Adapter)); s != nd2.DeviceRemoved {
			t.Errorf("Query returned %v", s)
		}
		if undo != nil {
			undo()
		}
		undo = nil
	}
	adapter.Release()
	provider.Release()
	instance.Close()
	if len(found) > 0 {
		t.Errorf("found %v", found)
	}
}

func firstAdapter(t *testing.T, p nd2.Provider) (id uint64) {
	list, size := new(nd2.SocketAddressList), uint32(1<<12)
	if s := p.QueryAddressList(list, &size); s != nd2.Success || len(list.Address) == 0 {
		t.Fatal(s)
	}
	if s := p.ResolveAddress(list.Address[0], &id); s != nd2.Success {
		t.Fatal(s)
	}
	return id
}
