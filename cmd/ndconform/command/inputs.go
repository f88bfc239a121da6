package command

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/reports"
)

// variablesBegin is how the names of ndconform's own variables begin.
const variablesBegin = "NDCONFORM_"

// ownVariables lists the variables of an environment that are ndconform's own, sorted.
func ownVariables(environment []string) (list []reports.Input) {
	for _, v := range slices.Sorted(slices.Values(environment)) {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, variablesBegin) {
			list = append(list, reports.Input{Kind: reports.Variable, Name: name})
		}
	}
	return list
}

// inputs lists what a run goes by besides its command line. A file that can't be read has no
// digest here; whoever reads it for the run says what is wrong.
func (a *app) inputs(f *runFlags) (list []reports.Input) {
	if f.configured != nil {
		list = append(list, *f.configured)
	}
	if f.baseline != "" {
		files, err := runsIn(f.baseline)
		if err != nil {
			files = []string{f.baseline} // no folder
		}
		list = append(list, reports.Input{Kind: reports.Baseline, Name: f.baseline, SHA256: digestOf(files...)})
	}
	if f.waivers != "" {
		list = append(list, reports.Input{Kind: reports.WaiverFile, Name: f.waivers, SHA256: digestOf(f.waivers)})
	}
	return append(list, a.variables...)
}

// digestOf returns the digest of some files, one after the other, in hex, or nothing: what is
// read from a pipe can't be read again.
func digestOf(paths ...string) string {
	digest := sha256.New()
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			return ""
		}
		file, err := os.Open(path)
		if err != nil {
			return ""
		}
		_, err = io.Copy(digest, file)
		file.Close()
		if err != nil {
			return ""
		}
	}
	return hex.EncodeToString(digest.Sum(nil))
}
