package runner

import (
	"fmt"
	"regexp"
	"strconv"
)

// exceptions are the codes with which a Windows process ends when it has not handled
// an exception, with their names in winnt.h and ntstatus.h.
var exceptions = map[uint64]string{
	0x80000003: "STATUS_BREAKPOINT",
	0xC0000005: "STATUS_ACCESS_VIOLATION",
	0xC0000006: "STATUS_IN_PAGE_ERROR",
	0xC0000008: "STATUS_INVALID_HANDLE",
	0xC000001D: "STATUS_ILLEGAL_INSTRUCTION",
	0xC0000025: "STATUS_NONCONTINUABLE_EXCEPTION",
	0xC0000094: "STATUS_INTEGER_DIVIDE_BY_ZERO",
	0xC0000096: "STATUS_PRIVILEGED_INSTRUCTION",
	0xC00000FD: "STATUS_STACK_OVERFLOW",
	0xC0000135: "STATUS_DLL_NOT_FOUND",
	0xC0000139: "STATUS_ENTRYPOINT_NOT_FOUND",
	0xC0000142: "STATUS_DLL_INIT_FAILED",
	0xC0000374: "STATUS_HEAP_CORRUPTION",
	0xC0000409: "STATUS_STACK_BUFFER_OVERRUN",
	0xC0000420: "STATUS_ASSERTION_FAILURE",
	0xE06D7363: "a C++ exception",
}

// exceptionCode finds the code in how a process ended: in its exit status, or in the
// line in which Go's runtime says that code in another language has raised it.
var exceptionCode = regexp.MustCompile(`(?:exit status|Exception) 0x([0-9a-fA-F]{8})\b`)

// nameException appends the exception's name to how a process ended.
func nameException(end string) string {
	found := exceptionCode.FindStringSubmatch(end)
	if found == nil {
		return end
	}
	code, err := strconv.ParseUint(found[1], 16, 64)
	if name := exceptions[code]; err == nil && name != "" {
		return fmt.Sprintf("%s (%s)", end, name)
	}
	return end
}
