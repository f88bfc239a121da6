//go:build windows

package interop

import _ "github.com/ndconform/ndconform/providers/dll"
