//go:build windows && (amd64 || arm64) && acme

package dll

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/internal/child"
)

// The DLL is testdata/acme.c; make test-windows builds it.
var (
	acme      = flag.String("acme", "acme.dll", "the `file` of the DLL")
	stays     = flag.String("stays", "stays.dll", "the `file` of the DLL without DllCanUnloadNow")
	ndconform = flag.String("ndconform", "acme.exe", "the `file` of the suite, built with the tag acme")
)

// TestSuiteOnAcme shows what the suite says of a DLL that fails as only a DLL can, and that it
// says so of the spec in which that happens.
func TestSuiteOnAcme(t *testing.T) {
	installed, err := filepath.Abs(*acme)
	if err != nil {
		t.Fatal(err)
	}
	const rest = "the process ended in this spec: exit status "
	for _, c := range []struct{ fault, filter, want string }{
		{"none", "adapter.query.nd-success*", " 0 fail, 0 error"},
		{"none", "overlapped.notification.pending/notify", " 0 fail, 0 error"},
		{
			"unknown-class", "cq.*",
			"DllGetClassObject returned no IND2Provider, neither directly nor through IClassFactory: CLASS_E_CLASSNOTAVAILABLE",
		},
		{
			"beyond-info", "adapter.query.nd-success",
			"IND2Adapter::Query: the DLL wrote to byte 0 behind the 96 bytes that it was given",
		},
		{
			"wild-address", "adapter.queryaddresslist.*",
			"IND2Provider::QueryAddressList: an address is said to be at 0x7fff0000000, where it can't be read",
		},
		{
			"beyond-results", "qp.flush.not-connected",
			"IND2CompletionQueue::GetResults: the DLL wrote to byte 0 behind",
		},
		// whatever the registers contained
		{"vtable-order", "cq.resize.nd-success", "IND2CompletionQueue::Resize ends the process"},
		{"narrow-status", "qp.flush.not-connected", "0x5A5A0000"},
		{"inline-packet", "overlapped.notification.pending/notify", "seen     ND_SUCCESS (returned inline)"},
		{"no-packet", "overlapped.notification.pending/notify", "expected the packet of a canceled request"},
		{"posts-twice", "overlapped.notification.pending/notify", "was notified by its event 1 times and by 2 packets"},
		{"freed-overlapped", "overlapped.*/*notify", "the DLL wrote to an OVERLAPPED after its request had ended"},
		{
			"thread-crash", "overlapped.notification.pending/notify",
			"this spec: exit status 0xc0000005 (STATUS_ACCESS_VIOLATION)",
		},
		{"call-crash", "cq.resize.nd-success", rest + "0xc0000005 (STATUS_ACCESS_VIOLATION)"},
		{"raise", "cq.resize.nd-success", rest + "0xe06d7363 (a C++ exception)"},
		{"overflow", "cq.resize.nd-success", rest + "0xc00000fd (STATUS_STACK_OVERFLOW)"},
		{"exit", "cq.resize.nd-success", rest + "3"},
		// On a very busy machine the waiting process ends the worker.
		{"hang", "cq.resize.nd-success", "hung|it gave no sign of life"},
		{
			"none",
			"com.dll*,com.threads.any,com.memory.*,com.event.*,com.file.*,com.handles.*,com.addresslist.*," +
				"com.queryinterface.*/adapter,com.queryinterface.*/completion-queue", " 1 warn, 0 fail, 0 error",
		},
		{"none", "com.dllgetclassobject.factory", "WARN com.dllgetclassobject.factory"}, // it has none
		{"any-class", "com.dllgetclassobject.unknown-class", "WARN com.dllgetclassobject.unknown-class"},
		{"factory-only", "com.dllgetclassobject.provider", "FAIL com.dllgetclassobject.provider"},
		{"factory-only", "com.dllgetclassobject.factory", " 1 pass, 0 warn, 0 fail, 0 error"},
		{"stays", "com.dllcanunloadnow.exported", "WARN com.dllcanunloadnow.exported"},
		{"unloads-early", "com.dllcanunloadnow.in-use", "FAIL com.dllcanunloadnow.in-use"},
		{"never-unloads", "com.dllcanunloadnow.unused", "WARN com.dllcanunloadnow.unused"},
		{"one-provider", "com.dllgetclassobject.again", "FAIL com.dllgetclassobject.again"},
		{"keeps-pointer", "com.dllgetclassobject.unknown-interface", "FAIL com.dllgetclassobject.unknown-interface"},
		{"keeps-pointer", "com.queryinterface.null-on-failure/adapter", "FAIL com.queryinterface.null-on-failure/adapter"},
		{"new-identity", "com.queryinterface.identity/adapter", "FAIL com.queryinterface.identity/adapter"},
		{"one-way", "com.queryinterface.reflexive/completion-queue", "FAIL com.queryinterface.reflexive/completion-queue"},
		{
			"borrowed", "com.queryinterface.own-reference/completion-queue",
			"ERROR com.queryinterface.own-reference/completion-queue",
		},
		{"apartment", "com.threads.any", "seen     0x8001010E"},
		{"static-address", "com.addresslist.in-buffer", "FAIL com.addresslist.in-buffer"},
		{"static-address", "com.addresslist.in-buffer/adapter", "FAIL com.addresslist.in-buffer/adapter"},
		// it has no listeners
		{
			"other-unknown", "com.parameters.any-interface,com.queryinterface.*/completion-queue",
			" 5 pass, 3 warn, 0 fail, 0 error",
		},
		{"other-unknown,own-pointer", "com.parameters.any-interface", " 0 pass, 4 warn, 0 fail, 0 error"},
		{"peeks-beyond", "com.memory.to-the-byte", rest + "0xc0000005 (STATUS_ACCESS_VIOLATION)"},
		{"loud", "com.event.low-bit", "WARN com.event.low-bit"},
		{"leaks-handle", "com.handles.returned", "WARN com.handles.returned"},
		{"leaks-closed", "com.handles.*", "FAIL com.handles.closed-early"},
		{"no-modes", "com.file.notification-modes", "FAIL com.file.notification-modes"},
		{"half-modes", "com.file.notification-modes", "FAIL com.file.notification-modes"},
		{"own-port", "com.file.thread-pool", "FAIL com.file.thread-pool"},
		{"posts-twice", "com.file.thread-pool", "FAIL com.file.thread-pool"},
		{"own-port", "com.file.many-at-once", "FAIL com.file.many-at-once"},
		{"posts-twice", "com.file.many-at-once", "FAIL com.file.many-at-once"},
		{"not-installed", "com.registration.*", "the DLL is not in the Winsock catalogue"},
		{"none", "com.registration.*", " 8 pass, 0 warn, 0 fail, 0 error"},
		{"no-order", "com.registration.*", "FAIL com.registration.service-flags"},
		{"second-entry", "com.registration.*", "FAIL com.registration.service-flags"},
		{"visible", "com.registration.*", "FAIL com.registration.provider-flags"},
		{"unmarked", "com.registration.*", "FAIL com.registration.provider-flags"},
		{"version-3", "com.registration.version", "FAIL com.registration.version"},
		{"version-2", "com.registration.version*", " 1 pass, 1 warn, 0 fail, 0 error"},
		{"no-family", "com.registration.*", "FAIL com.registration.address-family"},
		{"stream", "com.registration.*", "FAIL com.registration.socket-type"},
		{"tcp", "com.registration.*", "FAIL com.registration.protocol"},
		{"offset", "com.registration.*", "FAIL com.registration.protocol"},
		{"no-id", "com.registration.*", "WARN com.registration.provider-id"},
	} {
		t.Run(c.fault+" "+c.filter, func(t *testing.T) {
			path := *acme
			if c.fault == "stays" {
				path = *stays
			}
			scale := "0.3" // what is waited for in vain takes less long
			if c.fault == "none" {
				scale = "3"
			}
			var said bytes.Buffer
			var suite *exec.Cmd
			if err := child.Persist(t.Context(), func() error {
				suite = exec.Command(*ndconform, "--provider=dll,path="+path, "--filter="+c.filter, "--timeout-scale="+scale)
				suite.Env = append(os.Environ(), "ACME="+c.fault)
				if strings.HasPrefix(c.filter, "com.registration") && c.fault != "not-installed" {
					suite.Env = append(suite.Env, "ACME_INSTALLED="+installed)
				}
				suite.Stdout, suite.Stderr = &said, &said
				return suite.Start()
			}); err != nil {
				t.Fatal(err)
			}
			_ = suite.Wait() // it fails, as it should
			wanted := func(text string) bool { return strings.Contains(said.String(), text) }
			if !slices.ContainsFunc(strings.Split(c.want, "|"), wanted) {
				t.Errorf("it says nothing of %q:\n%s", c.want, said.String())
			}
		})
	}
}
