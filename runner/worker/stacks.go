package worker

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"strings"
)

// The most that a report shows of a process that hangs: bytes of the dump that are
// looked at, different stacks, and calls of each stack.
const (
	dumpSize   = 1 << 20
	stacksMost = 24
	framesMost = 24
)

// harness lists how the names of functions begin that are neither a provider's nor a
// spec's.
var harness = []string{
	"runtime.", "runtime/", "internal/", "os.", "os/", "io.", "syscall.", "sync.", "testing.", "time.", "context.",
	"encoding/", "main.",
	"github.com/onsi/", "github.com/ndconform/ndconform/runner.", "github.com/ndconform/ndconform/runner/worker.",
	"github.com/ndconform/ndconform/cmd/",
}

// locks are the states of goroutines that wait for a lock.
var locks = []string{"sync.Mutex.Lock", "sync.RWMutex.Lock", "sync.RWMutex.RLock", "semacquire"}

// A stack belongs to one goroutine, or to several that do the same.
type stack struct {
	goroutines []string
	state      string
	frames     []string // each a function and its place
}

// stacks describes what each goroutine of the process does, except the harness's own;
// those that wait for locks come first. The time that a debugger may take follows the
// scale.
func stacks(scale float64) string {
	dump := make([]byte, dumpSize)
	dump = dump[:runtime.Stack(dump, true)]
	text := DescribeStacks(string(dump))
	if strings.Contains(string(dump), "runtime.cgocall") { // some code is not written in Go
		text += nativeThreads(scale)
	}
	return text
}

// DescribeStacks groups the goroutines of a dump of Go's by what they wait for.
func DescribeStacks(dump string) string {
	list := parseStacks(dump)
	slices.SortStableFunc(list, func(a, b stack) int {
		return cmp.Or(cmp.Compare(rank(a.state), rank(b.state)), cmp.Compare(a.state, b.state))
	})
	var b strings.Builder
	for i, s := range list {
		if i == stacksMost {
			fmt.Fprintf(&b, "… and %d more stacks\n", len(list)-i)
			break
		}
		fmt.Fprintf(&b, "goroutine %s %s:\n", strings.Join(s.goroutines, ", "), doing(s.state))
		for _, f := range s.frames[:min(len(s.frames), framesMost)] {
			fmt.Fprintf(&b, "%s\n", f)
		}
	}
	return b.String()
}

func rank(state string) int {
	if slices.Contains(locks, state) {
		return 0
	}
	return 1
}

func doing(state string) string {
	if rank(state) == 0 {
		return "waits for a lock (" + state + ")"
	}
	return "is in " + state
}

func parseStacks(dump string) (list []stack) {
	for _, text := range strings.Split(strings.TrimSpace(dump), "\n\n") {
		s, ok := parseStack(strings.Split(text, "\n"))
		if !ok {
			continue
		}
		same := func(t stack) bool { return t.state == s.state && slices.Equal(t.frames, s.frames) }
		if i := slices.IndexFunc(list, same); i >= 0 {
			list[i].goroutines = append(list[i].goroutines, s.goroutines...)
			continue
		}
		list = append(list, s)
	}
	return list
}

// parseStack reads a goroutine's stack down to the harness's call. ok is false if the
// goroutine is the harness's own.
func parseStack(lines []string) (s stack, ok bool) {
	head, found := strings.CutPrefix(lines[0], "goroutine ")
	number, state, inBrackets := strings.Cut(head, " [")
	if !found || !inBrackets {
		return s, false
	}
	number, _, _ = strings.Cut(number, " ") // a process that ends says more of each
	state, _, _ = strings.Cut(strings.TrimSuffix(state, "]:"), ",")
	s = stack{goroutines: []string{number}, state: state}
	for i := 1; i+1 < len(lines); i += 2 {
		function := lines[i]
		if strings.HasPrefix(function, "created by ") || ok && strings.HasPrefix(function, "github.com/onsi/") {
			break
		}
		ok = ok || !isHarness(function)
		s.frames = append(s.frames, "  "+withoutArguments(function)+" "+lineOf(lines[i+1]))
	}
	return s, ok
}

func isHarness(function string) bool {
	return slices.ContainsFunc(harness, func(prefix string) bool { return strings.HasPrefix(function, prefix) })
}

// withoutArguments removes a function's arguments, which differ between goroutines that
// do the same.
func withoutArguments(function string) string {
	if i := strings.LastIndexByte(function, '('); i > 0 {
		return function[:i]
	}
	return function
}

// lineOf returns a file and its line, without the offset in the function.
func lineOf(line string) string {
	at, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	return at
}
