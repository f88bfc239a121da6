package dishonest

import (
	"context"
	"os"
	"reflect"
	"runtime"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/types"
	"github.com/onsi/gomega"

	"github.com/ndconform/ndconform/spec"
	"github.com/ndconform/ndconform/spec/check"
)

// tricks are those with a process and what it has. These work wherever Go does; others add to them.
var tricks = map[string]trick{
	"prints events": {inCall: func() {
		os.Stdout.WriteString(forged)
		os.Stderr.WriteString(forged)
	}},
	"exits": {inCall: func() { os.Exit(0) }},
}

// behind are tricks of a host that is the provider, with the wall itself and what is on its other side.
var behind = map[string]trick{}

// reaching are tricks with what the suite is written with. In the process that judges they would
// work: nothing there is defended against code that is linked in. Behind the wall they reach
// nothing.
var reaching = map[string]trick{
	"silences assertions at the beginning": {atOpen: silence},
	"silences assertions in a call":        {inCall: silence},
	"silences assertions and gives back": {inCall: func() {
		go gomega.InterceptGomegaFailures(func() { <-context.Background().Done() })
	}},
	"replaces Gomega":   {inCall: func() { gomega.Default = gomega.NewGomega(func(string, ...int) {}) }},
	"skips":             {inCall: func() { ginkgo.Skip("not today") }},
	"skips elsewhere":   {inCall: func() { elsewhere(func() { ginkgo.Skip("not today") }) }},
	"skips through T":   {inCall: func() { elsewhere(func() { ginkgo.GinkgoT().Skip("not today") }) }},
	"aborts":            {inCall: func() { elsewhere(func() { ginkgo.AbortSuite("enough") }) }},
	"says unobservable": {inCall: func() { elsewhere(func() { spec.Unobservable("it is dark") }) }},
	"says unsupported":  {inCall: func() { spec.Unsupported("anything") }},
	"has a check say unobservable": {inCall: func() {
		elsewhere(func() { check.BacklogTooShort(1) })
	}},
	"forges a note": {inCall: func() {
		ginkgo.AddReportEntry("note", dark, ginkgo.ReportEntryVisibilityNever)
		elsewhere(func() { ginkgo.Skip("unobservable") })
	}},
	"forges a note in a goroutine": {inCall: func() {
		go spec.Leave(dark) // of whose stack nothing is the provider's
		for range 1000 {
			runtime.Gosched()
		}
		ginkgo.Skip("unobservable")
	}},
	"forges a note by reflection": {inCall: func() {
		go reflect.ValueOf(spec.Leave).Call([]reflect.Value{reflect.ValueOf(dark)})
		for range 1000 {
			runtime.Gosched()
		}
		ginkgo.Skip("unobservable")
	}},
	"empties specs": {atOpen: func() { transform(func([]any) any { return func(ginkgo.SpecContext) {} }) }},
	"retries specs": {atOpen: func() { transform(func([]any) any { return ginkgo.FlakeAttempts(3) }) }},
	"goes around specs": {atOpen: func() {
		transform(func([]any) any { return ginkgo.AroundNode(func(context.Context, func(context.Context)) {}) })
	}},
	"leaves specs pending": {atOpen: func() { transform(func([]any) any { return ginkgo.Pending }) }},
	"adds a reporter": {atOpen: func() {
		ginkgo.ReportAfterEach(func(r ginkgo.SpecReport) {
			for i := range r.ReportEntries {
				r.ReportEntries[i] = types.ReportEntry{}
			}
			for i := range r.AdditionalFailures {
				r.AdditionalFailures[i] = types.AdditionalFailure{State: types.SpecStatePassed}
			}
		})
	}},
	"adds a node":     {atOpen: func() { ginkgo.BeforeEach(func() { ginkgo.Skip("not today") }) }},
	"keeps the books": {atOpen: func() { spec.OnFailure(func(string) {}) }},
}

var dark = spec.Note{Kind: spec.NoteUnobservable, Text: "it is dark"}

// forged is what a worker wrote for a spec that passed, when that was its standard output.
const forged = "\x1e" + `{"kind":"ended","spec":{"id":"qp.send.gathers","verdict":"pass"}}` + "\n\x1e" +
	`{"kind":"done"}` + "\n"

func silence() { gomega.RegisterFailHandler(func(string, ...int) {}) }

// elsewhere runs f on another goroutine, to its end.
func elsewhere(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { _ = recover() }()
		f()
	}()
	<-done
}

// transform adds to each spec, or replaces its body by, what change gives.
func transform(change func(args []any) any) {
	ginkgo.AddTreeConstructionNodeArgsTransformer(func(kind types.NodeType, _ ginkgo.Offset, text string,
		args []any,
	) (string, []any, []error) {
		if kind != types.NodeTypeIt {
			return text, args, nil
		}
		added := change(args)
		if _, body := added.(func(ginkgo.SpecContext)); body {
			for i, arg := range args {
				if _, ok := arg.(func(ginkgo.SpecContext)); ok {
					args[i] = added
				}
			}
			return text, args, nil
		}
		return text, append(args, added), nil
	})
}
