//go:build unix

package fake

import (
	"context"
	"syscall"

	"github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/spec/expect"
)

var _ = ginkgo.Describe("fake", func() {
	it("stop", func(context.Context) {
		expect.Expect(syscall.Kill(syscall.Getpid(), syscall.SIGSTOP)).To(expect.Succeed())
		select {} // the signal may reach another thread first, and this one goes on until then
	})
})
