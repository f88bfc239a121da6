package check

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/spec"
)

// A failure is what an assertion fails with in these tests, where no spec runs.
type failure string

func init() {
	spec.OnFailure(func(message string) { panic(failure(message)) })
}

// fails runs what must fail, and returns the message if an assertion has one.
func fails(t *testing.T, body func()) (message string) {
	t.Helper()
	defer func() {
		switch p := recover().(type) {
		case nil:
			t.Error("does not fail")
		case failure:
			message = string(p)
		}
	}()
	body()
	return ""
}

func says(t *testing.T, message, part string) {
	t.Helper()
	if !strings.Contains(message+"\n", part) {
		t.Errorf("the message does not say %q:\n%s", part, message)
	}
}
