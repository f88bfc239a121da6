//go:build windows && cgo

package main

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// built is where ndref.dll and the programs of testdata are; where there is a compiler
// they are built if it is not set.
var built = flag.String("built", "",
	"the `folder` with ndref.dll and the programs of testdata; they are built if none is named")

var programs = []string{"hello", "sendpong", "writepong", "readcopy", "misuse", "kernel", "iocp"}

func TestMain(m *testing.M) {
	flag.Parse()
	if *built != "" {
		os.Exit(m.Run())
	}
	os.Exit(buildAndRun(m))
}

func buildAndRun(m *testing.M) (code int) {
	folder, err := os.MkdirTemp("", "ndref")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	*built = folder
	commands := [][]string{{"go", "build", "-buildmode=c-shared", "-o", filepath.Join(folder, "ndref.dll"), "."}}
	for _, p := range programs {
		commands = append(commands,
			[]string{
				"g++", "-std=c++17", "-O2", "-static", "-o", filepath.Join(folder, p+".exe"),
				filepath.Join("testdata", p+".cpp"),
			})
	}
	for _, c := range commands {
		if out, err := exec.Command(c[0], c[1:]...).CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%q: %v\n%s", c, err, out)
			return 1
		}
	}
	return m.Run()
}

// run runs a program on the DLL; it says ok in the end.
func run(t *testing.T, options, program string, args ...string) {
	t.Helper()
	cmd := exec.Command(filepath.Join(*built, program+".exe"),
		append([]string{filepath.Join(*built, "ndref.dll")}, args...)...)
	cmd.Env = append(os.Environ(), "NDREF_OPTIONS="+options)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.HasSuffix(strings.TrimSpace(string(out)), "ok") {
		t.Errorf("%s with %q: %v\n%s", program, options, err, out)
	}
}

// Programs written for ND2 run as the documents have it, as practice does and on a card
// that shipped, on a good network and on a bad one.
func TestPrograms(t *testing.T) {
	for _, options := range []string{"", "as=documents", "as=winof", "delay=200us", "loss=0.01,duplicate=0.01,reorder=0.01"} {
		t.Run("options="+options, func(t *testing.T) {
			for _, program := range []string{"hello", "sendpong", "writepong"} {
				run(t, options, program)
			}
			copyFile(t, options)
		})
	}
}

func copyFile(t *testing.T, options string) {
	t.Helper()
	from, to := filepath.Join(*built, "from"), filepath.Join(*built, "to")
	defer os.Remove(from)
	defer os.Remove(to)
	data := make([]byte, 1_000_001) // no multiple of a part
	random := rand.NewChaCha8([32]byte{1})
	random.Read(data)
	if err := os.WriteFile(from, data, 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, options, "readcopy", from, to)
	if got, err := os.ReadFile(to); err != nil || !bytes.Equal(got, data) {
		t.Errorf("the copy has %d bytes, the file %d: %v", len(got), len(data), err)
	}
}

func TestMisuse(t *testing.T) { run(t, "", "misuse") }

// Requests are ended as Windows may end them, and as Wine never does.
func TestKernel(t *testing.T) { run(t, "", "kernel") }

// Impossible options are reported, and no provider is returned.
func TestOptionsRefused(t *testing.T) {
	cmd := exec.Command(filepath.Join(*built, "sendpong.exe"), filepath.Join(*built, "ndref.dll"))
	cmd.Env = append(os.Environ(), "NDREF_OPTIONS=habit=bad")
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), `ndref.dll: NDREF_OPTIONS: provider ref: unknown option "habit"`) {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestSelectorOf(t *testing.T) {
	for options, want := range map[string]string{
		"":                            "ref,as=practice",
		"fabric=udp":                  "ref,as=practice,fabric=udp",
		"fabric=udp,as=documents":     "ref,fabric=udp,as=documents",
		"as=winof":                    "ref,as=winof",
		"as=practice,listen=10.0.0.1": "ref,as=practice,listen=10.0.0.1",
	} {
		if got := selectorOf(options); got != want {
			t.Errorf("%q becomes %q, want %q", options, got, want)
		}
	}
}
