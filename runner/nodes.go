package runner

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/types"

	"github.com/ndconform/ndconform/spec"
)

// nodes is what a worker makes of the nodes that its binary declares.
type nodes struct {
	planned map[string]bool
	// canaries are run first, in their order.
	canaries []string
	titles   []string // of what is planned, sorted; none is all
	scale    float64
	enter    func() // is called as the body of a planned spec begins
}

// prepare changes every node that is declared from now on, which is when Ginkgo
// builds its tree. What is not planned costs as little as can be: a container
// that holds nothing planned stays empty, and a spec beside one that is planned is
// pending. A spec without a limit of time gets the usual one, so that it ends; and
// limits that are set are scaled.
func (n nodes) prepare() {
	ginkgo.AddTreeConstructionNodeArgsTransformer(func(kind types.NodeType, _ ginkgo.Offset, text string, args []any) (string, []any, []error) {
		limited := scaleLimits(args, n.scale)
		switch {
		case kind == types.NodeTypeContainer && !n.holds(text):
			empty(args)
		case kind == types.NodeTypeIt && !n.planned[idOf(args)]:
			args = append(args, ginkgo.Pending)
		case kind == types.NodeTypeIt && !limited && takesContext(args):
			args = append(args, ginkgo.SpecTimeout(scaled(specLimit, n.scale)))
		}
		if kind == types.NodeTypeIt {
			n.announce(args)
			args = append(args, ginkgo.SpecPriority(n.priority(idOf(args))))
		}
		return text, args, nil
	})
}

// priority is the higher the earlier a spec is run.
func (n nodes) priority(id string) int {
	i := slices.Index(n.canaries, id)
	if i < 0 {
		return 0
	}
	return len(n.canaries) - i
}

// holds tells whether a title begins like those of the specs in the container that
// is being declared.
func (n nodes) holds(text string) bool {
	prefix := text
	if above := ginkgo.CurrentTreeConstructionNodeReport().FullText(); above != "" {
		prefix = strings.TrimSpace(above + " " + text)
	}
	i, _ := slices.BinarySearch(n.titles, prefix)
	return len(n.titles) == 0 || i < len(n.titles) && strings.HasPrefix(n.titles[i], prefix)
}

// empty takes a container's body away.
func empty(args []any) {
	for i, arg := range args {
		if _, ok := arg.(func()); ok {
			args[i] = func() {}
		}
	}
}

// announce has a spec's body say that it is run. If somebody else in the process takes it
// away afterwards, that is found out.
func (n nodes) announce(args []any) {
	for i, arg := range args {
		switch body := arg.(type) {
		case func():
			args[i] = func() { n.enter(); body() }
		case func(context.Context):
			args[i] = func(ctx context.Context) { n.enter(); body(ctx) }
		case func(ginkgo.SpecContext):
			args[i] = func(ctx ginkgo.SpecContext) { n.enter(); body(ctx) }
		}
	}
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
