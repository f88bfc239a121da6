package ref

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// A memoryWindow implements [nd2.MemoryWindow]. It keeps its adapter alive.
type memoryWindow struct {
	object.Object
	adapter *adapter
	window  *nic.Window
}

// newMemoryWindow creates a window; end is called when it ends.
func newMemoryWindow(a *adapter, end func()) (*memoryWindow, nd2.Status) {
	window, s := a.domain.NewWindow()
	if s != nd2.Success {
		return nil, s
	}
	w := &memoryWindow{adapter: a, window: window}
	a.AddRef()
	w.Begin(w, func() {
		window.Close()
		end()
		a.Release()
	}, nd2.IIDMemoryWindow)
	return w, nd2.Success
}

// GetRemoteToken implements [nd2.MemoryWindow].
func (w *memoryWindow) GetRemoteToken() uint32 { return w.window.RemoteToken() }

// Belongs reports whether the window is the adapter's and alive.
func (w *memoryWindow) Belongs(a *adapter) bool { return w.adapter == a && w.Alive() }
