package session_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/bench"
	"github.com/ndconform/ndconform/bench/null"
	"github.com/ndconform/ndconform/bench/session"
	"github.com/ndconform/ndconform/providers"
	_ "github.com/ndconform/ndconform/providers/ref"
	"github.com/ndconform/ndconform/reports/speed"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/worker"
)

// workerArgument makes this binary a worker.
const workerArgument = "worker"

func TestMain(m *testing.M) {
	providers.Register("null", null.Factory)
	if slices.Contains(os.Args[1:], workerArgument) {
		if err := worker.Work(os.Stdin, session.Task(nil)); err != nil {
			os.Exit(3)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// only are some measurements, including a Read of 64 bytes.
var only = []string{"latency/*/size=64/wait=poll", "bandwidth/write/size=4096", "scaling"}

// broken is that of the Read.
const broken = "latency/read/size=64/wait=poll"

// run measures a provider in workers.
func run(ctx context.Context, t *testing.T, provider string, o bench.Options) (*speed.Report, error) {
	t.Helper()
	s := session.Session{
		Provider: provider, Options: o, Say: t.Logf,
		Lab: runner.Lab{Worker: []string{os.Args[0], workerArgument}, MemoryLimit: 2 << 30},
	}
	return s.Run(ctx)
}

// options are those of the shortest run.
func options() bench.Options {
	return bench.Options{Only: only, Quick: true, Sample: 50 * time.Microsecond}
}

// failed lists what could not be measured, and checks that the rest was.
func failed(t *testing.T, r *speed.Report) map[string]string {
	t.Helper()
	list := map[string]string{}
	for _, m := range r.Measurements {
		switch {
		case m.Failed != "":
			list[m.Name] = m.Failed
		case len(m.Samples) != r.Rounds || !(m.Low <= m.Median && m.Median <= m.High && m.Low > 0):
			t.Errorf("%s has %d values in %d rounds, %v from %v to %v", m.Name, len(m.Samples), r.Rounds,
				m.Median, m.Low, m.High)
		}
	}
	return list
}

// TestFaults makes requests fail, arrive as other bytes, crash the process and hang, each at first or
// in the middle.
func TestFaults(t *testing.T) {
	for fault, says := range map[string]string{
		"fails": "a Read has ended with ND_REMOTE_ERROR", "wrong": "wrong data: byte 32 of the 64 of a Read",
		"crashes": "null: a Read of 64 bytes crashes", "hangs": "it gave no sign of life, in null.(*queuePair).Read",
	} {
		for _, after := range []string{"0", "40"} { // 32 are checked before the first sample
			t.Run(fault+"/"+after, func(t *testing.T) {
				t.Parallel()
				o := options()
				if fault == "hangs" {
					o.TimeoutScale = 0.1
				}
				r, err := run(t.Context(), t, "null,fault="+fault+",after="+after, o)
				if err != nil {
					t.Fatal(err)
				}
				if got := failed(t, r); len(got) != 1 || !strings.Contains(got[broken], says) {
					t.Errorf("failed: %q", got)
				}
				if r.Incomplete != "" || r.Rounds < 6 || len(r.Harness.Null) == 0 || r.Environment.ProviderVersion != "null" {
					t.Errorf("incomplete %q, %d rounds, %d figures of the harness, version %q", r.Incomplete, r.Rounds,
						len(r.Harness.Null), r.Environment.ProviderVersion)
				}
			})
		}
	}
}

// TestTheEngine measures the engine, in memory and over UDP.
func TestTheEngine(t *testing.T) {
	for _, provider := range []string{"ref,fabric=udp", "ref"} {
		r, err := run(t.Context(), t, provider, options())
		if err != nil {
			t.Fatal(err)
		}
		if got := failed(t, r); len(got) > 0 || r.Provider != provider || r.Environment.Adapter == nil || r.Seconds <= 0 {
			t.Errorf("%s: failed %q, %+v", provider, got, r)
		}
		if testing.Short() {
			break
		}
	}
}

// TestInterrupted ends a run before its first round, and checks the report.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	s := session.Session{
		Provider: "null", Options: options(), For: time.Hour, Lab: runner.Lab{Worker: []string{os.Args[0], workerArgument}},
		Say: func(string, ...any) { cancel(errors.New("enough")) }, // when it knows what to measure
	}
	r, err := s.Run(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if r.Incomplete != "enough" || len(r.Measurements) == 0 {
		t.Errorf("incomplete %q, %d figures", r.Incomplete, len(r.Measurements))
	}
}

// TestRefused opens a provider that refuses.
func TestRefused(t *testing.T) {
	_, err := run(t.Context(), t, "ref,fabric=udp,listen=192.0.2.77", options())
	if refused := runner.RefusedError(""); !errors.As(err, &refused) {
		t.Errorf("%v", err)
	}
}

// Two providers that are measured in turns have a sample of each round, and what fails with one alone is its failure.
func TestInTurns(t *testing.T) {
	of := func(provider string) *session.Session {
		return &session.Session{
			Provider: provider, Options: options(), Say: t.Logf,
			Lab: runner.Lab{Worker: []string{os.Args[0], workerArgument}, MemoryLimit: 2 << 30},
		}
	}
	both, err := session.InTurns(t.Context(), of("null"), of("null,fault=fails"))
	if err != nil {
		t.Fatal(err)
	}
	if got := failed(t, both[0]); len(got) > 0 {
		t.Errorf("the first failed in %v", got)
	}
	if both[0].Rounds != both[1].Rounds {
		t.Errorf("%d rounds of the one, and %d of the other", both[0].Rounds, both[1].Rounds)
	}
	if i := slices.IndexFunc(both[1].Measurements, func(m speed.Measurement) bool { return m.Name == broken }); i < 0 ||
		both[1].Measurements[i].Failed == "" {
		t.Error("the second did not fail")
	}
}
