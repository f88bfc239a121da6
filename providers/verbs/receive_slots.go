package verbs

// receiveSlots holds the contexts of Receives, which end in any order.
type receiveSlots struct {
	contexts []receiveSlot
	free     []uint32
	used     uint32
}

type receiveSlot struct {
	context uintptr
	used    bool
}

// put adds a Receive and returns its number.
func (r *receiveSlots) put(context uintptr) uint64 {
	r.used++
	if n := len(r.free); n > 0 {
		i := r.free[n-1]
		r.free = r.free[:n-1]
		r.contexts[i] = receiveSlot{context, true}
		return uint64(i)
	}
	r.contexts = append(r.contexts, receiveSlot{context, true})
	return uint64(len(r.contexts) - 1)
}

// take ends the Receive with a number; ok is false if there is none.
func (r *receiveSlots) take(number uint64) (context uintptr, ok bool) {
	if number >= uint64(len(r.contexts)) || !r.contexts[number].used {
		return 0, false
	}
	r.used--
	r.contexts[number].used = false
	r.free = append(r.free, uint32(number))
	return r.contexts[number].context, true
}
