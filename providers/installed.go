package providers

// An Installed provider is installed on this machine as its vendor ships it.
type Installed struct {
	// Name is what it is chosen by, and Path is its file.
	Name string `json:"name"`
	Path string `json:"path"`
	// Version is the file's version, or empty if it has none.
	Version string `json:"version,omitempty"`
	// Selector chooses it.
	Selector string `json:"provider"`
	// Addresses are those that its adapters have, once it was opened; Error says why they can't be known, or
	// aren't.
	Addresses []string `json:"addresses,omitempty"`
	Error     string   `json:"error,omitempty"`
}

var installed = map[string]func() ([]Installed, error){}

// RegisterInstalled registers how to find what the provider registered as name can
// load.
func RegisterInstalled(name string, find func() ([]Installed, error)) {
	mu.Lock()
	defer mu.Unlock()
	installed[name] = find
}

// FindInstalled lists what the provider registered as name finds on this machine; that
// is nothing for a provider that does not look.
func FindInstalled(name string) ([]Installed, error) {
	mu.RLock()
	find := installed[name]
	mu.RUnlock()
	if find == nil {
		return nil, nil
	}
	return find()
}
