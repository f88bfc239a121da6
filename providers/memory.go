package providers

// Memory is implemented by an instance whose provider is in another process: the memory that
// its adapters are given must be that one's. It comes as a range of addresses of this process
// at which nothing is; calls take slices of it, and the suite reads and writes what it stands
// for where it is.
type Memory interface {
	// Allocate returns size bytes of zeroed, page-aligned memory, until Free.
	Allocate(size int) ([]byte, error)
	// Free takes back what Allocate gave. No adapter may know it any more.
	Free(b []byte)
}
