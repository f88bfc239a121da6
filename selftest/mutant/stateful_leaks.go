package mutant

import (
	"os"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// leaks are mutants that keep something of each object forever.
func leaks() []Stateful {
	const kib = 1 << 10
	creates := func(methods ...string) func(c *calls.Call) bool {
		return func(c *calls.Call) bool { return slices.Contains(methods, c.Method) }
	}
	queuePairs := creates(calls.AdapterCreateQueuePair, calls.AdapterCreateQueuePairWithSrq)
	connects := creates(calls.ConnectorConnect)
	return []Stateful{
		stateful(Leak, "queue-pair-leaks-1-mib", "Each queue pair leaks 1 MiB.", leakingMemory(1024*kib, queuePairs), "connector.storm"),
		stateful(Leak, "region-leaks-64-kib", "Each registration leaks 64 KiB.", leakingMemory(64*kib, creates(calls.MRRegister)), "connector.storm"),
		stateful(Leak, "window-leaks-64-kib", "Each memory window leaks 64 KiB.", leakingMemory(64*kib, creates(calls.AdapterCreateMemoryWindow)), "connector.storm"),
		stateful(Leak, "connection-leaks-64-kib", "Each connection leaks 64 KiB.", leakingMemory(64*kib, connects), "connector.storm"),
		stateful(Leak, "resize-leaks-64-kib", "Each Resize leaks 64 KiB.", leakingMemory(64*kib, creates(calls.CQResize)), "connector.storm"),
		stateful(Leak, "connection-leaks-handle", "Each connection leaks a handle.", leakingHandles(connects), "connector.storm"),
		stateful(Leak, "file-leaks-handle", "Each overlapped file leaks a handle.", leakingHandles(creates(calls.AdapterCreateOverlappedFile)), "adapter.createoverlappedfile.closed-early-leaks-nothing"),
		stateful(Counting, "queue-keeps-reference-1-in-20", "One queue pair in 20 keeps a reference to its completion queue forever.",
			keptReference(20, queuePairs), "cq.let-go-by-queue-pairs"),
		stateful(Leak, "port-kept-1-in-8", "One connector in 8 keeps its port forever.",
			oneCallIn(8, calls.ConnectorBind, func(c *calls.Call) nd2.Status {
				c.Inner.AddRef()
				return c.Proceed()
			}), "connector.bind.released-port"),
	}
}

// ageLimits are mutants that can do something so often and not again.
func ageLimits() []Stateful {
	return []Stateful{
		stateful(Counting, "connects-600-times", "Connect fails once there have been 600 connections.", counted(calls.ConnectorConnect, 600), "connector.storm", "connector.connect.nd-success"),
		stateful(Counting, "makes-1500-queue-pairs", "No more than 1,500 queue pairs can be made in all.", counted(calls.AdapterCreateQueuePair, 1500), "connector.storm", "adapter.createqueuepair.nd-success"),
		stateful(Counting, "registers-2000-times", "No more than 2,000 registrations can be made in all.", counted(calls.MRRegister, 2000), "mr.register.nd-success"),
	}
}

// leakingMemory makes a defect by which each such call that does not fail keeps so
// many bytes, until the instance is closed.
func leakingMemory(size int, which func(c *calls.Call) bool) defect {
	return keepingForEach(which, func() any {
		b := make([]byte, size)
		for i := range b { // so that the system has to provide them
			b[i] = 1
		}
		return b
	}, func(any) {})
}

// leakingHandles makes a defect by which each such call that does not fail keeps a
// handle of the system's, until the instance is closed.
func leakingHandles(which func(c *calls.Call) bool) defect {
	return keepingForEach(which, func() any {
		f, err := os.Open(os.DevNull)
		if err != nil {
			return nil
		}
		return f
	}, func(kept any) {
		if f, ok := kept.(*os.File); ok {
			f.Close()
		}
	})
}

func keepingForEach(which func(c *calls.Call) bool, take func() any, free func(any)) defect {
	return func() calls.Hooks {
		var mu sync.Mutex
		var kept []any
		return calls.Hooks{
			Call: func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if which(c) && (s == nd2.Success || s == nd2.Pending) {
					mu.Lock()
					defer mu.Unlock()
					kept = append(kept, take())
				}
				return s
			},
			Close: func() {
				mu.Lock()
				defer mu.Unlock()
				for _, one := range kept {
					free(one)
				}
				kept = nil
			},
		}
	}
}

func keptReference(many uint64, which func(c *calls.Call) bool) defect {
	return func() calls.Hooks {
		var count nth
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			if q, ok := c.ReceiveCQ.(*calls.CompletionQueue); ok && which(c) && count.of(many) {
				q.Inner.AddRef()
			}
			return c.Proceed()
		}}
	}
}
