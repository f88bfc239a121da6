package check

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// Asking is a call that asks for an object by an interface.
type Asking func(iid nd2.GUID) (nd2.Unknown, nd2.Status)

// ExpectRefusesOthers shows that a call which creates objects with an interface refuses those of other kinds.
func ExpectRefusesOthers(own nd2.GUID, create Asking) {
	for _, other := range calls.OtherInterfaces(own) {
		object, s := create(other.IID)
		Expect(s).To(ReturnFailure(), "for the interface %v, which is another kind's", other.IID)
		Expect(object).To(BeNil(), "the object given")
	}
}

// ExpectSound shows that a call which asks for interfaces that nobody has defined, however alike a known one, does
// no harm: where it fails there is no object, and where it succeeds there is one, which is released.
func ExpectSound(alike nd2.GUID, ask Asking) {
	for _, iid := range append(alikeInterfaces(alike), nd2.GUID{Data1: 0x5eed}) {
		object, s := ask(iid)
		if s.Failed() {
			Expect(object).To(BeNil(), "the object given")
			continue
		}
		Expect(s).To(Return(nd2.Success), "for the interface %v", iid)
		expectUsable(object, iid)
	}
}

// expectUsable shows that an object of an interface that nobody has defined is there, and releases it.
func expectUsable(object nd2.Unknown, iid nd2.GUID) {
	Expect(object).NotTo(BeNil(), "the object given for the interface %v", iid)
	if _, pointed := object.(providers.Pointed); pointed {
		_, sound := object.(providers.Extension)
		Expect(sound).To(BeSo("an object with the methods of IUnknown", "a pointer to something else"))
	}
	object.AddRef()
	object.Release()
	object.Release()
}

// ExpectInterfaces shows that an object has interfaces, its own the last of them, and that whatever it returns for
// another kind's interface has that kind's methods.
func ExpectInterfaces(object nd2.Unknown, iids ...nd2.GUID) {
	ask := func(iid nd2.GUID) (same nd2.Unknown, s nd2.Status) {
		same = object // which a call that fails does not leave there
		s = object.QueryInterface(iid, &same)
		return same, s
	}
	for _, iid := range append(iids, nd2.IIDUnknown) {
		same, s := ask(iid)
		Expect(s).To(Return(nd2.Success))
		Expect(same).NotTo(BeNil(), "the interface %v", iid)
		same.Release()
	}
	own := iids[len(iids)-1]
	for _, other := range calls.OtherInterfaces(own) {
		if same, s := ask(other.IID); s == nd2.Success {
			Expect(same != nil && other.On(same)).To(BeSo("an object with the methods of the interface "+other.IID.String(),
				"an object without them"))
			same.Release()
		}
	}
	ExpectSound(own, ask)
}

// alikeInterfaces are the ids that differ from an interface's in one bit. Tools that make several ids
// at once count them in Data1, so that its last bits, which may be those of an interface of the
// provider's own, are left as they are.
func alikeInterfaces(iid nd2.GUID) (ids []nd2.GUID) {
	const counted = 4 // bits
	flip := func(bits int, change func(id *nd2.GUID, bit int)) {
		for bit := range bits {
			id := iid
			change(&id, bit)
			ids = append(ids, id)
		}
	}
	flip(32-counted, func(id *nd2.GUID, bit int) { id.Data1 ^= 1 << (bit + counted) })
	flip(16, func(id *nd2.GUID, bit int) { id.Data2 ^= 1 << bit })
	flip(16, func(id *nd2.GUID, bit int) { id.Data3 ^= 1 << bit })
	flip(64, func(id *nd2.GUID, bit int) { id.Data4[bit/8] ^= 1 << (bit % 8) })
	return ids
}
