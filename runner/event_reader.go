package runner

import (
	"io"
	"os"
	"sync"
	"time"
)

// pipeSize is the most bytes that a pipe may hold.
const pipeSize = 1 << 20

// An eventReader is the supervisor's end of a worker's event pipe. Once the worker
// has ended, all that is in the pipe is still read, however late the supervisor comes to
// it; but a process that the worker left may hold the other end, so the pipe is closed
// when a read has waited for as long as limit.
type eventReader struct {
	pipe  *os.File
	limit time.Duration

	mu sync.Mutex
	// reading says that a read is going on, and over that the worker has ended. left is how
	// many bytes of what it wrote there can still be then.
	reading, over bool
	left          int
	// closing closes the pipe when a read has waited for the limit.
	closing *time.Timer
}

func newEventReader(pipe *os.File, limit time.Duration) *eventReader {
	return &eventReader{pipe: pipe, limit: limit, left: pipeSize}
}

// Read reads from the pipe. When the worker has ended, and as much has been read since as
// the pipe may hold, the rest is not the worker's, and Read returns io.EOF.
func (o *eventReader) Read(b []byte) (int, error) {
	if !o.begin() {
		return 0, io.EOF
	}
	n, err := o.pipe.Read(b)
	o.end(n)
	return n, err
}

func (o *eventReader) begin() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.left <= 0 {
		return false
	}
	o.reading = true
	if o.over {
		o.closing = time.AfterFunc(o.limit, o.close)
	}
	return true
}

func (o *eventReader) end(n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.reading = false
	if o.over {
		o.closing.Stop()
		o.left -= n
	}
}

// ended notes that the worker has ended.
func (o *eventReader) ended() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.over = true
	if o.reading {
		o.closing = time.AfterFunc(o.limit, o.close)
	}
}

// close closes the pipe, and ends a read that waits.
func (o *eventReader) close() { o.pipe.Close() }
