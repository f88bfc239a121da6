package expect

import (
	"sync"

	"github.com/onsi/gomega"
	"github.com/onsi/gomega/types"
)

var (
	mu sync.Mutex
	// own is the suite's instance of Gomega.
	own types.Gomega
)

// FailWith has assertions fail by calling fail. Package spec calls it as the program
// begins, and nobody may a second time: it panics then.
func FailWith(fail types.GomegaFailHandler) {
	mu.Lock()
	defer mu.Unlock()
	if own != nil {
		panic("expect: what assertions fail with is settled already")
	}
	own = gomega.NewGomega(fail)
}

// Expect begins an assertion; it is Gomega's but for what it hangs on.
func Expect(actual any, extra ...any) types.Assertion { return instance().Expect(actual, extra...) }

func instance() types.Gomega {
	mu.Lock()
	defer mu.Unlock()
	return own
}
