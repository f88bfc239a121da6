//go:build unix

package runner_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/journal"
)

var kills = flag.Int("kills", 4, "kill a supervisor at this many random moments")

// asSupervisor as the first argument makes the test binary a supervisor, which
// kills itself when its journal has a size.
const asSupervisor = "supervisor"

var resumable = []string{
	"fake.pass", "fake.pass/again", "fake.chatter", "fake.warn", "fake.fail", "fake.garbage", "fake.unsupported",
	"fake.unobservable", "fake.uncoded", "fake.panic", "fake.exit", "fake.crash",
}

func init() { programs[asSupervisor] = supervisor }

// supervisor takes the journal's path and the size at which to end.
func supervisor(args []string) {
	left, err := strconv.Atoi(args[1])
	if err != nil {
		panic(err)
	}
	file, err := os.Create(args[0])
	if err != nil {
		panic(err)
	}
	c := config("fake")
	c.Procs, c.Journal = 2, &deadly{file, left}
	if _, err := runner.Run(context.Background(), plan(resumable...), c); err != nil {
		panic(err)
	}
}

// deadly kills the process in the middle of a write, when left bytes have been
// written.
type deadly struct {
	io.Writer
	left int
}

func (d *deadly) Write(p []byte) (int, error) {
	if len(p) > d.left {
		_, _ = d.Writer.Write(p[:d.left])
		_ = syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
		select {}
	}
	d.left -= len(p)
	return d.Writer.Write(p)
}

// TestResumeAfterKill kills a supervisor at random moments, in the middle of writing an
// entry too, and shows that the resumed run gives the report of a run that was left
// alone.
func TestResumeAfterKill(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole")
	supervise(t, whole, 1<<30)
	record, err := journal.Read(whole)
	if err != nil {
		t.Fatal(err)
	}
	want := comparable(record.Run())
	info, err := os.Stat(whole)
	if err != nil {
		t.Fatal(err)
	}
	header, err := json.Marshal(record.Header)
	if err != nil {
		t.Fatal(err)
	}
	first := len(header) + 8
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	for i := range *kills {
		size := first + random.IntN(int(info.Size())-first)
		path := filepath.Join(dir, fmt.Sprint(i))
		supervise(t, path, size)
		j, file, err := journal.Resume(path, reports.Machine{}, nil)
		if err != nil {
			t.Fatalf("seed %d, killed after %d bytes: %v", seed, size, err)
		}
		defer file.Close()
		resumed, err := runner.Resume(context.Background(), j, config("fake").Lab)
		if err != nil {
			t.Fatal(err)
		}
		again, err := journal.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		for name, got := range map[string]*reports.Run{"resumed": resumed, "read back": again.Run()} {
			if got := comparable(got); !reflect.DeepEqual(got, want) {
				t.Errorf("seed %d, killed after %d of %d bytes, %s:\n%+v\nwant\n%+v", seed, size, info.Size(), name, got, want)
			}
		}
	}
}

func supervise(t *testing.T, path string, size int) {
	t.Helper()
	out, err := exec.Command(os.Args[0], asSupervisor, path, strconv.Itoa(size)).CombinedOutput()
	if err != nil && err.Error() != "signal: killed" {
		t.Fatalf("%v\n%s", err, out)
	}
}

// comparable takes out of a report what differs from run to run.
func comparable(run *reports.Run) reports.Run {
	r := *run
	r.Started, r.Ended, r.Seconds = time.Time{}, time.Time{}, 0
	r.Environment.CommandLine, r.Resumed = nil, 0
	for i := range r.Specs {
		s := &r.Specs[i]
		s.Seconds = 0
		for _, f := range s.Findings {
			for i := range f.Calls {
				f.Calls[i].At, f.Calls[i].Took = 0, 0
			}
		}
		if s.Verdict == reports.Error {
			s.Trace = "" // goroutine numbers and addresses
		}
	}
	return r
}
