package expect

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/finding"
)

var (
	mu sync.Mutex
	// fail is what assertions fail with.
	fail func(f finding.Finding, skip int)
)

// FailWith makes assertions fail by calling with, which is told how many frames of the stack stand
// between it and the assertion. Package spec calls it as the program begins, and nobody may a second
// time: it panics then.
func FailWith(with func(f finding.Finding, skip int)) {
	mu.Lock()
	defer mu.Unlock()
	if fail != nil {
		panic("expect: what assertions fail with is settled already")
	}
	fail = with
}

// An Assertion checks a value.
type Assertion struct {
	actual any
	extra  []any
}

// Expect begins an assertion. Further values must be zero: of a call that returns an error as well, the error.
func Expect(actual any, extra ...any) Assertion { return Assertion{actual, extra} }

// To fails the spec unless the value matches. The description is a format and its arguments.
func (a Assertion) To(m types.GomegaMatcher, description ...any) { a.check(m, true, description) }

// NotTo fails the spec if the value matches.
func (a Assertion) NotTo(m types.GomegaMatcher, description ...any) { a.check(m, false, description) }

// assertionFrames are those of an assertion's own: check, and To or NotTo.
const assertionFrames = 2

func (a Assertion) check(m types.GomegaMatcher, want bool, description []any) {
	f := finding.Finding{}
	if i := slices.IndexFunc(a.extra, notZero); i >= 0 {
		f.Says = fmt.Sprintf("value %d is not zero: %s", i+2, Show(a.extra[i]))
	} else {
		switch matches, err := m.Match(a.actual); {
		case err != nil:
			f.Says = err.Error()
		case matches == want:
			return
		default:
			f = findingOf(m, a.actual, !want)
		}
	}
	if len(description) > 0 {
		format, _ := description[0].(string)
		f.Says = strings.TrimSpace(fmt.Sprintf(format, description[1:]...) + "\n" + f.Says)
	}
	mu.Lock()
	with := fail
	mu.Unlock()
	with(f, assertionFrames)
}

func notZero(v any) bool { return v != nil && !reflect.ValueOf(v).IsZero() }
