package spec

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// vendors is an instance, and an adapter, as a vendor may make them: values that hold
// what can't be compared.
type vendors struct {
	providers.Instance
	nd2.Adapter
	closing func()
}

// Whose an adapter is, and whether two are one, is found without comparing what a
// vendor has made.
func TestIncomparable(t *testing.T) {
	i := vendors{closing: func() {}}
	local := adapter{instance: i, id: 1}
	target := &Target{local: local}
	peer := adapter{instance: i, id: 1, theirs: true}
	if target.whose(local) == target.whose(peer) {
		t.Error("the two ends are one")
	}
	ours, again, theirs := &Side{
		Adapter: i,
		adapter: local,
	}, &Side{Adapter: i, adapter: local}, &Side{Adapter: i, adapter: peer}
	if ours.OtherAdapter(again) || !ours.OtherAdapter(theirs) || !ours.SameProvider(again) || ours.SameProvider(theirs) {
		t.Error("takes one provider for another, or two for one")
	}
	if !ours.SameObject(again) {
		t.Error("tells apart what can't be compared")
	}
	one, other := new(counted), new(counted)
	if !same(one, one) || same(one, other) || same(one, i) {
		t.Error("takes one object for another, or two for one")
	}
}
