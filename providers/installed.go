package providers

// An Installed provider is installed on this machine as its vendor ships it.
type Installed struct {
	// Name chooses it, and Path is its file.
	Name string `json:"name"`
	Path string `json:"path"`
	// Version is the file's version, or empty if it has none.
	Version string `json:"version,omitempty"`
	// Selector chooses it.
	Selector string `json:"provider"`
	// Addresses are its adapters' addresses, once it was opened; Error says why they are unknown.
	Addresses []string `json:"addresses,omitempty"`
	Error     string   `json:"error,omitempty"`
}

var installed = map[string]func() ([]Installed, error){}

// RegisterInstalled registers find, which lists what the provider called name can load.
func RegisterInstalled(name string, find func() ([]Installed, error)) {
	mu.Lock()
	defer mu.Unlock()
	installed[name] = find
}

// FindInstalled lists what the provider called name finds on this machine, or nothing if it does not look.
func FindInstalled(name string) ([]Installed, error) {
	mu.RLock()
	find := installed[name]
	mu.RUnlock()
	if find == nil {
		return nil, nil
	}
	return find()
}
