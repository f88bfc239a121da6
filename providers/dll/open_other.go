//go:build !(windows && (amd64 || arm64))

package dll

import (
	"errors"

	"github.com/ndconform/ndconform/providers"
)

// open says what it takes to use the provider.
func open(*options) (providers.Instance, error) {
	return nil,
		errors.New(
			"an ND2 provider's DLL is loaded on Windows only, by the 64-bit ndconform.exe: GOOS=windows GOARCH=amd64 go build " +
				"./cmd/ndconform")
}
