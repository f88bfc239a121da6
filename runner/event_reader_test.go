package runner

import (
	"bytes"
	"io"
	"os"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
)

// eventReaderOf returns an event reader, and the worker's end of its pipe, which stays open as if
// a process that the worker left held it.
func eventReaderOf(t *testing.T, limit time.Duration) (*eventReader, *os.File) {
	pipe, worker, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	o := newEventReader(pipe, limit)
	t.Cleanup(o.close)
	t.Cleanup(func() { worker.Close() })
	return o, worker
}

func write(t *testing.T, to io.Writer, text []byte) {
	t.Helper()
	if _, err := to.Write(text); err != nil {
		t.Fatal(err)
	}
}

// A supervisor may come to the last events of a worker long after it has ended.
func TestEventReaderIsLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o, worker := eventReaderOf(t, time.Second)
		write(t, worker, []byte("events\n"))
		worker.Close()
		o.ended()
		<-time.After(time.Minute)
		text, err := io.ReadAll(o)
		if string(text) != "events\n" || err != nil {
			t.Errorf("read %q and %v of a worker that has ended, want what it wrote", text, err)
		}
	})
}

func (o *eventReader) waits() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.reading
}

// A process that the worker left may hold the pipe open, and write nothing.
func TestEventReaderHeldOpen(t *testing.T) {
	for name, reads := range map[string]bool{"reading": true, "not yet reading": false} {
		t.Run(name, func(t *testing.T) {
			o, worker := eventReaderOf(t, 100*time.Millisecond)
			write(t, worker, []byte("events\n"))
			text := make([]byte, 7)
			if _, err := io.ReadFull(o, text); err != nil || string(text) != "events\n" {
				t.Fatalf("read %q, %v", text, err)
			}
			if !reads {
				o.ended()
			}
			heard := make(chan error)
			go func() {
				_, err := o.Read(text)
				heard <- err
			}()
			if reads {
				for !o.waits() {
					runtime.Gosched()
				}
				o.ended()
			}
			if err := <-heard; err == nil {
				t.Error("something was read that nobody wrote")
			}
		})
	}
}

// A process that the worker left may write for ever.
func TestEventReaderBabble(t *testing.T) {
	o, worker := eventReaderOf(t, time.Minute)
	o.ended()
	go func() {
		for {
			if _, err := worker.Write(bytes.Repeat([]byte("babble\n"), 1<<10)); err != nil {
				return
			}
		}
	}()
	if text, _ := io.ReadAll(o); len(text) > pipeSize+64<<10 {
		t.Errorf("read %d bytes after the worker's end, and a pipe holds %d", len(text), pipeSize)
	}
}
