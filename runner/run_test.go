package runner_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/fake"
	"github.com/ndconform/ndconform/runner/worker"
)

// asWorker as the first argument makes the test binary a worker.
const asWorker = "worker"

// programs are what else the test binary can be, by its first argument.
var programs = map[string]func(args []string){}

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == asWorker {
		if err := worker.Work(os.Stdin); err != nil {
			os.Stderr.WriteString(err.Error())
			os.Exit(3)
		}
		return
	}
	if len(os.Args) > 1 && programs[os.Args[1]] != nil {
		programs[os.Args[1]](os.Args[2:])
		return
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0")
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue { // tests here mostly wait
		_ = f.Value.Set("8")
	}
	os.Exit(m.Run())
}

func plan(ids ...string) []runner.Spec {
	var list []runner.Spec
	for _, id := range ids {
		requirement, _, _ := strings.Cut(id, "/")
		list = append(list, runner.Spec{ID: id, Requirements: []string{requirement}})
	}
	return list
}

func config(provider string) runner.Config {
	return runner.Config{
		Provider: provider, Seed: 1, TimeoutScale: 1, Environment: reports.Environment{Program: "ndconform", Version: "test"},
		Lab: runner.Lab{Worker: []string{os.Args[0], asWorker}},
	}
}

func run(t *testing.T, provider string, ids ...string) *reports.Run {
	t.Helper()
	r, err := runner.Run(context.Background(), plan(ids...), config(provider))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestVerdicts runs specs that end in every way, even by ending the process, and shows
// that each costs only itself.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	type want struct {
		verdict        reports.Verdict
		message, trace string
	}
	wants := map[string]want{
		"fake.pass":       {reports.Pass, "", ""},
		"fake.pass/again": {reports.Pass, "", ""},
		"fake.chatter":    {reports.Pass, "", ""},
		"fake.warn":       {reports.Warn, "accepted, not preferred", ""},
		"fake.fail":       {reports.Fail, "expected 2; seen 1", ""},
		"fake.garbage": {
			reports.Fail,
			"setting up the spec: expected CreateOverlappedFile to return ND_SUCCESS; seen 0xDEADBEEF",
			"CreateOverlappedFile() → 0xDEADBEEF",
		},
		"fake.late":          {reports.Fail, "the request never completed", ""},
		"fake.unsupported":   {reports.Unsupported, "the feature is not claimed", ""},
		"fake.unobservable":  {reports.Unobservable, "the fault can't be injected", ""},
		"fake.uncoded":       {reports.Error, "does not say with which verdict: because", ""},
		"fake.panic":         {reports.Error, "panic: boom", "specs.go"},
		"fake.hang":          {reports.Error, "hung", "specs.go"},
		"fake.stuck-cleanup": {reports.Error, "hung", "specs.go"},
		"fake.exit":          {reports.Error, "exit status 7", ""},
		"fake.crash":         {reports.Error, "panic: in the background", "goroutine"},
		"fake.flood":         {reports.Error, "flooded", ""},
	}
	var ids []string
	for id := range wants {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	r := run(t, "fake", ids...)
	if r.Incomplete != "" || r.Conformant() {
		t.Errorf("incomplete %q, conformant %v", r.Incomplete, r.Conformant())
	}
	if r.Environment.ProviderVersion != "0.1-fake" {
		t.Errorf("provider version %q", r.Environment.ProviderVersion)
	}
	for i, s := range r.Specs {
		w := wants[s.ID]
		if s.ID != ids[i] || s.Verdict != w.verdict || !strings.Contains(s.Message,
			w.message) || !strings.Contains(s.Trace+fmt.Sprint(calls(s)), w.trace) {
			t.Errorf("%s: %s, message %q, trace %q, calls %q\nwant %+v", s.ID, s.Verdict, s.Message, s.Trace, calls(s), w)
		}
	}
	if notes := r.Specs[slices.Index(ids, "fake.pass")].Notes; !slices.Equal(notes, []string{"seen"}) {
		t.Errorf("notes %q", notes)
	}
}

