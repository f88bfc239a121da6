package worker

import (
	"fmt"
	"strings"

	"github.com/onsi/ginkgo/v2/types"

	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/spec"
)

// Identify returns the spec that Ginkgo reports on.
func Identify(r types.SpecReport) journal.Spec {
	id, requirements := spec.Identify(r.Labels())
	return journal.Spec{
		ID: id, Title: r.FullText(), Requirements: requirements, Package: packageOf(requirements),
		Place: place(r.LeafNodeLocation),
	}
}

// place returns the path of a file, from its module's spec folder on, and the line.
func place(l types.CodeLocation) string {
	file := l.FileName
	if i := strings.LastIndex(file, "/spec/"); i >= 0 {
		file = file[i+1:]
	} else {
		file = file[strings.LastIndexByte(file, '/')+1:]
	}
	return fmt.Sprintf("%s:%d", file, l.LineNumber)
}

// packageOf returns the surface that a spec tests, judging by the requirement that it is
// named after.
func packageOf(requirements []string) string {
	if len(requirements) == 0 {
		return ""
	}
	entry, _ := requirement.Lookup(requirements[0])
	switch entry.Profile {
	case requirement.ND1:
		return "nd1"
	case requirement.NDK:
		return "ndk"
	}
	return "nd2"
}
