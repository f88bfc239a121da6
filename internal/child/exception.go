package child

import (
	"context"
	"fmt"
	"os/exec"
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
	0xC06D007E: "a DLL that it loads when it first calls it is missing",
	0xC06D007F: "a DLL that it loads when it first calls it lacks a function",
	0xE06D7363: "a C++ exception",
	0x20474343: "a C++ exception",
	0x80000100: "a function that Wine lacks",
}

// exceptionCode finds the code in an exit status, or in the line in which Go's runtime says that
// code in another language has raised it.
var exceptionCode = regexp.MustCompile(`(?:exit status|Exception) 0x([0-9a-fA-F]{5,8})\b`)

// Exception returns the code of the exception in a process's last line or exit code, 0 if there is
// none, and its name, empty if that is unknown.
func Exception(line string) (code uint64, name string) {
	found := exceptionCode.FindStringSubmatch(line)
	if found == nil {
		return 0, ""
	}
	code, _ = strconv.ParseUint(found[1], 16, 64)
	return code, exceptions[code]
}

// NameException appends the exception's name to how a process ended.
func NameException(end string) string {
	if _, name := Exception(end); name != "" {
		return fmt.Sprintf("%s (%s)", end, name)
	}
	return end
}

// LastLine reports whether a Go process begins to say why it ends with this line.
func LastLine(line string) bool {
	return slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(line, b) })
}

// NoteCause notes why a command is killed. After Wait, told returns the cause of ctx, or nil if the process had
// ended by itself, whatever became of ctx later. Call NoteCause before the command starts and after choosing its
// Cancel, with the ctx that made the command.
func NoteCause(ctx context.Context, cmd *exec.Cmd) (told func() error) {
	var cause error
	cancel := cmd.Cancel
	cmd.Cancel = func() error {
		err := cancel()
		if err == nil {
			cause = context.Cause(ctx)
		}
		return err
	}
	return func() error { return cause }
}
