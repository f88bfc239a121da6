package watched

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/ndconform/ndconform/calls"
)

// code returns where the program makes the current call: the innermost place outside the layer. It does not look for
// calls that may be made a million times a second.
func code(c *calls.Call) uintptr {
	const deep, usual = 16, 8 // for a finding, and for the begin of a call
	frames := deep
	if c != nil {
		frames = usual
		if frequent(c.Method) {
			return 0
		}
	}
	var stack [deep]uintptr
	for _, at := range stack[:runtime.Callers(2, stack[:frames])] {
		if !ours.has(at) {
			return at
		}
	}
	return 0
}

// frequent reports whether a method posts requests or takes their results.
func frequent(method string) bool {
	switch method {
	case calls.QPSend, calls.QPReceive, calls.QPRead, calls.QPWrite, calls.QPBind, calls.QPInvalidate, calls.SRQReceive,
		calls.CQGetResults:
		return true
	}
	return false
}

// placeOf names a place as a compiler does: the file and its folder, and the line.
func placeOf(code uintptr) string {
	if code == 0 {
		return ""
	}
	frame, _ := runtime.CallersFrames([]uintptr{code}).Next()
	folder, file := filepath.Split(frame.File)
	return fmt.Sprintf("%s/%s:%d", filepath.Base(folder), file, frame.Line)
}

// layers are the packages between a program and its provider.
var layers = []string{"calls", "judge", "watch/layer", "watch/watched"}

// ours knows which places are the layer's.
var ours places

// places caches the answers.
type places struct {
	mu    sync.RWMutex
	known map[uintptr]bool
}

func (p *places) has(at uintptr) bool {
	p.mu.RLock()
	is, known := p.known[at]
	p.mu.RUnlock()
	if known {
		return is
	}
	frame, _ := runtime.CallersFrames([]uintptr{at}).Next()
	for _, l := range layers {
		is = is || strings.HasPrefix(frame.Function, module+l+".")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known == nil {
		p.known = map[uintptr]bool{}
	}
	p.known[at] = is
	return is
}

const module = "github.com/ndconform/ndconform/"
