package reports

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A CodeFile is a file of code that a provider's process has mapped, or that a process which it has started executes.
type CodeFile struct {
	Path string `json:"path"`
	// SHA256 is the file's digest in hex, or empty if the file could not be read.
	SHA256 string `json:"sha256,omitempty"`
	// System says that the file is the system's: nobody but its administrator can change it.
	System bool `json:"system,omitempty"`
	// Executed says that another process executes it.
	Executed bool `json:"executed,omitempty"`
}

// String describes the file in a line.
func (f CodeFile) String() string {
	if f.SHA256 == "" {
		return f.Path + ", which could not be read"
	}
	return f.Path + " sha256:" + f.SHA256
}

var digests = regexp.MustCompile("^([0-9a-f]{64})?$")

// Check refuses what is no file of code.
func (f CodeFile) Check() error {
	if f.Path == "" || !digests.MatchString(f.SHA256) {
		return fmt.Errorf("%q, with the digest %q, is no file of code", f.Path, f.SHA256)
	}
	return nil
}

// AddCode adds the files that a list lacks, and sorts it.
func AddCode(list, more []CodeFile) []CodeFile {
	list = slices.Clone(list)
	for _, f := range more {
		if !slices.Contains(list, f) {
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b CodeFile) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(fmt.Sprint(a), fmt.Sprint(b)))
	})
	return list
}
