package record

import (
	"github.com/ndconform/ndconform/watch"
	"github.com/ndconform/ndconform/watch/traffic"
)

// An Entry is one line. Besides Process, one of its parts is set.
type Entry struct {
	// Process is the id of the process that the layer is in.
	Process int            `json:"process"`
	Opened  *Opened        `json:"opened,omitempty"`
	Found   *watch.Finding `json:"found,omitempty"`
	Ended   *Ended         `json:"ended,omitempty"`
}

// Opened says that a provider was opened with the layer around it.
type Opened struct {
	// Provider is its selector, or the path of its DLL.
	Provider string `json:"provider"`
	Version  string `json:"version,omitempty"`
}

// Ended says that a program has closed a provider, or exits. What was found more than once has been noted
// again before, with its count.
type Ended struct {
	// Calls is how many calls the layer has seen.
	Calls uint64 `json:"calls"`
	// Traffic is nil unless it was asked for.
	Traffic *traffic.Traffic `json:"traffic,omitempty"`
}
