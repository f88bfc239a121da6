package worker

import (
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// dumps says whether the system makes memory dumps.
const dumps = true

var miniDumpWriteDump = windows.NewLazySystemDLL("dbghelp.dll").NewProc("MiniDumpWriteDump")

// What a dump holds besides the stacks of all threads: what these refer to, the handles,
// and the times and start addresses of the threads. Source: minidumpapiset.h,
// MINIDUMP_TYPE.
const (
	withHandleData                 = 0x4
	withIndirectlyReferencedMemory = 0x40
	withThreadInfo                 = 0x1000
)

// writeDump writes a minidump of this process to a new file.
func writeDump(path string) error {
	if err := miniDumpWriteDump.Find(); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	ok, _, failure := miniDumpWriteDump.Call(uintptr(windows.CurrentProcess()), uintptr(windows.GetCurrentProcessId()),
		file.Fd(),
		withHandleData|withIndirectlyReferencedMemory|withThreadInfo, 0, 0, 0)
	if err := file.Close(); err != nil {
		return err
	}
	if ok == 0 {
		return fmt.Errorf("MiniDumpWriteDump: %w", failure)
	}
	return nil
}
