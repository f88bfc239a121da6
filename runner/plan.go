package runner

import (
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/types"

	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/runner/worker"
)

// A Spec is one spec of the suite, not run.
type Spec = journal.Spec

// Suite lists the specs that are linked into the binary, sorted by id. It may be
// called once in a process, and not in a process that runs specs, since after a
// preview Ginkgo forgets the hooks outside containers. An error means that the
// suite itself is defective.
func Suite() ([]Spec, error) {
	suite, reporter := ginkgo.GinkgoConfiguration()
	preview := ginkgo.PreviewSpecs("ndconform", suite, reporter)
	signal.Reset(os.Interrupt, syscall.SIGTERM) // which Ginkgo took
	if preview.SuiteHasProgrammaticFocus {
		return nil, fmt.Errorf("a spec is focused; a suite with a focus would leave out all others")
	}
	var specs []Spec
	places := map[string]string{}
	for _, r := range preview.SpecReports.WithLeafNodeType(types.NodeTypeIt) {
		s := worker.Identify(r)
		switch {
		case len(r.ContainerHierarchyTexts) == 0:
			return nil, fmt.Errorf("%s: a spec outside a container, which can't be selected: %s", s.Place, s.Title)
		case s.ID == "":
			return nil, fmt.Errorf("%s: a spec that covers no requirement: %s", s.Place, s.Title)
		case places[s.ID] != "":
			return nil, fmt.Errorf("%s: spec %s is declared at %s too; give one a variant", s.Place, s.ID, places[s.ID])
		}
		places[s.ID] = s.Place
		specs = append(specs, s)
	}
	slices.SortFunc(specs, func(a, b Spec) int { return strings.Compare(a.ID, b.ID) })
	return specs, nil
}
