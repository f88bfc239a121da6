package command

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// readers are the commands that read journals, with FILE for the journal.
var readers = []string{
	"report --from=FILE", "report --from=FILE -o new", "merge FILE -o new", "merge good.journal FILE -o new",
	"--resume=FILE", "--rerun-failed=FILE --journal=new",
	"--provider=fake --filter=fake.pass --baseline=FILE --json-report=new", "compare FILE good.journal -o new",
	"compare good.journal FILE -o new",
	"certify FILE --key=k.key --out=new", "explore --resume=FILE",
	"--provider=fake --filter=fake.pass --waivers=FILE --json-report=new", "waivers check FILE",
}

// TestWhatIsNoJournal shows that each command which reads journals says in one line what is wrong with a
// file that is none, and what to do, and writes nothing; and that lines may end as Windows has them.
func TestWhatIsNoJournal(t *testing.T) {
	t.Chdir(t.TempDir())
	exited(t, 0, "--provider=fake", "--filter=fake.pass", "--journal=good.journal", "--quiet")
	exited(t, 0, "keygen", "--out=k")
	good, err := os.ReadFile("good.journal")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("folder", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("folder", "notes.txt"), good, 0o666); err != nil {
		t.Fatal(err)
	}
	first, rest, _ := bytes.Cut(good, []byte("\n"))
	for name, text := range map[string][]byte{
		"empty": nil, "cut": first[:len(first)/2],
		"header-damaged": append(append(slices.Clone(first[:len(first)/2]), '\n'), rest...),
		"line-damaged":   append(append(slices.Clone(first), "\n{\"kind\":\n"...), rest...),
		"binary":         bytes.Repeat([]byte{0x7f, 'E', 'L', 'F', 0, 1, '\n'}, 1000),
		"utf-16":         append([]byte("\xff\xfe"), wide(good)...),
		"future":         bytes.Replace(good, []byte(`"journal":1`), []byte(`"journal":99`), 1),
	} {
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{
		"empty", "cut", "header-damaged", "line-damaged", "binary", "utf-16", "future", "folder",
		"missing",
	} {
		for _, line := range readers {
			said := exited(t, 2, strings.Fields(strings.ReplaceAll(line, "FILE", file))...)
			if !strings.Contains(said, file) || strings.Count(said, "\n") != 1 {
				t.Errorf("%s, %s: %s", file, line, said)
			}
			if _, err := os.Lstat("new"); err == nil {
				t.Fatalf("%s, %s: something is written", file, line)
			}
		}
	}
	for file, advice := range map[string]string{
		"empty": "name a file that a run has written", "cut": "name a file", "binary": "name a file",
		"utf-16": "save it in UTF-8", "future": "use the release", "folder": "ends in .journal", "line-damaged": ":2: ",
	} {
		if said := exited(t, 2, "report", "--from="+file); !strings.Contains(said, advice) {
			t.Errorf("%s: nothing says %q: %s", file, advice, said)
		}
	}
	for name, text := range map[string][]byte{
		"crlf": bytes.ReplaceAll(good, []byte("\n"), []byte("\r\n")), "marked": append([]byte("\ufeff"), good...),
	} {
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{
			"report --from=FILE", "merge FILE -o new", "compare FILE good.journal",
			"--resume=FILE",
		} {
			exited(t, 0, strings.Fields(strings.ReplaceAll(line, "FILE", name))...)
		}
	}
}

// wide returns text in UTF-16.
func wide(text []byte) []byte {
	var all []byte
	for _, b := range text {
		all = append(all, b, 0)
	}
	return all
}

// exited runs the command, has it exit with a code, and returns what it has said on standard error.
func exited(t *testing.T, code int, args ...string) string {
	t.Helper()
	c := exec.Command("ndconform", args...)
	var said bytes.Buffer
	c.Stderr = &said
	err := c.Run()
	if end := (*exec.ExitError)(nil); err != nil && !errors.As(err, &end) {
		t.Fatal(err)
	}
	if got := c.ProcessState.ExitCode(); got != code {
		t.Errorf("%s: exit code %d, want %d: %s", strings.Join(args, " "), got, code, said.String())
	}
	return said.String()
}
