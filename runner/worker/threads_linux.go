package worker

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// nativeThreads describes what the threads of this process do, according to the kernel: the
// name of each, what it waits for in the kernel, the system call that it is in, and its
// processor time, since a thread that never rests slows all others. The time that a
// debugger may take follows the scale.
func nativeThreads(scale float64) string {
	tasks, err := filepath.Glob("/proc/self/task/*")
	if err != nil || len(tasks) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(
		"threads, with what they wait for in the kernel, the numbers of the system calls that they are in, and the " +
			"processor time that they took:\n")
	for _, t := range tasks[:min(len(tasks), stacksMost)] {
		call, _, _ := strings.Cut(attribute(t, "syscall"), " ")
		fmt.Fprintf(&b, "  thread %s, %s: %s, %s, %s\n", filepath.Base(t), attribute(t, "comm"), known(attribute(t, "wchan")),
			known(call), processorTime(attribute(t, "stat")))
	}
	return b.String() + debuggerStacks(scale)
}

// A debugger may take this long, times the scale, and print this much, in bytes. Another
// process ends it, since this one stands still meanwhile.
const (
	debuggerLimit = 5 * time.Second
	debuggerSize  = 16 << 10
)

// debuggerStacks returns the stacks of the threads as gdb reads them, if gdb is
// installed and allowed to.
func debuggerStacks(scale float64) string {
	gdb, err := exec.LookPath("gdb")
	if err != nil {
		return ""
	}
	timeout, err := exec.LookPath("timeout")
	if err != nil {
		return ""
	}
	seconds := fmt.Sprintf("%.3f", Scaled(debuggerLimit, scale).Seconds())
	out, err := exec.Command(timeout, "-s", "KILL", seconds, gdb, "-nx", "-batch", "-p", fmt.Sprint(os.Getpid()), "-ex",
		"thread apply all backtrace 16").Output()
	_, threads, found := strings.Cut(string(out), "\nThread ")
	if err != nil || !found {
		return ""
	}
	return "as gdb reads them:\nThread " + threads[:min(len(threads), debuggerSize)]
}

// ticks is how many units a second has in the times that /proc shows. Source: proc(5),
// USER_HZ.
const ticks = 100

// processorTime returns how much time a thread took in user mode and in the kernel,
// according to its file stat.
func processorTime(stat string) string {
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:]) // the name before it may contain anything
	if len(fields) < 13 {
		return "–"
	}
	user, errUser := strconv.Atoi(fields[11])
	kernel, errKernel := strconv.Atoi(fields[12])
	if errUser != nil || errKernel != nil {
		return "–"
	}
	return fmt.Sprintf("%.2f s", float64(user+kernel)/ticks)
}

// attribute returns the content of a thread's file in /proc; some of these may be read
// only by those who may trace the thread.
func attribute(task, name string) string {
	text, err := os.ReadFile(filepath.Join(task, name))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// countThreads returns how many threads this process has, or 0 where that can't be
// told. Each is a folder, and so a link to the one above it, besides the two that every
// folder has.
func countThreads() int {
	var dir syscall.Stat_t
	if syscall.Stat("/proc/self/task", &dir) != nil {
		return 0
	}
	return int(dir.Nlink) - 2
}

// countBusyThreads returns how many of the threads are running or ready to run. Source:
// proc(5), the state in /proc/pid/stat.
func countBusyThreads() (n int) {
	tasks, _ := filepath.Glob("/proc/self/task/*")
	for _, t := range tasks {
		stat := attribute(t, "stat")
		if strings.HasPrefix(stat[strings.LastIndexByte(stat, ')')+1:], " R") {
			n++
		}
	}
	return n
}

func known(text string) string {
	if text == "" || text == "0" {
		return "–"
	}
	return text
}
