package child

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// TestTaken shows that files in memory count, mapped or not, and once.
func TestTaken(t *testing.T) {
	const size = 64 << 20
	before, ok := takenBy(os.Getpid())
	if !ok {
		t.Fatal("it can't be told")
	}
	fd, err := unix.MemfdCreate("test", unix.MFD_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	file := os.NewFile(uintptr(fd), "test")
	defer file.Close()
	if err := unix.Fallocate(fd, 0, 0, size); err != nil {
		t.Fatal(err)
	}
	grown := func(how string) {
		t.Helper()
		if after, _ := takenBy(os.Getpid()); after < before+size || after > before+size+size/2 {
			t.Errorf("%s: %d bytes, and %d before", how, after, before)
		}
	}
	grown("not mapped")
	b, err := unix.Mmap(fd, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_POPULATE)
	if err != nil {
		t.Fatal(err)
	}
	grown("mapped, too")
	file.Close()
	grown("mapped")
	if err := unix.Munmap(b); err != nil {
		t.Fatal(err)
	}
}
