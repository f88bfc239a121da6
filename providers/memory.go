package providers

// Memory is implemented by an instance whose provider is in another process: its adapters
// can use the memory of that process only. Here, such memory is a range of addresses at which
// there is nothing; calls take slices of it, and the suite reads and writes the memory itself
// where it is.
type Memory interface {
	// Allocate returns size bytes of zeroed, page-aligned memory, until Free.
	Allocate(size int) ([]byte, error)
	// Free takes back what Allocate returned. No adapter may use it any more.
	Free(b []byte)
}
