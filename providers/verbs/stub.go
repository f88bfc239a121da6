//go:build !(linux && cgo && verbs)

package verbs

import (
	"errors"

	"github.com/ndconform/ndconform/providers"
)

// open says how to build a binary with this provider.
func open(*options) (providers.Instance, error) {
	return nil,
		errors.New(
			"not in this binary: on Linux, install libibverbs-dev, librdmacm-dev and a C compiler, and build with " +
				"CGO_ENABLED=1 go build -tags verbs")
}
