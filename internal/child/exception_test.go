package child

import "testing"

func TestExceptionsAreNamed(t *testing.T) {
	for end, want := range map[string]string{
		"exit status 2":          "exit status 2",
		"exit status 0xc0000005": "exit status 0xc0000005 (STATUS_ACCESS_VIOLATION)",
		"exit status 0xe06d7363": "exit status 0xe06d7363 (a C++ exception)",
		"exit status 0xc0001234": "exit status 0xc0001234",
		"exit status 2: Exception 0xc00000fd 0x1 0x40 0x7ff": "exit status 2: Exception 0xc00000fd 0x1 0x40 0x7ff " +
			"(STATUS_STACK_OVERFLOW)",
	} {
		if got := NameException(end); got != want {
			t.Errorf("%q: %q, want %q", end, got, want)
		}
	}
}
