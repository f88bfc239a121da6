package spec

import (
	"strings"

	"github.com/onsi/ginkgo/v2"
)

const variantPrefix = "variant="

// Covers claims catalogue entries for a spec. The first names the spec. Its verdict is theirs.
func Covers(ids ...string) ginkgo.Labels { return ginkgo.Label(ids...) }

// Variant tells apart specs that cover the same entry first; name is in the
// spec's id and so stays.
func Variant(name string) ginkgo.Labels { return ginkgo.Label(variantPrefix + name) }

// Identify reads a spec's labels: its id is the first entry that it covers, with
// "/" and its variant, if it has one.
func Identify(labels []string) (id string, requirements []string) {
	var variant string
	for _, l := range labels {
		name, ok := strings.CutPrefix(l, variantPrefix)
		switch {
		case ok:
			variant = "/" + name
		case l != "Serial" && !strings.HasPrefix(l, pinPrefix): // Ginkgo's own
			requirements = append(requirements, l)
		}
	}
	if len(requirements) == 0 {
		return "", nil
	}
	return requirements[0] + variant, requirements
}
