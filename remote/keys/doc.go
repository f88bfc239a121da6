// Package keys keeps the identity of an agent or a client, and its known peers: an
// ed25519 key with a self-signed certificate, and lists of fingerprints, in a directory
// of the user's configuration.
package keys
