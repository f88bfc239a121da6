package command

import (
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/cmd/ndconform/binary"
)

// vendor is the example of a vendor's own binary that the documentation shows.
const vendor = "testdata/acme-conform"

// TestVendorMain builds the example and puts its provider, which has no adapters
// yet, under the suite.
func TestVendorMain(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a binary")
	}
	binary := filepath.Join(t.TempDir(), "acme-conform")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", binary, "./"+vendor).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"providers"}, 0, "acme\n  device=device  the device to test (default acme0)\n"},
		{
			[]string{"--provider=acme,device=acme1"},
			2,
			"acme-conform: provider acme: device acme1: no such adapter; acme0 is the only one\n",
		},
		{
			nil, 1,
			"provider acme: incomplete: the provider can't be put under test: the provider lists no adapter addresses\n",
		},
	} {
		cmd := exec.Command(binary, c.args...)
		out, err := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != c.code || !strings.Contains(string(out), c.says) {
			t.Errorf("acme-conform %q: exit code %d, error %v, output\n%s", c.args, got, err, out)
		}
	}
}

// TestVendorMainIsDocumented shows that the documentation shows what is compiled.
func TestVendorMainIsDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/writing-a-provider.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"main.go", "acme/acme.go"} {
		code, err := os.ReadFile(filepath.Join(vendor, file))
		if err != nil {
			t.Fatal(err)
		}
		shown, err := format.Source([]byte(strings.ReplaceAll(string(code), binary.Module+"/cmd/ndconform/command/"+vendor,
			"example.com")))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(doc), "```go\n"+string(shown)+"```\n") {
			t.Errorf("docs/writing-a-provider.md does not show %s as it is:\n%s", file, shown)
		}
	}
}
