package reports

import "testing"

// TestCulprit shows that neither the language nor a system call is to blame.
func TestCulprit(t *testing.T) {
	const trace = "syscall.Syscall6(0xca, 0x0)\n\t/go/syscall.go:96\nruntime.x()\n\t/go/x.go:1\n" +
		"example.com/acme.(*queue).Flush(0x1)\n\t/acme/queue.go:5\nexample.com/suite.It()\n\t/suite.go:1\n"
	if got := culprit(trace); got != "example.com/acme.(*queue).Flush" {
		t.Errorf("it is %q", got)
	}
}