// TestLimit shows that a spec that sets no limit has one.
func TestLimit(t *testing.T) {
	t.Parallel()
	c := config("fake")
	c.TimeoutScale = 0.1
	r, err := runner.Run(context.Background(), plan("fake.limitless"), c)
	if err != nil || r.Specs[0].Verdict != reports.Error || !strings.HasPrefix(r.Specs[0].Message, "hung") {
		t.Errorf("error %v, run %+v", err, r)
	}
}

// TestTitles shows that a plan with titles gives what a plan without gives: by titles a worker builds only what it
// needs.
func TestTitles(t *testing.T) {
	with := plan("fake.pass", "fake.pass/again", "fake.warn")
	for i, title := range []string{"fake pass", "fake pass", "fake warn"} {
		with[i].Title = title
	}
	r, err := runner.Run(context.Background(), with, config("fake"))
	if err != nil || len(r.Specs) != 3 || !r.Conformant() {
		t.Errorf("error %v, run %+v", err, r)
	}
}

func TestOnlyThePlanRuns(t *testing.T) {
	r := run(t, "fake", "fake.pass/again")
	if len(r.Specs) != 1 || r.Specs[0].Verdict != reports.Pass || !r.Conformant() {
		t.Errorf("%+v", r)
	}
}

func TestProviderThatCannotBeTested(t *testing.T) {
	t.Parallel()
	for mode, says := range map[string]string{
		"open-panic":     "panicked: fake: opened",
		"open-hang":      "took longer than",
		"open-exit":      "exit status 7",
		"nil-provider":   "returned no IND2Provider",
		"nil-adapter":    "not an IND2Adapter",
		"unknown-status": "0xDEADBEEF",
	} {
		c := config("fake,mode=" + mode)
		if mode == "open-hang" {
			c.TimeoutScale = 0.02
		}
		r, err := runner.Run(context.Background(), plan("fake.pass"), c)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(r.Incomplete, says) || r.Specs[0].Verdict != reports.NotRun || r.Conformant() {
			t.Errorf("%s: incomplete %q, %+v", mode, r.Incomplete, r.Specs)
		}
	}
}

func TestProviderThatCannotBeClosed(t *testing.T) {
	for mode, says := range map[string]string{
		"close-error": "a port is still in use",
		"close-panic": "panicked: fake: closed",
	} {
		r := run(t, "fake,mode="+mode, "fake.pass")
		if !strings.Contains(r.Incomplete, says) || r.Specs[0].Verdict != reports.Pass || r.Conformant() {
			t.Errorf("%s: incomplete %q, %+v", mode, r.Incomplete, r.Specs)
		}
	}
}

func TestProviderThatIsRefused(t *testing.T) {
	_, err := runner.Run(context.Background(), plan("fake.pass"), config("fake,mode=open-error"))
	var refused *worker.ConfigurationError
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), "provider fake: no such device") {
		t.Errorf("error %v", err)
	}
}

func TestWorkerThatCannotStart(t *testing.T) {
	c := config("fake")
	c.Worker = []string{"/nonexistent/worker"}
	if _, err := runner.Run(context.Background(), plan("fake.pass"), c); err == nil {
		t.Error("no error")
	}
}

func TestWorkerThatIsNone(t *testing.T) {
	c := config("fake")
	c.Worker = []string{"true"}
	r, err := runner.Run(context.Background(), plan("fake.pass"), c)
	if err != nil || !strings.Contains(r.Incomplete, "before the first spec") {
		t.Errorf("error %v, run %+v", err, r)
	}
}

func TestUnknownSpecEndsTheRun(t *testing.T) {
	r := run(t, "fake", "fake.pass", "fake.nonesuch")
	if r.Specs[0].Verdict != reports.NotRun || r.Specs[1].Verdict != reports.Pass || r.Incomplete == "" {
		t.Errorf("%+v", r)
	}
}

