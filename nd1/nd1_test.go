package nd1

import (
	"bytes"
	"testing"
	"unsafe"
)

func TestStructuresLieAsInC(t *testing.T) {
	if unsafe.Sizeof(MWDescriptor{}) != MWDescriptorSize {
		t.Errorf("a descriptor takes %d bytes", unsafe.Sizeof(MWDescriptor{}))
	}
	if unsafe.Sizeof(uintptr(0)) != 8 {
		t.Skip("the layout is that of 64-bit systems")
	}
	if unsafe.Sizeof(AdapterInfo{}) != AdapterInfoSize {
		t.Errorf("an adapter's information takes %d bytes", unsafe.Sizeof(AdapterInfo{}))
	}
}

func TestDescriptorIsInNetworkOrder(t *testing.T) {
	token := *(*uint32)(unsafe.Pointer(&[4]byte{9, 8, 7, 6}))
	d := Describe(0x0102030405060708, 0x1112, token)
	want := []byte{1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0x11, 0x12, 9, 8, 7, 6}
	if got := unsafe.Slice((*byte)(unsafe.Pointer(&d)), MWDescriptorSize); !bytes.Equal(got, want) {
		t.Errorf("% x", got)
	}
	if base, length := d.Range(); base != 0x0102030405060708 || length != 0x1112 || d.RemoteToken() != token {
		t.Errorf("%x %x %x", base, length, d.RemoteToken())
	}
}
