//go:build unix

package fake

import (
	"context"
	"os"
	"runtime"
	"strings"
	"syscall"

	"github.com/onsi/ginkgo/v2"
)

// A spec of each way to misbehave that costs a process, or tries to.
var _ = ginkgo.Describe("fake misbehaving", func() {
	it("exit-zero", func(context.Context) { os.Exit(0) })
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
	it("leak", func(ctx context.Context) {
		var kept [][]byte
		for ctx.Err() == nil {
			kept = append(kept, make([]byte, 16<<20))
			for i := 0; i < len(kept[len(kept)-1]); i += 4096 {
				kept[len(kept)-1][i] = 1
			}
		}
		runtime.KeepAlive(kept)
	}, ginkgo.SpecTimeout(1<<40))
	it("raw-garbage", func(context.Context) {
		write(1, "garbage \x1e{\"kind\":\"ended\",\"spec\":{}}\n\x1e\x00\xff no end")
	})
	it("raw-flood", func(ctx context.Context) {
		text := strings.Repeat("x", 1<<16)
		for ctx.Err() == nil {
			write(1, text)
		}
	}, ginkgo.SpecTimeout(1<<40))
	it("closes-output", func(ctx context.Context) {
		syscall.Close(1)
		<-ctx.Done()
	}, ginkgo.SpecTimeout(1<<40))
	it("closes-all", func(context.Context) {
		for fd := range 64 {
			syscall.Close(fd)
		}
	})
})

func kill(s syscall.Signal) {
	_ = syscall.Kill(syscall.Getpid(), s)
	select {}
}

func write(fd int, text string) { _, _ = syscall.Write(fd, []byte(text)) }
