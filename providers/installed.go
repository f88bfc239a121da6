package providers

// An Installed provider is one that is on this machine as its vendor ships it.
type Installed struct {
	// Name is what to choose it by, and Path the file that it is in.
	Name string `json:"name"`
	Path string `json:"path"`
	// Version is the file's, empty if it says none.
	Version string `json:"version,omitempty"`
	// Addresses are those that its adapters have; Error says why they aren't known.
	Addresses []string `json:"addresses,omitempty"`
	Error     string   `json:"error,omitempty"`
}

var installed = map[string]func() ([]Installed, error){}

// RegisterInstalled says how to find what the registered provider name can load.
func RegisterInstalled(name string, find func() ([]Installed, error)) {
	mu.Lock()
	defer mu.Unlock()
	installed[name] = find
}

// FindInstalled lists what the registered provider name finds on this machine; nothing,
// for one that has nothing to find.
func FindInstalled(name string) ([]Installed, error) {
	mu.RLock()
	find := installed[name]
	mu.RUnlock()
	if find == nil {
		return nil, nil
	}
	return find()
}
