package judge

// MaxUnshared is how many released shared queues are remembered, and MaxEnded how many requests that are over.
const (
	MaxUnshared = maxUnshared
	MaxEnded    = len(ended{}.ring)
	MostSilent  = mostSilent
)

// Requests counts the requests that the checker keeps.
func (k *Checker) Requests() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.requests)
}
