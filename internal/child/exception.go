package child

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// exceptions are the exit codes of a Windows process with an unhandled exception, and their
// meaning. Source: winnt.h, ntstatus.h, delayimp.h.
var exceptions = map[uint64]string{
	0x80000003: "STATUS_BREAKPOINT",
	0xC0000005: "STATUS_ACCESS_VIOLATION",
	0xC000001D: "STATUS_ILLEGAL_INSTRUCTION",
	0xC0000094: "STATUS_INTEGER_DIVIDE_BY_ZERO",
	0xC00000FD: "STATUS_STACK_OVERFLOW",
	0xC0000374: "STATUS_HEAP_CORRUPTION",
	0xC0000409: "STATUS_STACK_BUFFER_OVERRUN",
	0xC06D007E: "a DLL that it loads when it first calls it is missing",
	0xC06D007F: "a DLL that it loads when it first calls it lacks a function",
	0xE06D7363: "a C++ exception",
	0x20474343: "a C++ exception",
	0x80000100: "a function that Wine lacks",
}

var exceptionCode = regexp.MustCompile(`(?:exit status|Exception) 0x([0-9a-fA-F]{5,8})\b`)

// Exception describes the exception in a process's last line or exit code; it is empty if there is
// none.
func Exception(line string) string {
	found := exceptionCode.FindStringSubmatch(line)
	if found == nil {
		return ""
	}
	code, _ := strconv.ParseUint(found[1], 16, 64)
	if name := exceptions[code]; name != "" {
		return fmt.Sprintf("%s (%#x)", name, code)
	}
	return fmt.Sprintf("exception %#x", code)
}

// LastLine reports whether a Go process begins to say why it ends with this line.
func LastLine(line string) bool {
	return slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(line, b) })
}
