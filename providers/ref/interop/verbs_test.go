//go:build verbs

package interop

import _ "github.com/ndconform/ndconform/providers/verbs"
