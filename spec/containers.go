package spec

import (
	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/types"
)

// isWanted is what [OnlyContainers] was given last.
var isWanted = func(string) bool { return true }

// OnlyContainers leaves each container empty for which wanted returns false, so that a process that
// runs few specs starts sooner. text is the container's, after those of the containers around it.
func OnlyContainers(wanted func(text string) bool) { isWanted = wanted }

// This comes before any package of specs declares a container. Ginkgo calls the bodies later.
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
