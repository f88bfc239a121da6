package spec

import (
	"path"
	"runtime"
	"slices"
	"strings"
)

// root is where the suite's code is, as the compiler has noted it.
var root = func() string {
	_, file, _, _ := runtime.Caller(0)
	return path.Dir(path.Dir(file))
}()

// Root is the folder that has the suite's code, as the compiler has noted it. The names of source
// files begin with it.
func Root() string { return root }

// calledBySuite tells whether the first function up the stack that is not this package's
// is one of the suite's: of a spec, of Ginkgo or Gomega, which run it, or of the runner's
// own specs. Of goroutines that begin in this package it is those of [InBackground].
func calledBySuite() bool {
	calls := make([]uintptr, 32)
	frames := runtime.CallersFrames(calls[:runtime.Callers(2, calls)])
	background := false
	for {
		frame, more := frames.Next()
		switch {
		case path.Dir(frame.File) == root+"/spec", callsBack(frame.Function):
			background = background || strings.HasSuffix(frame.Function, "/spec.InBackground.func1")
			if !more {
				return background
			}
		case strings.HasPrefix(frame.Function, "github.com/onsi/"):
			return true
		default:
			return strings.HasPrefix(frame.File, root+"/spec/") || path.Dir(frame.File) == root+"/runner/fake"
		}
	}
}

// between are the packages of Go's own library whose functions may call back.
var between = []string{"context.", "iter.", "maps.", "reflect.", "runtime.", "slices.", "sync.", "testing."}

func callsBack(function string) bool {
	return slices.ContainsFunc(between, func(prefix string) bool { return strings.HasPrefix(function, prefix) })
}
