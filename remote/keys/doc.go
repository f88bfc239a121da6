// Package keys keeps who an agent or a client is, and whom it knows: an ed25519 key with a
// certificate that it has signed itself, and lists of fingerprints, in a directory of the
// user's configuration.
package keys
