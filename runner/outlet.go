package runner

import (
	"io"
	"os"
	"sync"
	"time"
)

// pipeSize is the most bytes that a pipe may hold.
const pipeSize = 1 << 20

// An outlet is the supervisor's end of the pipe of a worker's events. Once the worker
// has ended, all that is in the pipe is still read, however late the supervisor comes to
// it; but a process that the worker left may hold the other end, so the pipe is closed
// when a read has waited for as long as limit.
type outlet struct {
	pipe  *os.File
	limit time.Duration

	mu sync.Mutex
	// reading says that a read is going on, and over that the worker has ended. left is how
	// many bytes of what it wrote there can still be then.
	reading, over bool
	left          int
	// late closes the pipe while a read waits that nobody may end.
	late *time.Timer
}

func newOutlet(pipe *os.File, limit time.Duration) *outlet {
	return &outlet{pipe: pipe, limit: limit, left: pipeSize}
}

// Read reads from the pipe. When the worker has ended, and as much has been read since as
// the pipe may hold, the rest is none of the worker's, and Read returns io.EOF.
func (o *outlet) Read(b []byte) (int, error) {
	if !o.begin() {
		return 0, io.EOF
	}
	n, err := o.pipe.Read(b)
	o.end(n)
	return n, err
}

func (o *outlet) begin() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.left <= 0 {
		return false
	}
	o.reading = true
	if o.over {
		o.late = time.AfterFunc(o.limit, o.close)
	}
	return true
}

func (o *outlet) end(n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.reading = false
	if o.over {
		o.late.Stop()
		o.left -= n
	}
}

// ended notes that the worker has ended.
func (o *outlet) ended() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.over = true
	if o.reading {
		o.late = time.AfterFunc(o.limit, o.close)
	}
}

// close closes the pipe, and ends a read that waits.
func (o *outlet) close() { o.pipe.Close() }
