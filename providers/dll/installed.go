//go:build windows && (amd64 || arm64)

package dll

import (
	"errors"

	"github.com/ndconform/ndconform/providers"
)

func init() { providers.RegisterInstalled("dll", inventory) }

// inventory lists what is installed. It loads nothing: a DLL may hang, or be no NetworkDirect provider.
func inventory() (list []providers.Installed, err error) {
	entries, err := installed()
	if err != nil {
		return nil, err
	}
	if len(entries) == 0 {
		return nil, errors.New("nothing: no NetworkDirect v2 provider is in the Winsock catalogue; path=FILE names a DLL")
	}
	for _, e := range entries {
		one := providers.Installed{
			Name: e.name, Path: e.path, Version: fileVersion(e.path), Selector: "dll,catalog=" + e.name,
		}
		if e.overlooked != "" {
			one.Error = "applications do not find it: " + e.overlooked
		}
		list = append(list, one)
	}
	return list, nil
}
