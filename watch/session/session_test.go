package session_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/watch/layer"
	"github.com/ndconform/ndconform/watch/record"
	"github.com/ndconform/ndconform/watch/session"
)

// variableProgram says which of programs the test's binary is.
const variableProgram = "NDCONFORM_WATCHED_PROGRAM"

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == hangs {
		hang(os.Args[2:])
	}
	if name := os.Getenv(variableProgram); name != "" {
		file, err := record.Append(os.Getenv(layer.VariableFindings))
		if err != nil {
			panic(err)
		}
		programs[name](func(e record.Entry) {
			if err := file.Write(e); err != nil {
				panic(err)
			}
		})
		os.Exit(0)
	}
	os.Exit(m.Run())
}

var (
	opened = record.Entry{Opened: &record.Opened{Provider: "ref", Version: "1"}}
	ended  = record.Entry{Ended: &record.Ended{Calls: 10}}
)

func found(of judge.Party, id, message string, count int) record.Entry {
	return record.Entry{Found: &judge.Finding{
		ID: id, Of: of, Object: "qp1", Message: message, Count: count, Caller: "app.exe+0x1ad0", Calls: []string{"qp1.Send()"},
	}}
}

var programs = map[string]func(write func(record.Entry)){
	"clean": func(write func(record.Entry)) {
		write(opened)
		write(ended)
	},
	"silent": func(func(record.Entry)) {},
	"both": func(write func(record.Entry)) {
		write(opened)
		write(found(judge.Program, "client.memory.in-use", "region mr1 is used", 1))
		write(found(judge.Provider, "cq.getresults.initiator-order", "too early", 1))
		write(found(judge.Program, "client.memory.in-use", "region mr7 is used", 1)) // another process's
		write(found(judge.Program, "client.memory.in-use", "region mr1 is used", 5)) // how often it was
		write(ended)
	},
	"statuses": func(write func(record.Entry)) {
		write(opened)
		for _, n := range []string{"5", "6"} {
			write(found(judge.Provider, "adapter.createqueuepair.nd-success", "it returned ND_INVALID_PARAMETER_"+n, 1))
		}
		write(ended)
	},
	"crashed": func(write func(record.Entry)) {
		write(opened)
		write(found(judge.Provider, "cq.getresults.initiator-order", "too early", 1))
		panic("it crashes")
	},
	"cut off": func(write func(record.Entry)) { write(opened) },
	"refused": func(write func(record.Entry)) {
		write(record.Entry{Opened: &record.Opened{Provider: "dll,path=acme.dll", Failed: "no such file"}})
	},
	"refused, and fails": func(write func(record.Entry)) {
		write(record.Entry{Opened: &record.Opened{Provider: "ref", Failed: "it is no DLL"}})
		os.Exit(1)
	},
	"many": func(write func(record.Entry)) {
		write(opened)
		for n := range 10000 {
			write(found(judge.Program, "client.memory.in-use", "a "+strings.Repeat("x", n%2000), 1))
		}
		write(ended)
	},
	"hung": func(write func(record.Entry)) {
		write(opened)
		write(found(judge.Provider, "cq.getresults.initiator-order", "too early", 1))
		if l, err := net.Listen("tcp", "127.0.0.1:0"); err == nil {
			_, _ = l.Accept() // which nobody connects to
		}
	},
	"lying": func(write func(record.Entry)) {
		write(opened)
		file, _ := os.OpenFile(os.Getenv(layer.VariableFindings), os.O_APPEND|os.O_WRONLY, 0)
		fmt.Fprintln(file, "no entry")
		file.Close()
	},
}

// run runs one of programs.
func run(ctx context.Context, t *testing.T, name string, shown func(judge.Finding)) (*reports.Run, error) {
	t.Helper()
	t.Setenv(variableProgram, name)
	h := journal.Header{
		Provider: "ref", TimeoutScale: 1, Started: time.Now().UTC(), Watch: []string{os.Args[0]},
		Plan: []journal.Spec{session.Spec},
	}
	j, err := journal.New(new(bytes.Buffer), h)
	if err != nil {
		t.Fatal(err)
	}
	return (&session.Session{Header: h, Journal: j, Found: shown}).Run(ctx)
}

