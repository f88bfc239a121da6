package reports_test

import (
	"testing"

	"github.com/ndconform/ndconform/reports"
)

func TestShellCommand(t *testing.T) {
	for _, test := range []struct{ word, unix, windows string }{
		{"--provider=ref,adapters=2", "--provider=ref,adapters=2", "--provider=ref,adapters=2"},
		{"", "''", `""`},
		{"--filter=cq.*", "'--filter=cq.*'", "--filter=cq.*"},
		{`--provider=dll,path=C:\acme\acmend.dll`, `'--provider=dll,path=C:\acme\acmend.dll'`, `--provider=dll,path=C:\acme\acmend.dll`},
		{`C:\Program Files\app.exe`, `'C:\Program Files\app.exe'`, `"C:\Program Files\app.exe"`},
		{`C:\my app\`, `'C:\my app\'`, `"C:\my app\\"`},
		{"it's", `'it'\''s'`, `"it's"`},
		{`say "a\" b`, `'say "a\" b'`, `"say \"a\\\" b"`},
	} {
		if got := (reports.Environment{OS: "linux"}).ShellCommand([]string{test.word}); got != test.unix {
			t.Errorf("%q is %s for a POSIX shell, want %s", test.word, got, test.unix)
		}
		if got := (reports.Environment{OS: "windows"}).ShellCommand([]string{test.word}); got != test.windows {
			t.Errorf("%q is %s on Windows, want %s", test.word, got, test.windows)
		}
	}
}
