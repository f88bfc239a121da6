package certificate

import (
	"encoding/json"
	"slices"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"
)

// Signer returns the id of the key that an envelope says it was signed with, as [KeyID] writes
// it, or nothing. It is a hint for choosing a key: only [Verify] tells whether it is true.
func Signer(envelope []byte) string {
	var e dsse.Envelope
	if json.Unmarshal(envelope, &e) != nil || len(e.Signatures) != 1 {
		return ""
	}
	return e.Signatures[0].KeyID
}

// IsBundleFile reports whether a file of a bundle has this name.
func IsBundleFile(name string) bool { return slices.Contains(fileNames(), name) }