func TestOutcomes(t *testing.T) {
	for name, want := range map[string]struct {
		verdict    reports.Verdict
		specs      int
		incomplete string
	}{
		"clean":   {reports.Pass, 1, ""},
		"silent":  {reports.Error, 1, ""},
		"both":    {reports.Fail, 3, ""},
		"crashed": {reports.Fail, 2, "the program ended with exit code 2"},
		"cut off": {reports.Pass, 1, ""},
		"many":    {reports.Fail, 1001, "there are more than 1000 findings that differ: the others are left out"},
		"refused": {reports.Error, 1, "the layer can't open dll,path=acme.dll: no such file"},
		"refused, and fails": {
			reports.Error, 1, "the program ended with exit code 1, and opened no provider with the layer around it: " +
				"the layer can't open ref: it is no DLL",
		},
	} {
		run, err := run(t.Context(), t, name, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		o := reports.OutcomeOf(run, nil)
		if o.Verdict != want.verdict || len(run.Specs) != want.specs || run.Incomplete != want.incomplete {
			t.Errorf("%s: %+v, %d specs, incomplete: %q", name, o, len(run.Specs), run.Incomplete)
		}
	}
}

// Similar findings are one finding, whatever their objects' names, and are counted.
func TestFindingsAreFoldedAndShownOnce(t *testing.T) {
	var shown []string
	run, err := run(t.Context(), t, "both", func(f judge.Finding) { shown = append(shown, f.ID) })
	if err != nil {
		t.Fatal(err)
	}
	if len(shown) != 2 {
		t.Errorf("shown: %q", shown)
	}
	s := run.Specs[1]
	if s.Party != reports.ByProgram || s.Place != "app.exe+0x1ad0" || s.Trace != "qp1.Send()" || len(s.Notes) != 1 ||
		s.Notes[0] != "6 times in all" {
		t.Errorf("%+v", s)
	}
	if q := run.Requirement("client.memory.in-use"); q.Rule == "" || q.Source == "" {
		t.Errorf("the rule of a program's is not quoted: %+v", q)
	}
}

// Statuses that differ in a number only are different findings.
func TestFindingsOfTwoStatusesDiffer(t *testing.T) {
	run, err := run(t.Context(), t, "statuses", nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(run.Specs) != 3 { // one is for the program itself
		t.Errorf("%d specs", len(run.Specs))
	}
}

// A hanging program is killed, and leaves its findings.
func TestAProgramThatHangsIsEnded(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	run, err := run(ctx, t, "hung", func(judge.Finding) { cancel(errors.New("enough")) })
	if err != nil {
		t.Fatal(err)
	}
	if len(run.Specs) != 2 || run.Incomplete != "enough" {
		t.Errorf("%d specs, incomplete: %q", len(run.Specs), run.Incomplete)
	}
}

func TestWhatIsNoEntryIsSaid(t *testing.T) {
	run, err := run(t.Context(), t, "lying", nil)
	if run == nil || err == nil || !strings.HasPrefix(err.Error(), "line 3 is no entry of a validation layer: ") {
		t.Errorf("%v", err)
	}
	if o := reports.OutcomeOf(run, nil); o.Verdict != reports.Error || !strings.HasPrefix(run.Incomplete, "the findings can't be read: line 3") {
		t.Errorf("%+v", o)
	}
}

func TestAProgramThatIsNotThere(t *testing.T) {
	h := journal.Header{Provider: "ref", Watch: []string{"no-such-program"}, Plan: []journal.Spec{session.Spec}}
	j, err := journal.New(new(bytes.Buffer), h)
	if err != nil {
		t.Fatal(err)
	}
	_, err = (&session.Session{Header: h, Journal: j}).Run(t.Context())
	if !errors.As(err, new(*session.StartError)) {
		t.Error(err)
	}
}

// A program of the current folder is started, as a shell of Windows' does.
func TestAProgramOfTheCurrentFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a right there")
	}
	t.Chdir(t.TempDir())
	if err := os.Symlink(testBinary, "app"); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", ".")
	t.Setenv(variableProgram, "clean")
	h := journal.Header{
		Provider: "ref", TimeoutScale: 1, Started: time.Now().UTC(), Watch: []string{"app"}, Plan: []journal.Spec{session.Spec},
	}
	j, err := journal.New(new(bytes.Buffer), h)
	if err != nil {
		t.Fatal(err)
	}
	if run, err := (&session.Session{Header: h, Journal: j}).Run(t.Context()); err != nil || run.Watched.Calls != 10 {
		t.Error(err)
	}
}

// testBinary is the path of this program, wherever the current folder is.
var testBinary, _ = os.Executable()
