package halfwritten

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	_ "github.com/ndconform/ndconform/providers/ref" // what is written by and by
)

func init() {
	providers.Register("halfwritten", func(flags *flag.FlagSet) func() (providers.Instance, error) {
		stage := flags.String("stage", "open", "how far it is written: "+strings.Join(Stages(), ", "))
		style := flags.String("style", "not-supported", "what a stub does: "+strings.Join(Styles(), ", "))
		return func() (providers.Instance, error) { return open(*stage, *style) }
	})
}

// Stages lists the stages, in order. In the last one everything is written.
func Stages() []string {
	var names []string
	for _, s := range stages {
		names = append(names, s.name)
	}
	return names
}

// Styles lists what stubs do.
func Styles() []string {
	var names []string
	for _, s := range styles {
		names = append(names, s.name)
	}
	return names
}

func open(stage, style string) (providers.Instance, error) {
	at := slices.IndexFunc(stages, func(s stageOf) bool { return s.name == stage })
	how := slices.IndexFunc(styles, func(s styleOf) bool { return s.name == style })
	if at < 0 || how < 0 {
		return nil, fmt.Errorf("stage %q and style %q: the stages are %v, the styles %v", stage, style, Stages(), Styles())
	}
	engine, err := providers.ParseSelector("ref")
	if err != nil {
		return nil, err
	}
	inner, err := engine.Open()
	if err != nil {
		return nil, err
	}
	return calls.Around(inner, calls.Hooks{Early: true, Call: func(c *calls.Call) nd2.Status {
		if isStub(c.Method, at) {
			return styles[how].stub(c)
		}
		return c.Proceed()
	}}), nil
}

// isStub tells whether a method is written in a stage after the one at a place.
func isStub(method string, at int) bool {
	return slices.ContainsFunc(stages[at+1:], func(s stageOf) bool { return slices.Contains(s.methods, method) })
}
