package bench_test

import (
	"flag"
	"runtime"
	"testing"
	"time"

	"github.com/ndconform/ndconform/bench"
	"github.com/ndconform/ndconform/internal/ndclient"
	_ "github.com/ndconform/ndconform/providers/ref"
	"github.com/ndconform/ndconform/selftest/legal"
)

// TestTheEngine measures everything on the engine, and checks what is left behind.
func TestTheEngine(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, provider := range []string{"ref", "ref,fabric=udp", "ref,max-inline=0,max-srq-depth=0,max-initiator-depth=8"} {
		nothingFails(t, provider, 2)
	}
	deadline := time.Now().Add(10 * time.Second)
	for runtime.NumGoroutine() > before && time.Now().Before(deadline) {
		runtime.Gosched()
	}
	if now := runtime.NumGoroutine(); now > before {
		t.Errorf("%d goroutines, %d before", now, before)
	}
}

var every = flag.Bool("legal", false, "measure every legal variant")

// TestLegalAdapters shows that adapters with small limits or with quirks are not blamed.
func TestLegalAdapters(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a quarter of a minute with the race detector")
	}
	ids := []string{
		"below-maximum", "few-ports", "inbound-reads-only", "lacks-each-3rd", "mutual-disconnect", "no-reads",
		"one-listener", "one-page", "one-port", "one-receive", "one-registration", "one-request", "one-result",
		"one-shared-receive", "outbound-reads-only", "small-limits", "tiny-limits", "two-files", "uneven-limits",
	}
	if *every {
		ids = legal.Looped()
	}
	for _, id := range ids {
		nothingFails(t, "legal,id="+id, 1)
	}
}

// nothingFails shows that each measurement of a provider has its samples, or is unsupported.
func nothingFails(t *testing.T, provider string, rounds int) {
	t.Helper()
	open, err := ndclient.Open(provider, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	ends, err := open()
	if err != nil {
		t.Fatal(err)
	}
	h := measured(t, ends, bench.Options{Quick: true, Sample: short, TimeoutScale: 10}, rounds)
	if len(h.failed) > 0 {
		t.Errorf("%s: failed %v", provider, h.failed)
	}
	if err := ends.Close(); err != nil {
		t.Error(err)
	}
}