func TestInterrupt(t *testing.T) {
	listener := listen(t)
	t.Setenv(fake.SignalAddress, listener.Addr().String())
	ctx, interrupt := context.WithCancelCause(context.Background())
	go func() {
		if conn, err := listener.Accept(); err == nil {
			defer conn.Close()
		}
		interrupt(errors.New("interrupted by a test"))
	}()
	r, err := runner.Run(ctx, plan("fake.wait"), config("fake"))
	if err != nil {
		t.Fatal(err)
	}
	if r.Incomplete != "interrupted by a test" || r.Specs[0].Verdict != reports.NotRun {
		t.Errorf("%+v", r)
	}
}

// TestExclusiveDevice shows that workers that can't open a device beside another
// one leave it to that one, whatever it goes through.
func TestExclusiveDevice(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(fake.DeviceAddress, listener.Addr().String())
	listener.Close()
	c := config("fake,mode=exclusive")
	c.Procs = 4
	r, err := runner.Run(context.Background(),
		plan("fake.chatter", "fake.exit", "fake.fail", "fake.panic", "fake.pass", "fake.pass/again", "fake.warn"), c)
	if err != nil {
		t.Fatal(err)
	}
	if n := r.Count(); r.Incomplete != "" || n[reports.Error] != 2 || n[reports.Pass] != 3 || n[reports.Fail] != 1 ||
		n[reports.Warn] != 1 {
		t.Errorf("incomplete %q, %v", r.Incomplete, n)
	}
}

func TestFailFast(t *testing.T) {
	listener := listen(t)
	t.Setenv(fake.SignalAddress, listener.Addr().String())
	c := config("fake")
	c.FailFast, c.Seed = true, 2
	r, err := runner.Run(context.Background(), plan("fake.fail", "fake.wait"), c) // in this order, by the seed
	if err != nil {
		t.Fatal(err)
	}
	if n := r.Count(); n[reports.Fail] != 1 || n[reports.NotRun] != 1 ||
		r.Incomplete != "stopped at the first failure, of fake.fail" {
		t.Errorf("incomplete %q, %v", r.Incomplete, n)
	}
	r, err = runner.Run(context.Background(), plan("fake.fail"), c)
	if err != nil || r.Incomplete != "" {
		t.Errorf("of a plan of one: %v, incomplete %q", err, r.Incomplete)
	}
}

// TestWorkerWithoutSupervisor shows that a worker outlives its supervisor only
// for a grace period, whatever its spec is stuck in.
func TestWorkerWithoutSupervisor(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for limits of time")
	}
	t.Parallel()
	listener := listen(t)
	worker := exec.Command(os.Args[0], asWorker)
	worker.Env = append(os.Environ(), fake.SignalAddress+"="+listener.Addr().String())
	input, err := worker.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	events, order, err := runner.Start(worker, "fake", 1000, "fake.stubborn")
	if err != nil {
		t.Fatal(err)
	}
	defer events.Close()
	if _, err := input.Write(order); err != nil {
		t.Fatal(err)
	}
	accept(t, listener)
	if err := input.Close(); err != nil {
		t.Fatal(err)
	}
	accept(t, listener) // the spec has seen the order and goes on regardless
	if err := worker.Wait(); err == nil {
		t.Error("the worker ended as if its spec had")
	}
}

// TestNoSpecBeforeTheRunHasBegun shows that no spec runs before it is written down
// that there is a run.
func TestNoSpecBeforeTheRunHasBegun(t *testing.T) {
	listener := listen(t)
	t.Setenv(fake.SignalAddress, listener.Addr().String())
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := config("fake")
	c.Begun = func(*reports.Run) {
		_ = listener.(*net.TCPListener).SetDeadline(time.Now().Add(200 * time.Millisecond))
		if conn, err := listener.Accept(); err == nil {
			conn.Close()
			t.Error("the spec has begun")
		}
		cancel()
	}
	if _, err := runner.Run(ctx, plan("fake.wait"), c); err != nil {
		t.Error(err)
	}
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return listener
}

func accept(t *testing.T, listener net.Listener) {
	t.Helper()
	conn, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
}

// calls lists those that led to what a spec found.
func calls(s reports.Spec) (list []finding.Call) {
	for _, f := range s.Findings {
		list = append(list, f.Calls...)
	}
	return list
}
