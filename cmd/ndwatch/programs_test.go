//go:build windows && cgo

package main

import (
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/watch/record"
)

// built is where ndwatch.dll, ndref.dll and ndref's programs are: scripts/test-ndref builds them.
var built = flag.String("built", "", "the `folder` with ndwatch.dll, ndref.dll and the programs of ndref's tests")

// run runs a program, with its argument if the line has one, on ndwatch.dll, and returns what it is found to break.
func run(t *testing.T, line string, environment ...string) (list []judge.Finding) {
	t.Helper()
	if *built == "" {
		t.Skip("scripts/test-ndref runs it, with -built")
	}
	file := filepath.Join(*built, "findings.jsonl")
	defer os.Remove(file)
	program, argument, _ := strings.Cut(line, " ")
	cmd := exec.Command(filepath.Join(*built, program+".exe"), filepath.Join(*built, "ndwatch.dll"), argument)
	cmd.Env = append(append(os.Environ(), "NDWATCH_FINDINGS="+file,
		"NDWATCH_PROVIDER="+filepath.Join(*built, "ndref.dll")), environment...)
	if out, err := cmd.CombinedOutput(); err != nil || !strings.HasSuffix(strings.TrimSpace(string(out)), "ok") {
		t.Errorf("%s: %v\n%s", program, err, out)
	}
	written, err := os.Open(file)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer written.Close()
	seen := map[string]bool{} // it is written again with a count
	ended := false
	for entries := record.NewReader(written); ; {
		e, err := entries.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		ended = e.Ended != nil && e.Ended.Calls > 0
		if e.Found != nil && !seen[e.Found.Message] {
			seen[e.Found.Message] = true
			list = append(list, *e.Found)
		}
	}
	if !ended {
		t.Errorf("%s: the end is not written", program)
	}
	return list
}

// Without NDWATCH programs have the vendor's own objects, and nothing is found.
func TestInert(t *testing.T) {
	for _, program := range []string{"sendpong", "writepong", "misuse"} {
		if list := run(t, program); len(list) > 0 {
			t.Errorf("%s: %v", program, list)
		}
	}
}

// Each finding is of a program's, and true: sendpong arms its queue again after a result without having seen
// that it was the last one, writepong does nothing wrong, and misuse is all wrong. Each says from where in the
// program the call came. Nothing is wrong with the engine's DLL.
func TestWatched(t *testing.T) {
	for program, rules := range map[string][]string{
		"sendpong":  {"client.completion-queue.not-drained"}, // or not, by who is faster
		"writepong": nil,
		"misuse": {
			"client.object.used-after-release", "client.object.wrong", "client.connector.reused", "client.object.wrong",
			"client.object.used-after-release", "client.memory.one-buffer", "client.limits.exceeded",
			"client.queue-pair.not-connected", "client.queue-pair.inline", "client.queue-pair.too-many-entries",
		},
	} {
		var found []string
		place := regexp.MustCompile(`^` + program + `\.exe\+0x[0-9a-f]+$`)
		for _, f := range run(t, program, "NDWATCH=1") {
			found = append(found, f.ID)
			if !place.MatchString(f.Caller) {
				t.Errorf("%v, called from %q", f, f.Caller)
			}
		}
		if !slices.Equal(found, rules) && (program != "sendpong" || len(found) > 0) {
			t.Errorf("%s: found %q, want %q", program, found, rules)
		}
	}
}

// slips are the misuses of slip.cpp, each with the rule that it breaks.
var slips = map[string]string{
	"deregister-under-receive": "client.memory.in-use",
	"one-result-taken":         "client.completion-queue.not-drained",
	"outside-region":           "client.memory.outside-region",
	"wrong-token":              "client.memory.not-registered",
	"queue-full":               "client.queue-pair.full",
	"queue-too-small":          "client.completion-queue.too-small",
	"file-leaked":              "client.file.leaked",
	"registered-twice":         "client.memory.one-buffer",
	"released-registered":      "client.memory.released-registered",
	"receive-into-read-only":   "client.memory.no-local-write",
	"overlapped-twice":         "client.overlapped.in-use",
	"wait-without-event":       "client.overlapped.wait-without-event",
	"wait-for-nothing":         "client.overlapped.not-pending",
	"used-after-release":       "client.object.used-after-release",
	"send-after-disconnect":    "client.queue-pair.after-disconnect",
}

// A program that misuses the interface in one way is told of it once, with the place, and of nothing else. What
// is left at the end has no place. Without NDWATCH it is told nothing.
func TestSlips(t *testing.T) {
	place := regexp.MustCompile(`^slip\.exe\+0x[0-9a-f]+$`)
	for name, rule := range slips {
		if list := run(t, "slip "+name); len(list) > 0 {
			t.Errorf("%s, not watched: %v", name, list)
		}
		list := run(t, "slip "+name, "NDWATCH=1")
		if len(list) != 1 || list[0].ID != rule || list[0].Of != judge.Program {
			t.Errorf("%s: %v", name, list)
			continue
		}
		if at := list[0].Caller; !place.MatchString(at) && rule != "client.file.leaked" {
			t.Errorf("%s: called from %q", name, at)
		}
	}
	for _, right := range []string{"none", "queue-released-first", "second-reference", "event-closed"} {
		if list := run(t, "slip "+right, "NDWATCH=1"); len(list) > 0 {
			t.Errorf("%s: %v", right, list)
		}
	}
}

