package worker

import (
	"strings"
	"testing"
	"time"
)

// TestAPanicIsShownFromWhereItWas shows that the stack of a provider that panics while it is opened
// begins in the provider.
func TestAPanicIsShownFromWhereItWas(t *testing.T) {
	err := within(time.Minute, "opening", func() error { return boom() })
	if err == nil {
		t.Fatal("no error")
	}
	lines := strings.Split(err.Error(), "\n")
	if lines[0] != "opening panicked: boom" || !strings.HasPrefix(lines[1], "goroutine ") || !strings.Contains(lines[2],
		"worker.boom(") {
		t.Errorf("%v", err)
	}
}

func boom() error { panic("boom") }
