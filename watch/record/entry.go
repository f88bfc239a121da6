package record

import (
	"errors"
	"fmt"

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

// check says why this can't be an entry.
func (e Entry) check() error {
	switch {
	case e.Opened == nil && e.Found == nil && e.Ended == nil:
		return errors.New("it says nothing")
	case e.Found != nil && e.Found.Of != watch.Provider && e.Found.Of != watch.Program:
		return fmt.Errorf("it is about %q, which is neither the provider nor the program", e.Found.Of)
	case e.Ended != nil && e.Ended.Traffic != nil:
		return e.Ended.Traffic.Check()
	}
	return nil
}

// Opened says that a provider was opened with the layer around it.
type Opened struct {
	// Provider is its selector, or the path of its DLL.
	Provider string `json:"provider"`
	Version  string `json:"version,omitempty"`
	// Failed says why it could not be opened.
	Failed string `json:"failed,omitempty"`
}

// Ended says that a program has closed a provider, or exits. What was found more than once has been noted
// again before, with its count.
type Ended struct {
	// Calls is how many calls the layer has seen.
	Calls uint64 `json:"calls"`
	// Traffic is nil unless it was asked for.
	Traffic *traffic.Traffic `json:"traffic,omitempty"`
}
