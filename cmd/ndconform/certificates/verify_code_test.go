package certificates

import (
	"reflect"
	"testing"

	"github.com/ndconform/ndconform/reports"
)

// TestCodeRows shows which code beside the subject a buyer sees, and in which order.
func TestCodeRows(t *testing.T) {
	list := []reports.CodeFile{
		{Path: "/lib/libc.so.6", SHA256: "c0", System: true},
		{Path: "/lib/libm.so.6", SHA256: "c1", System: true},
		{Path: "/opt/acme.so", SHA256: "a5"},
		{Path: "/opt/gone.so"},
		{Path: "/opt/tool", SHA256: "d1", Executed: true},
	}
	started, loaded := []string{"started", "/opt/tool sha256:d1"}, []string{"loaded", "/opt/acme.so sha256:a5"}
	gone := []string{"loaded", "/opt/gone.so, which could not be read"}
	short := [][]string{started, loaded, gone, {"loaded", "2 files of the system's: libc.so.6, libm.so.6"}}
	if got := codeRows(list, false); !reflect.DeepEqual(got, short) {
		t.Errorf("%q", got)
	}
	whole := [][]string{
		started, {"loaded", "/lib/libc.so.6 sha256:c0"}, {"loaded", "/lib/libm.so.6 sha256:c1"}, loaded, gone,
	}
	if got := codeRows(list, true); !reflect.DeepEqual(got, whole) {
		t.Errorf("%q", got)
	}
}
