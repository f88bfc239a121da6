//go:build windows && (amd64 || arm64)

package dll

import "github.com/ndconform/ndconform/nd1"

// A version1 implements [providers.V1].
type version1 struct{ *instance }

// ND1 implements [providers.V1].
func (v version1) ND1() nd1.Provider { return nil }
