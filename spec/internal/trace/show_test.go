package trace

import (
	"net/netip"
	"strings"
	"testing"
	"unsafe"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// What firmware engineers look for is there, and nothing is as Go prints it.
func TestShow(t *testing.T) {
	r := NewRecorder()
	buffer := make([]byte, 4096)
	r.registered("mr1", buffer)
	r.named(0x1100, "mr1")
	overlapped, other := new(nd2.Overlapped), new(nd2.Overlapped)
	var group *uint16
	header := struct {
		address  uintptr
		len, cap int
	}{4096, 8, 8} // Go takes anything below for corruption when a stack grows
	missing := *(*[]byte)(unsafe.Pointer(&header))
	long := []byte(strings.Repeat("\xab", 56))
	for _, c := range []struct {
		label string
		v     any
		want  string
	}{
		{"_", sockaddr(nd2.Sockaddr(netip.MustParseAddrPort("198.51.100.7:4791"))), "198.51.100.7:4791"},
		{"_", sockaddr(nd2.Sockaddr(netip.MustParseAddrPort("[2001:db8::7]:4791"))), "[2001:db8::7]:4791"},
		{"_", sockaddr([]byte{9, 9}), "no address but 0909"},
		{"_", sockaddr(nil), "no address"},
		{"data", data([]byte{1, 0xff}), "01ff"},
		{"data", data(long), strings.Repeat("ab", 16) + "… of 56 bytes"},
		{"data", data(nil), "none"},
		{"data", data(missing), "8 bytes that can't be read"},
		{"_", sockaddr(missing), "no address but 8 bytes that can't be read"},
		{"_", nd2.SilentSuccess | nd2.ReadFence, "ND_OP_FLAG_SILENT_SUCCESS|ND_OP_FLAG_READ_FENCE"},
		{"_", nd2.AllowRemoteWrite | 0x40, "ND_MR_FLAG_ALLOW_REMOTE_WRITE|0x40"},
		{"_", nd2.NotifySolicited, "ND_CQ_NOTIFY_SOLICITED"},
		{"_", nd2.NotifyType(7), "NotifyType(7)"},
		{"_", buffer[:10], "10 bytes of mr1"},
		{"_", buffer[64:], "4032 bytes of mr1+64"},
		{"_", make([]byte, 3), "3 bytes"},
		{
			"_",
			[]nd2.SGE{{Buffer: buffer[:8], MemoryRegionToken: 0x1100}, {Buffer: buffer[8:9], MemoryRegionToken: 7}},
			"[8 bytes of mr1 by its token; 1 bytes of mr1+8 by token 0x7]",
		},
		{
			"_",
			[]nd2.SGE{{}, {}, {}, {}, {}, {}},
			"[0 bytes by token 0x0; 0 bytes by token 0x0; 0 bytes by token 0x0; 0 bytes by token 0x0; and 2 more]",
		},
		{"_", []nd2.SGE(nil), "no entries"},
		{"to", uint64(addressOf(buffer)) + 2, "mr1+2"},
		{"to", uint64(0xdead0000), "0xdead0000"},
		{"token", uint32(0x1100), "0x1100 of mr1"},
		{"token", uint32(0x1200), "0x1200"},
		{"context", uintptr(7), "7"},
		{"context", uintptr(0xffff_0000_1234), "#1"},
		{"context", uintptr(0xffff_0000_5678), "#2"},
		{"context", uintptr(0xffff_0000_1234), "#1"},
		{"_", overlapped, "overlapped1"},
		{"_", other, "overlapped2"},
		{"_", overlapped, "overlapped1"},
		{"_", (*nd2.Overlapped)(nil), "no OVERLAPPED"},
		{
			"_",
			[]nd2.Result{{Status: nd2.Canceled, RequestType: nd2.RequestRead, RequestContext: 0xffff_0000_5678}},
			"[Read ND_CANCELED context #2]",
		},
		{"_", nd1.Describe(0x10, 2, 0x1100), "a window of 2 bytes at 0x10, token 0x1100 of mr1"},
		{"_", value(group), "none"},
		{"_", struct{ a, b int }{1, 2}, "a struct { a int; b int }"},
	} {
		if got := r.show(c.label, keep(c.v)); got != c.want {
			t.Errorf("%s %#v is shown as %q, want %q", c.label, c.v, got, c.want)
		}
	}
}

// What objects are is told by the calls that they are from, even if those are long gone.
func TestObjectsAreDescribed(t *testing.T) {
	r := NewRecorder()
	call := r.begin("adapter1", "CreateCompletionQueue", "depth group? affinity?", uint32(16), uint16(0), uint64(3))
	call.end(nd2.Success)
	object := watched[nd2.Unknown](r, "cq", fakeQueue{})
	watched[nd2.Unknown](r, "cq", fakeQueue{})
	for range 2 * kept {
		object.Release()
	}
	_, objects := r.Led()
	want := "a completion queue, from adapter1.CreateCompletionQueue(depth 16, affinity 0x3)"
	if len(objects) != 1 || objects[0].Name != "cq1" || objects[0].Is != want {
		t.Errorf("%+v, want %s", objects, want)
	}
}
