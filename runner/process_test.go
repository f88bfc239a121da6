package runner

import (
	"errors"
	"testing"
)

func TestDescribeEnd(t *testing.T) {
	failed := errors.New("exit status 2")
	for _, c := range []struct {
		err, cause error
		lastWords  string
		want       string
	}{
		{nil, nil, "", "exit status 0"},
		{failed, nil, "", "exit status 2"},
		{failed, nil, "panic: x", "exit status 2: panic: x"},
		{failed, errFlood, "SIGQUIT: quit", errFlood.Error()},
		{failed, errFlood, "panic: x", errFlood.Error()},
		{failed, errClosed, "SIGQUIT: quit", errClosed.Error()},
		{nil, errClosed, "", errClosed.Error()},
		{failed, errClosed, "panic: x", "exit status 2: panic: x"}, // it took long to end
	} {
		if got := describeEnd(c.err, c.cause, c.lastWords); got != c.want {
			t.Errorf("%v, %v, %q: %q, want %q", c.err, c.cause, c.lastWords, got, c.want)
		}
	}
}
