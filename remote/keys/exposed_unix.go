//go:build unix

package keys

import "io/fs"

// exposed reports whether anybody but the owner may read a file.
func exposed(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }
