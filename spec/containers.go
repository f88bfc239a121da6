package spec

import (
	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/types"
)

var isWanted = func(string) bool { return true }

// OnlyContainers keeps Ginkgo from building what containers hold for whose texts, with those of
// the containers around them, wanted returns false. A process that runs few specs starts sooner.
func OnlyContainers(wanted func(text string) bool) { isWanted = wanted }

// It is said before any package of specs declares a container, whose body Ginkgo calls later.
func init() {
	ginkgo.AddTreeConstructionNodeArgsTransformer(func(kind types.NodeType, _ ginkgo.Offset, text string,
		args []any,
	) (string, []any, []error) {
		if kind == types.NodeTypeContainer {
			ifWanted(args)
		}
		return text, args, nil
	})
}

// ifWanted changes the body of a container, among args, to declare nothing unless it is wanted.
func ifWanted(args []any) {
	for i, arg := range args {
		if body, ok := arg.(func()); ok {
			args[i] = func() {
				if isWanted(ginkgo.CurrentTreeConstructionNodeReport().FullText()) {
					body()
				}
			}
		}
	}
}
