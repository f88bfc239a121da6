package runner

import (
	"context"
	"regexp"
	"strings"
	"time"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/worker"
	"github.com/ndconform/ndconform/spec"
)

// To find the method that ends a process, at once or a moment later, a spec is run alone and slowly: an
// event names each call, and a pause follows it. The last method is to blame if it is the same when the
// spec runs more slowly still.

// culpritsMost is how many different ends of processes a run examines in this way.
const culpritsMost = 4

// slowly are the pauses after each call; they are scaled.
var slowly = []time.Duration{20 * time.Millisecond, 50 * time.Millisecond}

// culprits are the methods to blame, by how the process ended. They are guarded by the supervisor's
// mutex.
type culprits map[string]string

// figures are what differs between processes that end alike.
var figures = regexp.MustCompile(`0x[0-9a-fA-F]+|[0-9]+`)

// signatureOf is equal for processes that ended alike: if they left no output, in the same spec.
func signatureOf(p *process, one Spec) string {
	if p.trace == "" {
		return p.end + " " + one.ID
	}
	return figures.ReplaceAllString(p.end+"\n"+p.trace, "#")
}

// culprit returns the method whose calls end the process in a spec that ends it when run alone, or
// nothing if that can't be told.
func (s *supervisor) culprit(ctx context.Context, p *process, one Spec) string {
	signature := signatureOf(p, one)
	s.mu.Lock()
	method, known := s.culprits[signature]
	known = known || len(s.culprits) >= culpritsMost
	s.mu.Unlock()
	if known || !s.usesWorkers() {
		return method
	}
	for i, pause := range slowly {
		last := s.lastCall(ctx, one, pause)
		if last == "" || i > 0 && last != method {
			method = ""
			break
		}
		method = last
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.culprits[signature] = method
	if method != "" {
		s.suspects.add(method)
	}
	return method
}

// usesWorkers reports whether specs run in worker processes.
func (s *supervisor) usesWorkers() bool { return len(s.Worker) > 0 }

// lastCall runs a spec alone, with a pause after each call, and returns the method that was called
// last before the process ended in it; nothing if it did not. The plain shape, which makes the fewest calls, is tried
// first.
func (s *supervisor) lastCall(ctx context.Context, one Spec, pause time.Duration) string {
	for _, drawing := range []reports.Drawing{{}, s.header.Drawing} {
		p := s.runIsolated(ctx, one, func(b *worker.Batch) {
			b.Drawing, b.Pause = drawing, worker.Scaled(pause, b.TimeoutScale)
		})
		if p != nil && p.current != "" {
			return p.called
		}
	}
	return ""
}

// joined adds to what is said besides that a method ends the process, if it is known.
func joined(besides, method string) string {
	if method == "" {
		return besides
	}
	return strings.TrimPrefix(besides+"; ", "; ") + method + " " + finding.Crashes
}

// blameFor names the method that ends the process.
func blameFor(f *finding.Finding, method string) {
	if method != "" {
		spec.BlameCall(f, method)
		f.Does = finding.Crashes
	}
}
