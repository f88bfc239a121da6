package results

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/certificate"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/printable"
)

// A Standing says what a check of a bundle came to.
type Standing string

// The standings.
const (
	Verified      Standing = "verified"
	NotVerified   Standing = "not verified"
	UnknownSigner Standing = "unknown signer" // not verified either: no key is at hand
)

// A Result is what became of the check of one bundle.
type Result struct {
	// Bundle is the folder.
	Bundle   string   `json:"bundle"`
	Standing Standing `json:"standing"`
	// Signer is the fingerprint of the key that the bundle names, and Key is the file that this key
	// was read from; Key is empty if the signer is unknown.
	Signer string `json:"signer,omitempty"`
	Key    string `json:"key,omitempty"`
	// Problems say what is wrong. There is at least one unless Standing is Verified.
	Problems []string `json:"problems,omitempty"`
	// Notes are what a reader of a verified certificate must know.
	Notes []string `json:"notes,omitempty"`
	// Adapter is the adapter that was tested, as the journal describes it.
	Adapter string `json:"adapter,omitempty"`
	// Report is the report's path, relative to the page.
	Report string `json:"report,omitempty"`
	// Claim is what is certified; it is nil unless Standing is Verified, since nothing else in a
	// bundle can be believed.
	*certificate.Claim
}

// Sort puts results in the order in which they are shown: the verified ones first, by provider, the
// latest first, and then the others by folder.
func Sort(list []Result) {
	slices.SortStableFunc(list, func(a, b Result) int {
		switch {
		case a.Claim == nil && b.Claim == nil:
			return cmp.Compare(a.Bundle, b.Bundle)
		case a.Claim == nil:
			return 1
		case b.Claim == nil:
			return -1
		}
		x, y := a.Certificate, b.Certificate
		return cmp.Or(cmp.Compare(x.Provider, y.Provider), y.Started.Compare(x.Started),
			cmp.Compare(a.Bundle, b.Bundle))
	})
}

// NoteSameSubject adds to each result the other bundles that certify the same file.
func NoteSameSubject(list []Result) {
	for i, r := range list {
		var same []string
		for j, other := range list {
			if i != j && r.Claim != nil && other.Claim != nil && r.Subject.SHA256 == other.Subject.SHA256 {
				same = append(same, other.name())
			}
		}
		if len(same) > 0 {
			list[i].Notes = append(list[i].Notes, "the same file is certified in "+reports.Few(same, 3))
		}
	}
}

// standing is a verified bundle's, with whose program judged.
func (r *Result) standing() string {
	return string(r.Standing) + ", " + string(r.Certificate.Attestation)
}

// CountVerified counts the bundles that verify.
func CountVerified(list []Result) (n int) {
	for _, r := range list {
		if r.Standing == Verified {
			n++
		}
	}
	return n
}

// AdapterOf describes the adapter of a run: the RDMA devices that the provider's options name, and
// what Query returned.
func AdapterOf(run *reports.Run) string {
	var parts []string
	for _, m := range run.Places() {
		for _, d := range m.RDMA {
			part := strings.Join(strings.Fields(d.Name+" "+d.Board), " ")
			if d.Firmware != "" {
				part += ", firmware " + d.Firmware
			}
			if d.Name != "" && strings.Contains(run.Provider, "="+d.Name) && !slices.Contains(parts, part) {
				parts = append(parts, part)
			}
		}
	}
	if a := run.Environment.Adapter; a != nil {
		parts = append(parts, fmt.Sprintf("vendor %#04x, device %#04x", a.VendorID, a.DeviceID))
	}
	return strings.Join(parts, "; ")
}

// name is the folder's, without the path by which whoever checks reaches it.
func (r Result) name() string { return base(r.Bundle) }

// base is the last element of a path of this or another system; it is empty if the path is.
func base(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }

func granted(c *certificate.Certificate, p reports.Profile) bool {
	return slices.Contains(c.Granted, string(p.Name))
}

const nameMost = 200 // runes of a name

func short(text string) string { return printable.Short(text, nameMost) }
