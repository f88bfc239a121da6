package spec

import (
	"context"
	"testing"
)

func TestUntil(t *testing.T) {
	asked := 0
	Until(context.Background(), "the third time", func() bool {
		asked++
		return asked == 3
	})
	if asked != 3 {
		t.Errorf("asked %d times", asked)
	}
	over, cancel := context.WithCancel(context.Background())
	cancel()
	Until(over, "what is so already", func() bool { return true })
	fails(t, func() { Until(over, "what never is", func() bool { return false }) })
}