// A second reference to an object that the program has already is one of the same object.
func TestTheProviderReturnsAnObjectAgain(t *testing.T) {
	single := "NDWATCH_PROVIDER=" + filepath.Join(*built, "single.dll")
	if list := run(t, "slip second-reference", "NDWATCH=1", single); len(list) > 0 {
		t.Error(list)
	}
}

// A program uses interfaces beyond ND2's through the layer as without it, and nothing is found. If it is refused them,
// it is told so, and so is whoever reads the file.
func TestInterfacesBeyond(t *testing.T) {
	beyond := "NDWATCH_PROVIDER=" + filepath.Join(*built, "beyond.dll")
	for _, way := range [][]string{
		{"extended"}, {"extended", "NDWATCH=1"}, {"extended refused", "NDWATCH=1", "NDWATCH_EXTENSIONS=refuse"},
	} {
		if list := run(t, way[0], append(way[1:], beyond)...); len(list) > 0 {
			t.Errorf("%v: %v", way, list)
		}
	}
}

// The DLL to watch is named as everywhere, watched or not, and what can't be watched is refused.
func TestWhichDLL(t *testing.T) {
	ndref := filepath.Join(*built, "ndref.dll")
	for provider, says := range map[string]string{
		ndref:                          "ok",
		"dll,path=" + ndref:            "ok",
		"dll,adapter=0,path=" + ndref:  "ok",
		"ref":                          "NDWATCH_PROVIDER: ref is no DLL, and ndwatch.dll watches nothing else: name one with dll,path=FILE",
		"ref,adapters=2":               "NDWATCH_PROVIDER: ref,adapters=2 is no DLL",
		"":                             "NDWATCH_PROVIDER: no other provider is installed: name a DLL with dll,path=FILE",
		"dll":                          "NDWATCH_PROVIDER: no other provider is installed: name a DLL with dll,path=FILE",
		"dll,catalog=Acme":             "NDWATCH_PROVIDER: no NetworkDirect v2 provider is installed on this machine",
		"dll,file=" + ndref:            `NDWATCH_PROVIDER: provider dll: unknown option "file"`,
		"dll,path=" + ndref + ",path=": "NDWATCH_PROVIDER: provider dll: option path is given twice",
		"dll,path=" + filepath.Join(*built, "ndwatch.dll"): "can't stand in front of itself",
	} {
		for _, watches := range []string{"NDWATCH=", "NDWATCH=1"} {
			cmd := exec.Command(filepath.Join(*built, "slip.exe"), filepath.Join(*built, "ndwatch.dll"), "none")
			cmd.Env = append(os.Environ(), watches, "NDWATCH_PROVIDER="+provider)
			if out, _ := cmd.CombinedOutput(); !strings.Contains(string(out), says) {
				t.Errorf("%s, %q: it does not say %q:\n%s", watches, provider, says, out)
			}
		}
	}
}

// The command starts a program with the layer in its DLL, and sums up what is found about it.
func TestCommand(t *testing.T) {
	if *built == "" {
		t.Skip("scripts/test-ndref runs it, with -built")
	}
	command := filepath.Join(filepath.Dir(filepath.Clean(*built)), "ndconform.exe")
	cmd := exec.Command(command, "watch", "--stats", "--provider=dll,path="+filepath.Join(*built, "ndref.dll"), "--",
		filepath.Join(*built, "misuse.exe"), filepath.Join(*built, "ndwatch.dll"))
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("%v", err)
	}
	for _, part := range []string{
		"10 findings about the program, in the order in which they came:", "[client.memory.one-buffer]",
		"from     misuse.exe+0x", "; it ended with exit code 0", "\n10 findings about the program.\n",
	} {
		if !strings.Contains(string(out), part) {
			t.Errorf("it does not say %q:\n%s", part, out)
		}
	}
}

// A program that hangs is ended, and the command says who waits for what, with place and thread.
func TestHangs(t *testing.T) {
	if *built == "" {
		t.Skip("scripts/test-ndref runs it, with -built")
	}
	command := filepath.Join(filepath.Dir(filepath.Clean(*built)), "ndconform.exe")
	for name, parts := range map[string][]string{
		"after-one-result": {
			"GetOverlappedResult waits for Notify(ND_CQ_NOTIFY_ANY)", "2 results are there already",
			"breaks   client.completion-queue.not-drained", "1 finding about the program.",
		},
		"without-disconnect": {"GetOverlappedResult waits for NotifyDisconnect", "Disconnect by the peer", "has not called it"},
		"for-an-event":       {"no call of ND2's was", "pending  cq", "Receive with context", "a Send by qp"},
	} {
		cmd := exec.Command(command, "watch", "--time-budget=6s", "--provider=dll,path="+filepath.Join(*built, "ndref.dll"), "--",
			filepath.Join(*built, "slip.exe"), filepath.Join(*built, "ndwatch.dll"), "hangs-"+name)
		out, _ := cmd.CombinedOutput()
		text := strings.Join(strings.Fields(string(out)), " ")
		for _, part := range append(parts, "called at slip.exe+0x", ", thread ", "the time budget of 6s is used up") {
			if !strings.Contains(text, strings.Join(strings.Fields(part), " ")) {
				t.Errorf("%s: it does not say %q:\n%s", name, part, out)
			}
		}
	}
}
