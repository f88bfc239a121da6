package worker

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/types"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

// nodes adapts the Ginkgo nodes that a worker's binary declares to the batch.
type nodes struct {
	planned map[string]bool
	// first are run first, in this order.
	first  []string
	titles []string // of the planned specs, sorted; none means all
	scale  float64
}

// prepare changes every node that is declared from now on, which is when Ginkgo
// builds its tree. What is not planned costs as little as possible: a container
// without planned specs stays empty, and an unplanned spec beside planned ones is
// pending. A spec without a time limit gets the usual one; limits that are set are
// scaled.
func (n nodes) prepare() {
	spec.OnlyContainers(n.holds)
	ginkgo.AddTreeConstructionNodeArgsTransformer(func(kind types.NodeType, _ ginkgo.Offset, text string,
		args []any,
	) (string, []any, []error) {
		limited := scaleLimits(args, n.scale)
		switch {
		case kind == types.NodeTypeIt && !n.planned[idOf(args)]:
			args = append(args, ginkgo.Pending)
		case kind == types.NodeTypeIt && !limited && takesContext(args):
			args = append(args, ginkgo.SpecTimeout(Scaled(reports.SpecLimit, n.scale)))
		}
		if kind == types.NodeTypeIt {
			args = append(args, ginkgo.SpecPriority(n.priority(idOf(args))))
		}
		return text, args, nil
	})
}

// priority returns a higher number for a spec that is run earlier.
func (n nodes) priority(id string) int {
	i := slices.Index(n.first, id)
	if i < 0 {
		return 0
	}
	return len(n.first) - i
}

// holds reports whether a container holds a planned spec, judging by how the titles of the specs
// begin: with its text, after those of the containers around it.
func (n nodes) holds(text string) bool {
	i, _ := slices.BinarySearch(n.titles, text)
	return len(n.titles) == 0 || i < len(n.titles) && strings.HasPrefix(n.titles[i], text)
}

// scaleLimits multiplies the time limits in args, and reports whether the spec has
// one.
func scaleLimits(args []any, scale float64) (limited bool) {
	for i, arg := range args {
		switch arg := arg.(type) {
		case ginkgo.SpecTimeout:
			args[i] = ginkgo.SpecTimeout(Scaled(time.Duration(arg), scale))
			limited = true
		case ginkgo.NodeTimeout:
			args[i] = ginkgo.NodeTimeout(Scaled(time.Duration(arg), scale))
		}
	}
	return limited
}

// idOf returns the id of the spec that is being declared with args.
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

// takesContext reports whether a body among args takes a context, which tells it
// that its time is up; Ginkgo refuses a limit for any other body.
func takesContext(args []any) bool {
	for _, arg := range args {
		t := reflect.TypeOf(arg)
		if t != nil && t.Kind() == reflect.Func && t.NumIn() > 0 && t.In(0).Implements(contextType) {
			return true
		}
	}
	return false
}
