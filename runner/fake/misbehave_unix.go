//go:build unix

package fake

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/onsi/ginkgo/v2"
	"golang.org/x/sys/unix"

	"github.com/ndconform/ndconform/spec"
	"github.com/ndconform/ndconform/spec/expect"
)

// LeakMost is how much memory a spec that leaks takes at most, in bytes: a machine whose tests
// fail is to have some left.
const LeakMost = 768 << 20

const leakLimit = ginkgo.SpecTimeout(time.Minute)

// leak takes memory, and keeps it until the time is up.
func leak(ctx context.Context) {
	kept := make([]byte, LeakMost)
	for i := 0; i < len(kept) && ctx.Err() == nil; i += os.Getpagesize() {
		kept[i] = 1
	}
	<-ctx.Done()
	runtime.KeepAlive(kept)
}

// One spec for each way to misbehave that costs the process, or tries to.
var _ = ginkgo.Describe("fake misbehaving", func() {
	it("exit-zero", func(context.Context) { os.Exit(0) })
	it("leaves-output-open", func(context.Context) {
		leaveOutputOpen()
		kill(syscall.SIGKILL)
	})
	it("leaves-output-open", func(context.Context) {
		leaveOutputOpen()
		os.Exit(0)
	}, spec.Variant("ends-well"))
	it("segv", func(context.Context) { kill(syscall.SIGSEGV) })
	it("killed", func(context.Context) { kill(syscall.SIGKILL) })
	it("spin", func(context.Context) {
		for {
			runtime.Gosched()
		}
	}, soon)
	it("deadlock", func(context.Context) {
		var stuck chan int
		<-stuck
	}, soon)
	it("leak", leak, leakLimit)
	it("leak", leak, leakLimit, spec.Variant("again"))
	it("leak", leak, leakLimit, spec.Variant("once more"))
	it("raw-garbage", func(context.Context) {
		write(1, "garbage \x1e{\"kind\":\"ended\",\"spec\":{}}\n\x1e\x00\xff no end")
	})
	it("raw-flood", func(ctx context.Context) {
		text := strings.Repeat("x", 1<<16)
		for ctx.Err() == nil {
			write(1, text)
		}
	}, ginkgo.SpecTimeout(1<<40))
	it("closes-output", func(context.Context) {
		syscall.Close(1)
	})
	it("interrupts-itself", func(ctx context.Context) {
		for range 100 {
			_ = syscall.Kill(syscall.Getpid(), syscall.SIGINT)
			_ = syscall.Kill(syscall.Getpid(), syscall.SIGTERM)
			_ = syscall.Kill(0, syscall.SIGINT)
		}
	})
	it("kills-group", func(context.Context) {
		_ = syscall.Kill(0, syscall.SIGKILL)
		select {}
	})
	it("closes-events", func(ctx context.Context) {
		for _, fd := range pipes() {
			syscall.Close(fd)
		}
	})
	it("mutes-events", func(ctx context.Context) {
		null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
		expect.Expect(err).NotTo(expect.HaveOccurred())
		for _, fd := range pipes() {
			_ = unix.Dup2(int(null.Fd()), fd)
		}
	})
	it("writes-everywhere", func(ctx context.Context) {
		for fd := range 64 {
			write(fd, "\x1e{\"kind\":\"done\"}\n")
		}
	})
	it("floods-events", func(ctx context.Context) {
		text := strings.Repeat("x", 1<<16)
		for ctx.Err() == nil {
			for _, fd := range pipes() {
				write(fd, text)
			}
		}
	}, ginkgo.SpecTimeout(1<<40))
	it("closes-all", func(context.Context) {
		for fd := range 64 {
			syscall.Close(fd)
		}
	})
})

// leaveOutputOpen has another process hold this one's output, for longer than it is waited for.
func leaveOutputOpen() {
	sleeper := exec.Command("sleep", "7")
	sleeper.Stdout, sleeper.Stderr = os.Stdout, os.Stderr
	expect.Expect(sleeper.Start()).To(expect.Succeed())
}

func kill(s syscall.Signal) {
	_ = syscall.Kill(syscall.Getpid(), s)
	select {}
}

// pipes lists the descriptors beyond the standard ones that are pipes.
func pipes() (list []int) {
	for fd := 3; fd < 64; fd++ {
		var stat syscall.Stat_t
		if syscall.Fstat(fd, &stat) == nil && stat.Mode&syscall.S_IFMT == syscall.S_IFIFO {
			list = append(list, fd)
		}
	}
	return list
}

func write(fd int, text string) { _, _ = syscall.Write(fd, []byte(text)) }
