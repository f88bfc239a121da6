package check

import "github.com/ndconform/ndconform/nd2"

// AlikeInterfaces are the ids that differ from an interface's in one bit. Tools that make several ids
// at once count them in Data1, so that its last bits, which may be those of an interface of the
// provider's own, are left as they are.
func AlikeInterfaces(iid nd2.GUID) (ids []nd2.GUID) {
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
