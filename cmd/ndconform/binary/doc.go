// Package binary describes the binary that runs, which may be a vendor's: its path, its release, and
// what identifies it, as the digest and the build id of any file.
package binary
