package worker

import (
	"strings"
	"sync"
	"testing"
)

const someStacks = `goroutine 1 [chan receive, 2 minutes]:
github.com/ndconform/ndconform/runner/worker.(*worker).run(0x1)
	/src/runner/worker/worker.go:1 +0x1
main.main()
	/src/main.go:1 +0x1

goroutine 9 [select]:
vendor.(*card).poll(0x1)
	/vendor/card.go:5 +0x1
created by vendor.Open in goroutine 1
	/vendor/open.go:2 +0x2

goroutine 7 [sync.Mutex.Lock, 2 minutes]:
sync.(*Mutex).Lock(...)
	/go/sync/mutex.go:9
vendor.(*pair).Flush(0x11)
	/vendor/pair.go:7 +0x1
github.com/onsi/ginkgo/v2/internal.(*Suite).runNode(0x5)
	/ginkgo/suite.go:1 +0x1

goroutine 8 [sync.Mutex.Lock]:
sync.(*Mutex).Lock(...)
	/go/sync/mutex.go:9
vendor.(*pair).Flush(0x22)
	/vendor/pair.go:7 +0x1
github.com/onsi/ginkgo/v2/internal.(*Suite).runNode(0x5)
	/ginkgo/suite.go:1 +0x1
`

// Who waits for a lock comes first, those that do the same are one, and the harness's
// own are left out.
func TestDescribeStacks(t *testing.T) {
	want := `goroutine 7, 8 waits for a lock (sync.Mutex.Lock):
  sync.(*Mutex).Lock /go/sync/mutex.go:9
  vendor.(*pair).Flush /vendor/pair.go:7
goroutine 9 is in select:
  vendor.(*card).poll /vendor/card.go:5
`
	if got := DescribeStacks(someStacks); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for _, dump := range []string{
		"", "\n\n", "goroutine", "goroutine 1 [", "goroutine 1 [x]:\nf",
		strings.Repeat("goroutine 1 [x]:\n\n", 9),
	} {
		if got := DescribeStacks(dump); got != "" {
			t.Errorf("%q: %q", dump, got)
		}
	}
}

// What runs now can be read too.
func TestStacksOfThisProcess(t *testing.T) {
	var held sync.Mutex
	held.Lock()
	about, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		close(about)
		_ = strings.Map(func(r rune) rune { held.Lock(); return r }, "x") // a frame that is not the harness's
	}()
	<-about
	for !strings.Contains(stacks(1), "waits for a lock (sync.Mutex.Lock):") {
	}
	held.Unlock()
	<-done
}
