package runner

import (
	"context"
	"reflect"
	"time"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/types"

	"github.com/ndconform/ndconform/spec"
)

// prepareNodes changes every node that is declared from now on, which is when
// Ginkgo builds its tree: a spec that planned does not hold is pending, which is
// the cheapest way not to run it; one without a limit of time gets the usual one,
// so that it ends; and limits that are set are multiplied by scale.
func prepareNodes(planned map[string]bool, scale float64) {
	ginkgo.AddTreeConstructionNodeArgsTransformer(func(kind types.NodeType, _ ginkgo.Offset, text string, args []any) (string, []any, []error) {
		limited := scaleLimits(args, scale)
		if kind != types.NodeTypeIt {
			return text, args, nil
		}
		if !planned[idOf(args)] {
			return text, append(args, ginkgo.Pending), nil
		}
		if !limited && takesContext(args) {
			args = append(args, ginkgo.SpecTimeout(scaled(specLimit, scale)))
		}
		return text, args, nil
	})
}

// scaleLimits multiplies the limits in args, and tells whether there is one for
// the spec.
func scaleLimits(args []any, scale float64) (limited bool) {
	for i, arg := range args {
		switch arg := arg.(type) {
		case ginkgo.SpecTimeout:
			args[i] = ginkgo.SpecTimeout(scaled(time.Duration(arg), scale))
			limited = true
		case ginkgo.NodeTimeout:
			args[i] = ginkgo.NodeTimeout(scaled(time.Duration(arg), scale))
		}
	}
	return limited
}

// idOf gives the id of the spec that is being declared with args.
func idOf(args []any) string {
	labels := ginkgo.CurrentTreeConstructionNodeReport().Labels()
	for _, arg := range args {
		if own, ok := arg.(ginkgo.Labels); ok {
			labels = append(labels, own...)
		}
	}
	id, _ := spec.Identify(labels)
	return id
}

var contextType = reflect.TypeFor[context.Context]()

// takesContext tells whether a body among args can be told that its time is up;
// Ginkgo refuses a limit for any other.
func takesContext(args []any) bool {
	for _, arg := range args {
		t := reflect.TypeOf(arg)
		if t != nil && t.Kind() == reflect.Func && t.NumIn() > 0 && t.In(0).Implements(contextType) {
			return true
		}
	}
	return false
}
