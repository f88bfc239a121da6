package keys

import "io/fs"

// exposed does not look at access control lists: it takes the user's configuration for
// private.
func exposed(fs.FileInfo) bool { return false }
