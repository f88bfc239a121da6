package nd2

// MemoryRegion is IND2MemoryRegion: one buffer made accessible to the adapter,
// for all of its queue pairs. A buffer may be registered any number of times.
// Source: IND2MemoryRegion.md.
type MemoryRegion interface {
	Overlapping

	// Register registers buffer, at most MaxRegistrationSize bytes. The client
	// keeps the memory in place until it is deregistered.
	//
	// ND_SUCCESS; ND_PENDING; ND_INSUFFICIENT_RESOURCES; ND_ACCESS_VIOLATION:
	// the buffer is not valid; ND_DEVICE_REMOVED; ND_INVALID_PARAMETER: more
	// than the adapter supports. Source: IND2MemoryRegion::Register.
	Register(buffer []byte, flags RegionFlags, o *Overlapped) Status

	// Deregister undoes Register. It comes before the last Release, or the
	// memory stays locked.
	//
	// ND_SUCCESS; ND_PENDING; ND_DEVICE_BUSY: windows are bound to the region.
	// Source: IND2MemoryRegion::Deregister.
	Deregister(o *Overlapped) Status

	// GetLocalToken returns the token for [SGE], valid once registered.
	// Source: IND2MemoryRegion::GetLocalToken.
	GetLocalToken() uint32

	// GetRemoteToken returns the token for a peer's Reads and Writes, opaque and
	// in network order. Source: IND2MemoryRegion::GetRemoteToken.
	GetRemoteToken() uint32
}

// MemoryWindow is IND2MemoryWindow: a part of a region opened to the peer of
// one queue pair, from Bind to Invalidate. Windows are independent of each
// other even where they overlap. Source: IND2MemoryWindow.md.
type MemoryWindow interface {
	Unknown

	// GetRemoteToken returns the token for a peer's Reads and Writes, opaque and
	// in network order, usable as soon as Bind has returned.
	// Source: IND2MemoryWindow::GetRemoteToken; IND2QueuePair::Bind, Remarks.
	GetRemoteToken() uint32
}
