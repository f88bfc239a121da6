package spec

import (
	"context"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// A failure is what an assertion fails with in these tests, where no spec runs.
type failure string

func init() {
	OnFailure(func(message string) { panic(failure(message)) })
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

// running returns a context as a spec has it, and what runs the steps that are left for
// its end.
func running() (ctx context.Context, end func()) {
	target := &Target{}
	target.ending.steps = append(target.ending.steps, func(context.Context) {}) // so that Ginkgo is not asked
	return WithTarget(context.Background(), target), func() { target.ending.run(nil) }
}

// counted is an object that counts its releases.
type counted struct {
	nd2.Connector
	releases int
}

func (c *counted) Release() uint32 {
	c.releases++
	return 0
}
