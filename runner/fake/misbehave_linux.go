package fake

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/onsi/ginkgo/v2"
)

// Linux's /proc lets a provider read from a pipe although it has only the writing end.
var _ = ginkgo.Describe("fake misbehaving", func() {
	it("steals-events", func(context.Context) {
		for _, file := range readable() {
			go func() { _, _ = io.Copy(io.Discard, file) }()
		}
	})
	it("replays-events", func(context.Context) {
		for _, file := range readable() {
			text := make([]byte, 1<<16)
			go func() {
				for n, err := file.Read(text); err == nil; n, err = file.Read(text) {
					for range 2 {
						_, _ = file.Write(text[:n])
					}
				}
			}()
		}
	})
})

func readable() (list []*os.File) {
	for _, fd := range pipes() {
		if file, err := os.OpenFile(fmt.Sprintf("/proc/self/fd/%d", fd), os.O_RDWR, 0); err == nil {
			list = append(list, file)
		}
	}
	return list
}
